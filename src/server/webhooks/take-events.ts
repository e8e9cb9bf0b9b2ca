import type { Context } from '../context.ts';
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
  /** Events of these that failed, each with the reason. They are tried again with growing pauses, unless given up. */
  readonly failed: readonly { readonly id: string; readonly reason: string; readonly isGivenUp: boolean }[];
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
  const failed: { id: string; reason: string; isGivenUp: boolean }[] = [];
  const count = { added: 0, retried: 0, known: 0, unreadable: 0 };
  for (const listed of events) {
    const event = readEvent(listed);
    if (!event) {
      count.unreadable += 1;
      continue;
    }
    const context = newContext();
    const claimed = await storeEvent(context, event);
    if (!claimed) count.known += 1;
    else if (claimed.attempts === 1) count.added += 1;
    else count.retried += 1;
    const ended = claimed && (await processEvent(context, claimed));
    if (ended?.failed) {
      const { reason, isGivenUp } = ended.failed;
      failed.push({ id: event.id, reason, isGivenUp });
    }
  }
  return { ...count, failed };
};
