import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { letterShape } from '../mail/templates/newsletter-mails.ts';

const builtLetter = z.extend(letterShape, { slug: z.string() });

/** A letter of src/content/letters, rendered by the build. `slug` is the name of its file. */
export type BuiltLetter = z.infer<typeof builtLetter>;

/**
 * Reads the letters that the build wrote (netlify/build-letters.ts). Netlify puts the file (`included_files` in netlify.toml)
 * into the folder in which a function runs. The file is read each time, because `npm start` writes it again after a change.
 */
export async function readBuiltLetters(): Promise<readonly BuiltLetter[]> {
  const file = path.join(process.cwd(), '.build/letters.json');
  return z.array(builtLetter).parse(JSON.parse(await readFile(file, 'utf8')));
}
