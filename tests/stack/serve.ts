import { AlreadyRunning, acquireLock } from './lock.ts';
import { moveToFreePorts } from './part-ports.ts';
import { inProject } from './paths.ts';
import { applySettings, isChosen, localSettings, type Settings } from './settings.ts';
import { required, startStack } from './stack.ts';
import { startTable } from './start-table.ts';
import { assertWritable } from './writable.ts';

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
  const closing: (() => Promise<void>)[] = [];
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
    const data = inProject(required(localSettings(), 'LOCAL_DATA'));
    await assertWritable(data, NEEDED_MB);
    await assertWritable(inProject('node_modules'), NEEDED_MB);
    const lock = await acquireLock(data);
    closing.push(() => lock.release());
    const { settings, notes } = await moveToFreePorts(localSettings(), isChosen);
    applySettings(settings);
    for (const note of notes) console.log(`  ${note}`);

    console.log('  Starting the database, the Firebase emulator and the PayPal simulator …');
    const stack = await startStack(settings, data);
    closing.push(stack.close);
    console.log('  Starting the site …');
    const site = await serve(Number(required(settings, 'PORT')), settings);
    closing.push(site.close);
    await lock.update({ url: required(settings, 'SITE_URL') });
    console.log(startTable(settings, stack));
  } catch (error) {
    if (error instanceof AlreadyRunning) console.error(error.message);
    else console.error(error instanceof Error ? `\n${error.message}` : error);
    await stop(1);
  }
}
