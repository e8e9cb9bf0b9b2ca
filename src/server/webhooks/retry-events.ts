import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import { type Context, newContext, type Services } from '../context.ts';
import { oneRow } from '../db/sql.ts';
import { storedEvent, type StoredEvent, storedEventJson } from '../events/stored-event.ts';
import { claimDueEvent, claimEvent, isEventId, storeEvent } from './event-store.ts';
import { type FailedEvent, processEvent } from './process-event.ts';
import { readEvent } from './receive-webhook.ts';
import { randomUUID } from 'node:crypto';

/** The number of events that were processed, and that failed again. */
export interface Retried {
  readonly done: number;
  readonly failed: number;
}

/**
 * Processes the events that are due, one after another, and reports each failure. Starts none after `until` (milliseconds
 * since 1970). Any number of workers may run at once: a lease gives each event to one of them.
 */
export async function retryEvents(
  newContext: () => Context,
  until: number,
  onFailed: (event: FailedEvent) => void,
): Promise<Retried> {
  const count = { done: 0, failed: 0 };
  for (let context = newContext(); context.now.getTime() <= until; context = newContext()) {
    const claimed = await claimDueEvent(context);
    if (!claimed) break;
    const { failed } = await processEvent(context, claimed);
    if (failed) onFailed(failed);
    count[failed ? 'failed' : 'done'] += 1;
  }
  return count;
}

/**
 * Processes an open event at once for an admin, even one that was given up, and returns it. A finished event stays as it is.
 * Audited. Throws `event-not-found`, or `event-in-progress` while another worker has it.
 */
export async function tryEventAgain(context: Context, id: string): Promise<StoredEvent> {
  if (!isEventId(id)) throw problem('event-not-found');
  const claimed = await claimEvent(context, id);
  if (claimed) await processEvent(context, claimed);
  const event = await findEvent(context, id);
  if (!claimed && (event.state === 'received' || event.state === 'failed'))
    throw problem('event-in-progress');
  return event;
}

async function findEvent({ db }: Context, id: string): Promise<StoredEvent> {
  const { event } = await oneRow(
    db,
    sql`select (select ${storedEventJson} from webhook_events where id = ${id}) as event`,
    z.object({ event: z.nullable(storedEvent) }),
  );
  if (!event) throw problem('event-not-found');
  return event;
}

/** The outcome of taking a list of PayPal's events. */
export interface TakenEvents {
  /** Events that were not stored here. */
  readonly added: number;
  /** Events that were stored, and not done. */
  readonly retried: number;
  /** Events that were done, or that another worker has. */
  readonly known: number;
  /** Events that failed, each with the reason. They are tried again with growing pauses, unless given up. */
  readonly failed: readonly { readonly id: string; readonly reason: string; readonly isGivenUp: boolean }[];
  /** Events that cannot be read. */
  readonly unreadable: number;
}

/** Stores and processes events from PayPal's own list, oldest first, as if PayPal had just sent them. A finished event stays done. */
export async function takeEvents(
  newContext: () => Context,
  events: readonly unknown[],
): Promise<TakenEvents> {
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
}

/** A scheduled function may run for half a minute, and an event may take a third of that. */
const beginsWithinMs = 12_000;

/** Workers of one run; each has one event at a time. */
const workers = 4;

/** Retries the provider's events that are due, as far as one run of a scheduled function comes; tells of each that failed. */
export const retryDueEvents = async (
  services: Services,
  onFailed: (event: FailedEvent) => void,
): Promise<Retried> => {
  const until = services.now().getTime() + beginsWithinMs;
  const begin = () => newContext(services, randomUUID());
  const counts = await Promise.all(
    Array.from({ length: workers }, () => retryEvents(begin, until, onFailed)),
  );
  return {
    done: counts.reduce((sum, { done }) => sum + done, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
};
