import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../stack/database.ts';
import { acquireLock } from '../../stack/lock.ts';
import { inProject } from '../../stack/paths.ts';
import type { Settings } from '../../stack/settings.ts';
import { required } from '../../stack/stack.ts';

/**
 * Works on the database that the settings name. The embedded one is opened only while nobody else has it (throws
 * AlreadyRunning), and `folder` is then where the local stack keeps its data; null elsewhere.
 */
export const withDatabase = async <T>(
  settings: Settings,
  work: (db: Database, folder: string | null) => Promise<T>,
): Promise<T> => {
  const url = required(settings, 'DATABASE_URL');
  if (url !== 'embedded') return work(await connect(url), null);
  const folder = inProject(required(settings, 'LOCAL_DATA'));
  const lock = await acquireLock(folder);
  try {
    const { db, close } = await openDatabase(`${folder}/database`);
    try {
      return await work(db, folder);
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
};
