import { problemText } from '../src/shared/problems/screens.ts';
import { site } from '../src/shared/site.ts';
import type { Settings } from './settings.ts';
import type { Stack } from './stack.ts';

const accounts = [
  ['admin@kithbook.example', 'administrator'],
  ['ada@kithbook.example', 'affiliate, active, code ada0001'],
  ['pia@kithbook.example', 'affiliate, not activated, code pia0002'],
  ['carl@kithbook.example', 'no affiliate record'],
] as const;

/** What `npm start` prints once everything runs. */
export function startTable(settings: Settings, { identity, paypal }: Stack): string {
  const url = settings.SITE_URL ?? '';
  const rows = [
    ['Site', url],
    ['Through an affiliate', `${url}/?ref=ada0001`],
    ['PayPal simulator', `${paypal.url}  (nothing here is real money)`],
    ['Firebase emulator', identity?.url ?? problemText('auth-not-configured')],
    ['Data', `${settings.LOCAL_DATA ?? ''}/  (npm run reset starts over)`],
  ] as const;
  const line = ([label, value]: readonly [string, string]) => `  ${label.padEnd(24)}${value}`;
  return [
    '',
    `  ${site.product} runs.`,
    '',
    ...rows.map(line),
    '',
    ...(identity ? ['  Sample accounts, password: kithbook', ...accounts.map(line), ''] : []),
    '  Simulated: database (embedded PostgreSQL), sign-in (Firebase emulator), PayPal, downloads.',
    '  Ctrl-C stops all of it.',
    '',
  ].join('\n');
}
