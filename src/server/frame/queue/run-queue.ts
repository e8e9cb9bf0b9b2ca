import type { SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Services } from '../context/services.ts';
import { claimDue, type ClaimColumns, type Queue, type QueueTable } from './queue.ts';

/** The limits of a run. */
export interface RunLimits {
  /** Workers claim no row after this time from the beginning, in milliseconds. */
  readonly startWithinMs: number;
  /** The number of rows that are worked on at the same time. */
  readonly workers: number;
}

interface Run extends RunLimits {
  /** The rows that this run may claim. */
  readonly condition?: SQL;
  readonly onFailed: (id: string, error: unknown) => void;
}

/**
 * Starts the workers of a run. Each claims a due row, does its work and claims the next, until no row is due or the time is over.
 * `newWorker` returns the work of one worker, which can call `end` to stop this worker. If the work throws, the error is reported, the
 * other rows are still done, and the row is claimed again when its lease is over. Throws the first error at the end.
 */
export async function runQueue<Table extends QueueTable, Claimed extends ClaimColumns>(
  queue: Queue<Table, Claimed>,
  { db, now }: Pick<Services, 'db' | 'now'>,
  { startWithinMs, workers, condition, onFailed }: Run,
  newWorker: (end: () => void) => (claimed: SelectResultFields<Claimed>) => Promise<void>,
): Promise<void> {
  const until = now().getTime() + startWithinMs;
  const failures: unknown[] = [];
  const runWorker = async () => {
    let isOver = false;
    const work = newWorker(() => (isOver = true));
    while (!isOver && now().getTime() <= until) {
      const claimed = await claimDue(queue, { db, now: now() }, condition);
      if (claimed === null) return;
      await work(claimed).catch((error: unknown) => {
        onFailed(claimed.id, error);
        failures.push(error);
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: workers }, runWorker));
  for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  if (failures.length > 0) throw failures[0];
}
