import type { Context } from '../../context.ts';
import { storeEvent } from './claim-event.ts';
import { processEvent } from './process-event.ts';
import { readEvent } from './receive-webhook.ts';

/** The outcome of taking a list of PayPal's events. */
export interface TakenEvents {
  /** Events that were not stored here. */
  readonly added: number;
  /** Events that were stored, and not done. */
  readonly retried: number;
  /** Events that were done, or that another worker has. */
  readonly known: number;
  /** Events of these that failed, each with the reason; they are retried like any other. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
  /** Events that cannot be read. */
  readonly unreadable: number;
}

/**
 * Stores and processes events that come from PayPal's own list, oldest first, as if PayPal had just sent them. An event
 * that is done stays done.
 */
export const takeEvents = async (
  newContext: () => Context,
  events: readonly unknown[],
): Promise<TakenEvents> => {
  const failed: { id: string; reason: string }[] = [];
  const count = { added: 0, retried: 0, known: 0, unreadable: 0 };
  for (const listed of events) {
    const event = readEvent(listed);
    if (!event) {
      count.unreadable += 1;
      continue;
    }
    const context = newContext();
    const claimed = await storeEvent(context, event);
    count[!claimed ? 'known' : claimed.attempts === 1 ? 'added' : 'retried'] += 1;
    const ended = claimed && (await processEvent(context, claimed));
    if (ended?.failed) failed.push({ id: event.id, reason: ended.failed.reason });
  }
  return { ...count, failed };
};
