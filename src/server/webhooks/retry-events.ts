import type { Context } from '../context.ts';
import { claimDueEvent } from './claim-event.ts';
import { type FailedEvent, processEvent } from './process-event.ts';

/** How many events were processed, and how many failed once more. */
export interface Retried {
  readonly done: number;
  readonly failed: number;
}

/**
 * Works off the events that are due, one after the other, until none is left, and tells of each that failed; begins none
 * after `until` (milliseconds since 1970). Any number of workers may do so at once: a lease gives each event to one of them.
 */
export const retryEvents = async (
  newContext: () => Context,
  until: number,
  onFailed: (event: FailedEvent) => void,
): Promise<Retried> => {
  const count = { done: 0, failed: 0 };
  for (let context = newContext(); context.now.getTime() <= until; context = newContext()) {
    const claimed = await claimDueEvent(context);
    if (!claimed) break;
    const { failed } = await processEvent(context, claimed);
    if (failed) onFailed(failed);
    count[failed ? 'failed' : 'done'] += 1;
  }
  return count;
};
