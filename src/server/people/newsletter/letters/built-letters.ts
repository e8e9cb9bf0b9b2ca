import * as z from 'zod/mini';
import { letterAudiences } from '../../../../shared/schemas/newsletter.ts';
import { readBuilt } from '../../../frame/context/read-built.ts';
import type { BuiltLetter } from '../../../frame/context/services.ts';
import { letter } from '../../../frame/mail/templates/mail-facts.ts';

const builtLetter = z.extend(letter, { slug: z.string(), audience: z.enum(letterAudiences) });

/** Reads the letters of this build. */
export async function readBuiltLetters(folder?: string): Promise<readonly BuiltLetter[]> {
  return z.array(builtLetter).parse(await readBuilt('letters.json', folder));
}
