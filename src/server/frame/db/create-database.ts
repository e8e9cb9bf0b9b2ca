import { drizzle, type RemoteCallback } from 'drizzle-orm/pg-proxy';
import type { Atomically, Database } from '../context/database.ts';
import { sendInOrder } from './statement-group.ts';

/** A statement as drivers send it. */
export interface Query {
  readonly text: string;
  readonly params: unknown[];
}

/** The rows of a statement, as arrays of values in the order of the fields. Dates and times are PostgreSQL’s text. */
export interface Result {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: unknown[][];
}

/** A connection to a PostgreSQL. */
export interface Driver {
  readonly send: (query: Query) => Promise<Result>;
  /** Sends the queries in one round trip and one transaction (READ COMMITTED). A failure undoes all of them. */
  readonly sendAll: (queries: readonly Query[]) => Promise<readonly Result[]>;
}

/** The types of dates and times, by their ids in PostgreSQL: date, timestamp, timestamptz. Drizzle reads the text of all drivers. */
export const textTypes: readonly number[] = [1082, 1114, 1184];

/** Creates the database of a driver. */
export function createDatabase({ send, sendAll }: Driver): Database {
  return Object.assign(
    drizzle(async (text, params, method) => toDrizzle(await send({ text, params }), method)),
    { atomically: runAtomically(sendAll) },
  );
}

/** A statement that waits for the others of its transaction. */
interface QueuedQuery extends Query {
  readonly resolve: (result: Result) => void;
}

function runAtomically(sendAll: Driver['sendAll']): Atomically {
  let queue: QueuedQuery[] = [];
  const tx = drizzle(
    (text, params, method) =>
      new Promise((resolve) => {
        queue.push({ text, params, resolve: (result) => resolve(toDrizzle(result, method)) });
      }),
  );
  return async (build) => {
    const statements = build(tx);
    queue = [];
    const results = sendInOrder(statements);
    const queries = queue;
    // If the transaction fails, `results` stay unsettled, and nobody waits for them.
    const answers = await sendAll(queries);
    for (const [index, { resolve }] of queries.entries()) resolve(answers[index] ?? { fields: [], rows: [] });
    return results;
  };
}

/** Drizzle reads rows of its own statements as arrays, and returns the rows of raw statements as they are. */
function toDrizzle({ fields, rows }: Result, method: Parameters<RemoteCallback>[2]) {
  if (method === 'all') return { rows };
  const names = fields.map(({ name }) => name);
  return { rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))) };
}
