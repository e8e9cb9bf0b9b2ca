import type { Context } from '../../frame/context/context.ts';
import { storeAndClaimEvent } from './event-queue.ts';
import { processEvent } from './process-event.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The outcome of an import. Each event counts as added, retried, skipped or unreadable. */
export interface ImportedEvents {
  /** The number of events that were not stored before. */
  readonly added: number;
  /** The number of stored events that were not done. */
  readonly retried: number;
  /** The number of events that are done, or that another worker has. */
  readonly skipped: number;
  /** The number of events that could not be read. */
  readonly unreadable: number;
  /** The added and retried events that failed. Unless given up, they are retried later. */
  readonly failures: readonly { readonly id: string; readonly reason: string; readonly isGivenUp: boolean }[];
}

/**
 * Stores and processes events one after another, as if PayPal had just sent them. An event that is done stays as it is. Null
 * stands for an event that could not be read.
 */
export async function importEvents(
  newContext: () => Context,
  events: Iterable<WebhookEvent | null>,
): Promise<ImportedEvents> {
  const count = { added: 0, retried: 0, skipped: 0, unreadable: 0 };
  const failures: ImportedEvents['failures'][number][] = [];
  for (const event of events) {
    if (!event) {
      count.unreadable += 1;
      continue;
    }
    const context = newContext();
    const claimed = await storeAndClaimEvent(context, event);
    if (!claimed) {
      count.skipped += 1;
      continue;
    }
    count[claimed.attempts === 1 ? 'added' : 'retried'] += 1;
    const { failure } = await processEvent(context, claimed);
    if (failure) failures.push({ id: event.id, reason: failure.reason, isGivenUp: failure.isGivenUp });
  }
  return { ...count, failures };
}
