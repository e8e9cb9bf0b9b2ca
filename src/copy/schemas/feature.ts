import * as z from 'zod';
import { fields, text, yesOrNo } from './field.ts';

/** The fields of src/content/features; the text below them says what the feature does. */
export const featureSchema = fields('the head of a feature', {
  name: text('what the feature is called'),
  letter: z
    .string({ error: 'is missing. Expected: the letter that it is filed under' })
    .regex(/^[A-Z]$/, { error: 'Expected: one capital letter, that it is filed under' })
    .describe('the letter that it is filed under'),
  soon: yesOrNo('true where it is announced and not there yet').default(false),
  draft: yesOrNo('true keeps it out of the site').default(false),
});
