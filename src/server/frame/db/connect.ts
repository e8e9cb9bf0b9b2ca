import type { Database, DatabaseTimeouts } from '../context/database.ts';
import { connectNeon } from './neon.ts';

const commandTimeouts: DatabaseTimeouts = { statementMs: 5 * 60_000 };

/** Connects to a postgres:// address with Neon's driver. `embedded` means the database that this process has registered. */
export async function connect(url: string, timeouts = commandTimeouts): Promise<Database> {
  if (url !== 'embedded') return connectNeon(url, timeouts);
  const openRegistered: unknown = Reflect.get(globalThis, databaseKey);
  if (typeof openRegistered !== 'function')
    throw new Error('The database `embedded` exists only in the local stack and in tests.');
  return (openRegistered as () => Database)();
}

const databaseKey = Symbol.for('local-stack.database');

/**
 * Registers the database of the local stack or of a test for every copy of the server in this process: the bundled one, and the one
 * with hot reload. No copy may open it itself: two owners of one data folder would lose rows.
 */
export function registerDatabase(open: () => Database): void {
  Reflect.set(globalThis, databaseKey, open);
}
