import type { SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Services } from '../context/services.ts';
import { claimDue, type ClaimColumns, type Queue, type QueueTable } from './queue.ts';

/** The limits of a run. */
export interface RunLimits {
  /** No row starts later in a run than this, in milliseconds. */
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
 * Lets workers claim and do the due rows of a queue, one after another, until no row is due or the time is over. `newWorker` returns
 * what a worker does with each row, and may call `end` to end the worker. A row whose work throws is reported, and is claimed again
 * when its lease is over. The others are done, and the first error is thrown at the end.
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
