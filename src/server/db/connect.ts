import type { Database, DatabaseTimeouts } from './database.ts';
import { connectNeon } from './neon.ts';

const commandTimeouts: DatabaseTimeouts = { statementMs: 5 * 60_000 };

/** Connects to a postgres:// address through Neon's driver, or to `embedded`, the database of the local stack. */
export async function connect(url: string, timeouts = commandTimeouts): Promise<Database> {
  if (url !== 'embedded') return connectNeon(url, timeouts);
  const open: unknown = Reflect.get(globalThis, embeddedKey);
  if (typeof open !== 'function') throw new Error('The embedded database runs inside the local stack only.');
  return (open as () => Database)();
}

const embeddedKey = Symbol.for('local-stack.embedded-database');

/**
 * Registers the embedded database for every copy of the server in this process: the bundled one, and the one with hot reload.
 * Two owners of one data folder would lose rows.
 */
export function registerEmbeddedDatabase(open: () => Database): void {
  Reflect.set(globalThis, embeddedKey, open);
}
