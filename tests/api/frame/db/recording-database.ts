import type pg from 'pg';
import { createDatabase } from '../../../../src/server/frame/db/create-database.ts';
import { poolDriver } from '../../../../stack/postgres/connect.ts';

/** A statement that was sent. */
export interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** Connects the server code to a pool, and reports every statement. */
export function recordingDatabase(pool: pg.Pool, record: (statement: Sent) => void) {
  const { send, sendAll } = poolDriver(pool);
  return createDatabase({
    send: (query) => {
      record({ text: query.text, values: query.params });
      return send(query);
    },
    sendAll: (queries) => {
      for (const { text, params } of queries) record({ text, values: params });
      return sendAll(queries);
    },
  });
}
