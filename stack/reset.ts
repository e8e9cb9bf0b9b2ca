import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AlreadyRunning, acquireLock } from './lock.ts';
import { inProject } from './paths.ts';
import { localSettings } from './settings.ts';
import { required } from './stack.ts';

/** `npm run reset`: deletes the data of the local stack. Refuses while the stack runs. */
const data = inProject(required(localSettings(), 'LOCAL_DATA'));
try {
  const lock = await acquireLock(data);
  for (const name of ['database', 'accounts.json', 'paypal.json'])
    await rm(path.join(data, name), { recursive: true, force: true });
  await lock.release();
  console.log('The local data is gone; npm start creates it again.');
} catch (error) {
  if (!(error instanceof AlreadyRunning)) throw error;
  console.error(`${error.message} Stop it first.`);
  process.exitCode = 1;
}
