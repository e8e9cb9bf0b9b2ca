import { rm } from 'node:fs/promises';
import { AlreadyRunning, acquireLock } from './lock.ts';
import { inProject } from './paths.ts';

/** `npm run reset`: forgets the local stack's data. Refused while the stack runs. */
try {
  const lock = await acquireLock(inProject('.local'));
  for (const name of ['database', 'accounts.json', 'paypal.json'])
    await rm(inProject('.local', name), { recursive: true, force: true });
  await lock.release();
  console.log('The local data is gone; npm start begins anew.');
} catch (error) {
  if (!(error instanceof AlreadyRunning)) throw error;
  console.error(`${error.message} Stop it first.`);
  process.exitCode = 1;
}
