import * as z from 'zod/mini';
import { readBuilt } from './read-built.ts';

const text = z.object({ html: z.string(), text: z.string() });

const builtTerms = z.object({
  /** All versions of the terms, newest first. `version` is the UTC day on which it begins: `2026-11-28`. */
  versions: z.array(z.extend(text, { version: z.string() })).check(z.minLength(1)),
  /** The notice on the right of withdrawal. */
  withdrawal: text,
});

/** The texts of src/content that the first receipt of a purchase carries, rendered by the build. */
export type BuiltTerms = z.infer<typeof builtTerms>;

/** Reads the terms of this build. */
export async function readBuiltTerms(folder?: string): Promise<BuiltTerms> {
  return builtTerms.parse(await readBuilt('terms.json', folder));
}
