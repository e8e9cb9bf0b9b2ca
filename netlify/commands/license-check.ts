import { readFile } from 'node:fs/promises';
import {
  checkLicense,
  type LicenseAnswer,
  readLicense,
} from '../../src/server/money/licenses/check-license.ts';
import { readRevokedList } from '../../src/server/money/licenses/revoked-list.ts';
import { dayOf } from '../../src/shared/dates.ts';
import { trustedKeys } from '../../src/shared/signing-keys.ts';
import { site } from '../../src/shared/site.ts';
import { type CommandResult, exitWith, rootMessage } from './command-result.ts';
import { readCommandInput } from './run-command.ts';

const usage = 'Name one file: npm run license:check -- kithbook-license.txt --production';

const answers: Readonly<Record<LicenseAnswer, string>> = {
  valid: 'The license is genuine, and covers a release of today.',
  expired:
    'The license is genuine. It does not cover a release of today, but all releases until the day below.',
  revoked: 'The license is genuine, but revoked: its payment went back.',
  'other-product': 'The license is genuine, but of another product.',
  altered: 'The license is not genuine: its text or its signature was changed.',
  'unknown-key': 'The license is not genuine: it names a key that is not ours.',
  unreadable: 'The file has no license, or only a part of one.',
};

/** `npm run license:check`: says whether a license is genuine, with its fields. Exits with 1 for one that is not valid. */
export async function runLicenseCheck(args: readonly string[], now = new Date()): Promise<CommandResult> {
  const input = readCommandInput(args);
  if ('code' in input) return input;
  const [file, ...rest] = input.args;
  if (file === undefined || rest.length > 0) return { code: 2, text: usage };
  try {
    const content = await readFile(file);
    const keys = trustedKeys('licenses', { allowsLocal: !input.isProduction });
    const address = new URL('/api/licenses/revoked', input.settings.SITE_URL ?? site.url);
    const response = await fetch(address);
    const revokedIds = readRevokedList(await response.text(), keys);
    const answer = checkLicense(content, { product: site.product, keys, revokedIds, releasedOn: dayOf(now) });
    const fields = [...(readLicense(content)?.fields ?? [])].map(([label, value]) => `${label}: ${value}`);
    return { code: answer === 'valid' ? 0 : 1, text: [answers[answer], ...fields].join('\n') };
  } catch (error) {
    return { code: 2, text: rootMessage(error) };
  }
}

if (import.meta.main) exitWith(await runLicenseCheck(process.argv.slice(2)));
