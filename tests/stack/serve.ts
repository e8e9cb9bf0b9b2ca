import { AlreadyRunning, acquireLock } from './lock.ts';
import { inProject } from './paths.ts';
import { assertPortFree } from './ports.ts';
import { applySettings, localSettings, type Settings } from './settings.ts';
import { portOf, required, startStack } from './stack.ts';
import { startTable } from './start-table.ts';

interface Site {
  readonly close: () => Promise<void>;
}

const step = (text: string) => {
  console.log(`  ${text}`);
};

/**
 * `npm start` and `npm run preview`: takes the data folder's lock, starts the stack and the site, prints
 * where everything is, and stops all of it on Ctrl-C or when the terminal goes away.
 */
export const serveUntilStopped = async (
  serve: (port: number, settings: Settings) => Promise<Site>,
): Promise<void> => {
  const settings = localSettings();
  applySettings(settings);
  const port = Number(required(settings, 'PORT'));
  const url = required(settings, 'SITE_URL');
  const data = inProject(required(settings, 'LOCAL_DATA'));
  const lock = await acquireLock(data).catch((error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error;
    console.error(error.message);
    process.exit(1);
  });
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const stop = async (code: number) => {
    for (const close of closing.splice(0).reverse()) await close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.once(signal, () => {
      console.log('\n  Stopping …');
      void stop(0);
    });

  try {
    await assertPortFree(port, 'the site; PORT moves it');
    await assertPortFree(
      portOf(required(settings, 'FIREBASE_AUTH_EMULATOR_HOST')),
      'the identity emulator; FIREBASE_AUTH_EMULATOR_HOST moves it',
    );
    await assertPortFree(
      portOf(required(settings, 'PAYPAL_API_URL')),
      'the PayPal simulator; PAYPAL_API_URL moves it',
    );
    step('Starting the database, the identity emulator and the PayPal simulator …');
    const stack = await startStack(settings, data);
    closing.push(stack.close);
    step('Starting the site …');
    const site = await serve(port, settings);
    closing.push(site.close);
    await lock.update({ url });
    console.log(startTable(settings, stack));
  } catch (error) {
    console.error(error instanceof Error ? `\n${error.message}` : error);
    await stop(1);
  }
};
