import type pg from 'pg';
import { expect } from 'vitest';
import type { NeonDatabase } from '../../neon.ts';

/** A concurrent transaction in the same database. */
export interface ConcurrentTransaction {
  readonly query: pg.PoolClient['query'];
  /** Waits until this many calls wait for a lock. */
  readonly untilWaiting: (calls: number) => Promise<void>;
  /**
   * Starts a call and waits until the call waits for this transaction. Then runs the statement `more`, commits, and returns
   * the result of the call.
   */
  readonly afterWait: <T>(begin: () => Promise<T>, more?: string) => Promise<T>;
}

/** Runs work in a concurrent transaction. */
export async function withConcurrentTransaction<T>(
  { pool, rows }: NeonDatabase,
  work: (other: ConcurrentTransaction) => Promise<T>,
): Promise<T> {
  const other = await pool.connect();
  async function untilWaiting(calls: number) {
    const lockWaits = () =>
      rows(
        "select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
    await expect.poll(lockWaits, { timeout: 10_000 }).toHaveLength(calls);
  }
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
}
