import * as z from 'zod/mini';
import { letterAudiences } from './newsletter.ts';

/** A rendered letter. */
export const letter = z.object({
  subject: z.string(),
  /** The line that mail programs show after the subject. */
  preview: z.string(),
  html: z.string(),
  text: z.string(),
});

export type Letter = z.infer<typeof letter>;

/** A letter of src/content/letters, rendered by the build. `slug` is the name of its file. */
export const builtLetter = z.extend(letter, { slug: z.string(), audience: z.enum(letterAudiences) });

export type BuiltLetter = z.infer<typeof builtLetter>;
