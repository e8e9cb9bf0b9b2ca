import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { rowsOf } from '../db/sql/one-row.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';
import { booksRow, parseBooks, type ReadBooks, readQuery } from '../purchases/read-books.ts';
import { namedIn } from './event-subjects.ts';
import { leaseMs } from './retry-rule.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

/** An event that this worker has to itself until its lease ends. `attempts` counts the tries, this one included. */
export interface ClaimedEvent {
  readonly event: WebhookEvent;
  readonly attempts: number;
  /** The books of the purchase that it names, as they were when it was claimed. */
  readonly seen?: ReadBooks;
}

const claimed = z.object({ event: webhookEvent, attempts: z.number() });
const rows = z.array(claimed);

/** Claims an event by a statement, and reads the books of the purchase that it names in the same round trip. */
const claimAndRead = async (
  { db }: Context,
  eventId: string,
  statement: SQL,
): Promise<ClaimedEvent | null> => {
  const question = { of: { providerId: namedIn(eventId) }, codes: [] };
  const [found, read] = await db.batch([statement, readQuery(question)]);
  const [event] = rows.parse(found);
  if (!event) return null;
  return { ...event, seen: parseBooks(booksRow.parse(read?.[0])) };
};

const leaseEnd = ({ now }: Context): SQL => timestamptz(new Date(now.getTime() + leaseMs));

/** As the index of events that are due has it. */
const isToDo = sql`webhook_events.state in ('received', 'failed')`;

const isFree = ({ now }: Context): SQL =>
  sql`(webhook_events.leased_until is null or webhook_events.leased_until <= ${timestamptz(now)})`;

/** Those that are not done. One ignored for a reason is open as well: a setting or a price may be put right by now. */
const isOpen = (context: Context): SQL => sql`${isFree(context)}
  and (${isToDo} or (webhook_events.state = 'ignored' and webhook_events.last_error is not null))`;

/** What follows SET: one that was done is so no more, and is due, so that no worker's end leaves it lying. */
const claim = (context: Context): SQL => sql`attempts = webhook_events.attempts + 1,
  leased_until = ${leaseEnd(context)}, processed_at = null,
  state = case webhook_events.state when 'ignored' then 'received' else webhook_events.state end,
  next_attempt_at = coalesce(webhook_events.next_attempt_at, ${timestamptz(context.now)})`;

const answer = sql`returning body as event, attempts`;

/** The id of the resource; a dispute and a reversed approval name theirs otherwise. */
const resourceId = ({ resource }: WebhookEvent): string | null =>
  resource.id ?? resource.dispute_id ?? resource.order_id ?? null;

/**
 * Stores an event under its id, without what it says of a person, and claims it; one that is stored already is claimed
 * again unless it is done or another worker has it. One round trip; null when there is nothing to do.
 */
export const storeEvent = async (context: Context, event: WebhookEvent): Promise<ClaimedEvent | null> => {
  const statement = sql`
    insert into webhook_events (
      id, type, resource_id, body, occurred_at, received_at, attempts, next_attempt_at, leased_until
    ) values (
      ${event.id}, ${event.event_type}, ${resourceId(event)}::text,
      without_person(${JSON.stringify(event)}::jsonb), ${timestamptz(new Date(event.create_time))},
      ${timestamptz(context.now)}, 1, ${timestamptz(context.now)}, ${leaseEnd(context)}
    )
    on conflict (id) do update set ${claim(context)}
      where ${isOpen(context)}
    ${answer}`;
  return claimAndRead(context, event.id, statement);
};

/**
 * Claims a stored event that is not done, due or given up, for somebody who asked for it, which the log keeps; null for one
 * that is done, or that another worker has.
 */
export const claimEvent = async (context: Context, id: string): Promise<ClaimedEvent | null> => {
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'event.retry',
    entity: 'event',
    entityId: sql`${id}::text`,
    after: sql`jsonb_build_object('attempts', claimed.attempts)`,
    from: sql`claimed`,
  });
  const statement = sql`
    with claimed as (
      update webhook_events set ${claim(context)}
      where id = ${id} and ${isOpen(context)}
      ${answer}
    ),
    logged as (${logged})
    select event, attempts from claimed`;
  return claimAndRead(context, id, statement);
};

/** Claims the event that has been due longest, or answers null. */
export const claimDueEvent = async (context: Context): Promise<ClaimedEvent | null> => {
  const statement = sql`
    update webhook_events set ${claim(context)}
    where id = (
      select id from webhook_events
      where ${isToDo} and ${isFree(context)} and next_attempt_at <= ${timestamptz(context.now)}
      order by next_attempt_at limit 1 for update skip locked
    )
    ${answer}`;
  const [event] = await rowsOf(context.db, statement, claimed);
  return event ?? null;
};
