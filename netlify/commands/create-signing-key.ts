import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { readSigningKey } from '../../src/server/money/licenses/signing-key.ts';
import { dayOf } from '../../src/shared/dates.ts';
import type { PublicKey } from '../../src/shared/signing-keys.ts';
import { inProject } from '../../stack/paths.ts';
import { type CommandResult, exitWith } from './command-result.ts';

type Keys = Record<'licenses' | 'releases', readonly PublicKey[]>;

/** The next step with the private half of the new key. */
const nextSteps = {
  licenses: 'Set this private key as LICENSE_KEY, and keep a copy where you keep passwords.',
  releases: 'Put this private key into a file that never leaves your own computer and its backup.',
} as const;

/** `npm run license:key` and `release:key`: makes a key, adds its public half to the published keys, and prints the private half. */
export async function createSigningKey(
  kind: keyof Keys,
  file = inProject('src/shared/signing-keys.json'),
  now = new Date(),
): Promise<CommandResult> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const { id, publicKey } = readSigningKey(text);
  const keys = JSON.parse(await readFile(file, 'utf8')) as Keys;
  const added = { ...keys, [kind]: [...keys[kind], { id, publicKey, from: dayOf(now) }] };
  await writeFile(file, `${JSON.stringify(added, null, 2)}\n`);
  const published = `The public key ${id} is in src/shared/signing-keys.json. Commit it.`;
  return { code: 0, text: [published, `${nextSteps[kind]} It is shown only now:`, text].join('\n') };
}

if (import.meta.main)
  exitWith(await createSigningKey(process.argv[2] === 'release' ? 'releases' : 'licenses'));
