import type pg from 'pg';
import { expect } from 'vitest';
import type { NeonDatabase } from '../neon.ts';

/** A transaction of somebody else's in the same database. */
export interface Beside {
  readonly query: pg.PoolClient['query'];
  /** Waits until that many calls wait for a lock. */
  readonly untilWaiting: (calls: number) => Promise<void>;
  /** Begins a call, and lets this transaction end, after `more`, once that waits for it. */
  readonly afterWait: <T>(begin: () => Promise<T>, more?: string) => Promise<T>;
}

/** Does something in a transaction of somebody else's, which a call has to wait for or not. */
export const beside = async <T>(
  { pool, rows }: NeonDatabase,
  work: (other: Beside) => Promise<T>,
): Promise<T> => {
  const other = await pool.connect();
  const untilWaiting = async (calls: number) => {
    const waiting = () =>
      rows(
        "select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(calls);
  };
  try {
    await other.query('begin');
    return await work({
      query: other.query.bind(other),
      untilWaiting,
      afterWait: async (begin, more = '') => {
        const answer = begin();
        await untilWaiting(1);
        if (more) await other.query(more);
        await other.query('commit');
        return answer;
      },
    });
  } finally {
    other.release(true);
  }
};
