import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { BuiltLetter } from '../../../frame/context/services.ts';
import { letter } from '../../../frame/mail/templates/mail-facts.ts';

const builtLetter = z.extend(letter, { slug: z.string() });

/**
 * Paths of the file that netlify/build-functions.ts writes, relative to the working folder of a function: on Netlify, where
 * `chunks` is beside the function, and on this computer.
 */
const places = { deployed: 'chunks/letters.json', local: '.build/letters.json' } as const;

/** Reads the letters of this build. Reads the file each time, because `npm start` writes it again after a change. */
export async function readBuiltLetters(folder = process.cwd()): Promise<readonly BuiltLetter[]> {
  const read = (place: string) => readFile(path.join(folder, place), 'utf8');
  const text = await read(places.deployed).catch(() => read(places.local));
  return z.array(builtLetter).parse(JSON.parse(text));
}
