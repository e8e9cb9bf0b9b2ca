import { AlreadyRunning, acquireLock } from './lock.ts';
import { inProject } from './paths.ts';
import { moveToFreePorts } from './service-ports.ts';
import { applySettings, isCustomized, localSettings, type Settings } from './settings.ts';
import { required, startStack, type Stack } from './stack.ts';
import { assertWritable } from './writable.ts';
import { problemText } from '../src/shared/problem-texts/common.ts';
import { site } from '../src/shared/site.ts';

interface Site {
  readonly close: () => Promise<void>;
}

/** Free disk space for a new database and Vite's cache, in megabytes. */
const NEEDED_MB = 200;

/**
 * `npm start` and `npm run preview`: takes the data folder's lock, starts the stack and the site, prints where
 * everything is, and stops all of it on Ctrl-C or when the terminal goes away.
 */
export async function serveUntilStopped(
  serve: (port: number, settings: Settings) => Promise<Site>,
): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  /** Closes everything that has started, newest first. One stop at a time: signals may come twice. */
  const stop = (code: number) => (stopping ??= closeAll(closers).then(() => process.exit(code)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => {
      if (!stopping) console.log('\n  Stopping …');
      void stop(0);
    });

  try {
    const data = inProject(required(localSettings(), 'LOCAL_DATA'));
    await assertWritable(data, NEEDED_MB);
    await assertWritable(inProject('node_modules'), NEEDED_MB);
    const lock = await acquireLock(data);
    closers.push(() => lock.release());
    const { settings, messages } = await moveToFreePorts(localSettings(), isCustomized);
    applySettings(settings);
    for (const message of messages) console.log(`  ${message}`);

    console.log(
      '  Starting the database, the Firebase emulator, the PayPal simulator and the mail catcher …',
    );
    const stack = await startStack(settings, data);
    closers.push(stack.close);
    console.log('  Starting the site …');
    const site = await serve(Number(required(settings, 'PORT')), settings);
    closers.push(site.close);
    await lock.update({
      url: required(settings, 'SITE_URL'),
      emulatorHost: stack.firebase && required(settings, 'FIREBASE_AUTH_EMULATOR_HOST'),
    });
    console.log(describeStack(settings, stack));
  } catch (error) {
    if (error instanceof AlreadyRunning) console.error(error.message);
    else console.error(error instanceof Error ? `\n${error.message}` : error);
    await stop(1);
  }
}

async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.toReversed())
    await close().catch((error: unknown) => {
      console.error(error);
    });
}

const sampleAccounts = [
  ['admin@kithbook.example', 'administrator'],
  ['ada@kithbook.example', 'affiliate, active, code ada0001'],
  ['pia@kithbook.example', 'affiliate, not activated, code pia0002'],
  ['carl@kithbook.example', 'no affiliate record'],
] as const;

/** Returns the text that `npm start` prints once everything runs. */
export function describeStack(settings: Settings, { firebase, paypal, mail }: Stack): string {
  const url = settings.SITE_URL ?? '';
  const rows = [
    ['Site', url],
    ['Through an affiliate', `${url}/?ref=ada0001`],
    ['PayPal simulator', `${paypal.url}  (nothing here is real money)`],
    ['Mail', mail ? `${mail.url}  (no mail leaves this machine)` : sentMail(settings)],
    ['Firebase emulator', firebase?.url ?? problemText('auth-not-configured')],
    ['Data', `${settings.LOCAL_DATA ?? ''}/  (npm run reset starts over)`],
  ] as const;
  const line = ([label, value]: readonly [string, string]) => `  ${label.padEnd(24)}${value}`;
  return [
    '',
    `  ${site.product} runs.`,
    '',
    ...rows.map(line),
    '',
    ...(firebase ? ['  Sample accounts, password: kithbook', ...sampleAccounts.map(line), ''] : []),
    '  Simulated: database (embedded PostgreSQL), sign-in (Firebase emulator), PayPal, mail, downloads.',
    '  Ctrl-C stops all of it.',
    '',
  ].join('\n');
}

/** Tells where mails go without the catcher. */
function sentMail({ MAIL_URL: url = '' }: Settings): string {
  return url ? `is sent for real, through ${URL.parse(url)?.host ?? ''}` : 'waits: MAIL_URL is not set.';
}
