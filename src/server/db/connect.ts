import type { Database, DatabaseTimeouts } from './database.ts';
import { connectNeon } from './neon.ts';

const commandTimeouts: DatabaseTimeouts = { statementMs: 5 * 60_000 };

/** Connects to a postgres:// address through Neon's driver, or for `embedded` to the database that the local stack has registered. */
export async function connect(url: string, timeouts = commandTimeouts): Promise<Database> {
  if (url !== 'embedded') return connectNeon(url, timeouts);
  const open: unknown = Reflect.get(globalThis, databaseKey);
  if (typeof open !== 'function') throw new Error('The embedded database runs inside the local stack only.');
  return (open as () => Database)();
}

const databaseKey = Symbol.for('local-stack.database');

/**
 * Registers the database of the local stack or of a test for every copy of the server in this process: the bundled one, and the one
 * with hot reload. Each copy must not open it itself: two owners of one data folder would lose rows.
 */
export function registerLocalDatabase(open: () => Database): void {
  Reflect.set(globalThis, databaseKey, open);
}
