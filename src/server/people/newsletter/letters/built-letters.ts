import * as z from 'zod/mini';
import { readBuilt } from '../../../frame/context/read-built.ts';
import { type BuiltLetter, builtLetter } from '../../../../shared/schemas/letter.ts';

/** Reads the letters of this build. */
export async function readBuiltLetters(folder?: string): Promise<readonly BuiltLetter[]> {
  return z.array(builtLetter).parse(await readBuilt('letters.json', folder));
}
