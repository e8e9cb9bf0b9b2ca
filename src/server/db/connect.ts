import type { Database, DatabaseTimes } from './database.ts';
import { connectNeon } from './neon.ts';

/** Time limits of commands and long work. */
const longTimes: DatabaseTimes = { statementMs: 5 * 60_000 };

const embeddedKey = Symbol.for('local-stack.embedded-database');

/**
 * Hands the embedded database of the local stack to every copy of the server in this process: the bundled one, and the one
 * with hot reload. Two owners of one folder would lose rows.
 */
export const offerEmbeddedDatabase = (open: () => Database): void => {
  Reflect.set(globalThis, embeddedKey, open);
};

/** Connects to `url`: a postgres:// address through Neon's driver, or `embedded`, the database of the local stack. */
export const connect = async (url: string, times = longTimes): Promise<Database> => {
  if (url === 'embedded') {
    const open: unknown = Reflect.get(globalThis, embeddedKey);
    if (typeof open !== 'function')
      throw new Error('The embedded database runs inside the local stack only.');
    return (open as () => Database)();
  }
  return connectNeon(url, times);
};
