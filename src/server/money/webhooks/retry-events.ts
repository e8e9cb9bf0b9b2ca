import { randomUUID } from 'node:crypto';
import { type Context, newContext } from '../../frame/context/context.ts';
import type { Services } from '../../frame/context/services.ts';
import { claimDueEvent } from './event-queue.ts';
import { type FailedEvent, processEvent } from './process-event.ts';

/** The number of events that were processed, and that failed again. */
export interface RetryCount {
  readonly done: number;
  readonly failed: number;
}

/** No event starts later in a run than this. A run may take half a minute, and an event a third of that. */
const startWithinMs = 12_000;

/** The number of events that a run processes at the same time. */
const workers = 4;

/** Retries the events that are due, as many as a scheduled run has time for, and reports each failure. */
export async function retryDueEvents(
  services: Services,
  onFailed: (event: FailedEvent) => void,
): Promise<RetryCount> {
  const until = services.now().getTime() + startWithinMs;
  const begin = () => newContext(services, randomUUID());
  const counts = await Promise.all(
    Array.from({ length: workers }, () => retryEvents(begin, until, onFailed)),
  );
  return {
    done: counts.reduce((sum, { done }) => sum + done, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * Processes the events that are due, one after another. Starts none after `until` (milliseconds since 1970). Several workers
 * may run at the same time, because each event is leased to one of them.
 */
export async function retryEvents(
  begin: () => Context,
  until: number,
  onFailed: (event: FailedEvent) => void,
): Promise<RetryCount> {
  const count = { done: 0, failed: 0 };
  for (let context = begin(); context.now.getTime() <= until; context = begin()) {
    const claimed = await claimDueEvent(context);
    if (!claimed) break;
    const { failed } = await processEvent(context, claimed);
    if (failed) onFailed(failed);
    count[failed ? 'failed' : 'done'] += 1;
  }
  return count;
}
