import { randomUUID } from 'node:crypto';
import { newContext } from '../../frame/context/context.ts';
import type { Services } from '../../frame/context/services.ts';
import { logFailedRecord } from '../../frame/http/log.ts';
import type { Log } from '../../frame/http/types.ts';
import { giveUp } from '../../frame/queue/queue.ts';
import { runQueue } from '../../frame/queue/run-queue.ts';
import { eventQueue } from './event-queue.ts';
import { logFailedEvent, processEvent } from './process-event.ts';

/** The limits of a run. A run may take 25 seconds, and an event a third of that. */
const runLimits = { startWithinMs: 12_000, workers: 4 };

/** The reason of an event whose last attempt ended without an outcome. */
const noOutcome = 'The last attempt ended before its outcome was stored.';

/** Retries the events that are due, as many as a run has time for, and logs each failure. Returns how many succeeded and failed. */
export async function retryDueEvents(
  services: Services,
  log: Log,
): Promise<Readonly<Record<'done' | 'failed', number>>> {
  const count = { done: 0, failed: 0 };
  const fields = { job: 'retry-events' };
  const onFailed = logFailedRecord(log, fields.job);
  await runQueue(eventQueue, services, { ...runLimits, onFailed }, () => async (claimed) => {
    if (claimed.attempts > eventQueue.maxAttempts) {
      // An event that crashes the process would stop the mails and refunds of every later run, too.
      await giveUp(eventQueue, { db: services.db, now: services.now() }, claimed, noOutcome);
      const { type, attempts } = claimed;
      logFailedEvent(log, fields, { type, attempts, isGivenUp: true, error: new Error(noOutcome) });
      count.failed += 1;
      return;
    }
    const { failure } = await processEvent(newContext(services, randomUUID()), claimed);
    if (failure) logFailedEvent(log, fields, failure);
    count[failure ? 'failed' : 'done'] += 1;
  });
  return count;
}
