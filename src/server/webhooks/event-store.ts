import * as z from 'zod/mini';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../shared/limits.ts';
import { auditRows } from '../audit/audit-rows.ts';
import type { Context } from '../context.ts';
import { webhookEvents } from '../db/schema/webhook-events.ts';
import { rowsOf, timestamptz } from '../db/sql.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';

const id = z.string().check(z.minLength(1), z.maxLength(128));

/** PayPal's ids and types never contain an address. `strip_personal_data` would blank one that did. */
const name = id.check(z.refine((text) => !text.includes('@')));

/** An id that the resource may lack, or that was removed because it was an address. */
const optionalId = z.optional(
  z.pipe(
    z.nullish(z.string().check(z.maxLength(128))),
    z.transform((text) => text || undefined),
  ),
);

/** PostgreSQL does not take every date that can be written. PayPal sends none of the others. */
function isStorableMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= 0 && at < Date.UTC(9999, 0);
}

/** The used parts of PayPal's event. The whole body is stored, without personal data. */
export const webhookEvent = z.looseObject({
  id: name,
  event_type: name,
  create_time: z.iso.datetime({ offset: true }).check(z.refine(isStorableMoment)),
  resource: z.looseObject({
    /** Missing in disputes and reversed approvals, which have an id of another name. */
    id: optionalId,
    dispute_id: optionalId,
    order_id: optionalId,
    billing_agreement_id: z.nullish(z.string().check(z.maxLength(128))),
    supplementary_data: z.nullish(z.object({ related_ids: z.optional(z.object({ order_id: optionalId })) })),
    disputed_transactions: z.nullish(z.array(z.looseObject({ seller_transaction_id: optionalId }))),
    links: z.catch(z.nullish(z.array(z.object({ href: z.string(), rel: z.string() }))), null),
  }),
});

export type WebhookEvent = z.infer<typeof webhookEvent>;

/** True if a text can be the id of a stored event. PostgreSQL refuses NUL. */
export function isEventId(text: string): boolean {
  return id.safeParse(text).success && !text.includes(String.fromCharCode(0));
}

/** An event that this worker alone processes until its lease ends. `attempts` includes this one. */
export interface ClaimedEvent {
  readonly event: WebhookEvent;
  readonly attempts: number;
}

const claimedRow = z.object({ event: webhookEvent, attempts: z.number() });

const minuteMs = 60 * 1_000;
const longestWaitMs = 6 * 60 * minuteMs;

/** Duration of a lease: longer than any function may run. */
const leaseMs = 2 * minuteMs;

/** The last attempt is two weeks after the first, because the refund of an eCheck may be pending for ten days. */
export const lastAttempt = 65;

/** When an event is due again after its n-th failure: one minute later, doubled each time, at most six hours. Null: given up. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  if (attempts >= lastAttempt) return null;
  return new Date(now.getTime() + Math.min(minuteMs * 2 ** (attempts - 1), longestWaitMs));
}

/**
 * Stores an event once under its id, without personal data, and claims it. A stored event is claimed again unless it is done
 * or another worker has it. Returns null if there is nothing to do.
 */
export async function storeEvent(context: Context, event: WebhookEvent): Promise<ClaimedEvent | null> {
  const { resource } = event;
  const resourceId = resource.id ?? resource.dispute_id ?? resource.order_id ?? null;
  const statement = sql`
    insert into webhook_events (
      id, type, resource_id, body, occurred_at, received_at, attempts, next_attempt_at, leased_until
    ) values (
      ${event.id}, ${event.event_type}, ${resourceId}::text,
      strip_personal_data(${JSON.stringify(event)}::jsonb), ${timestamptz(new Date(event.create_time))},
      ${timestamptz(context.now)}, 1, ${timestamptz(context.now)}, ${leaseEnd(context)}
    )
    on conflict (id) do update set ${leaseEvent(context)} where ${isOpen(context)}
    ${claimedColumns}`;
  return claimedBy(context, statement);
}

/** Claims the event that has been due longest. */
export async function claimDueEvent(context: Context): Promise<ClaimedEvent | null> {
  const statement = sql`
    update webhook_events set ${leaseEvent(context)}
    where id = (
      select id from webhook_events
      where ${isPending} and ${isFree(context)} and next_attempt_at <= ${timestamptz(context.now)}
      order by next_attempt_at limit 1 for update skip locked
    )
    ${claimedColumns}`;
  return claimedBy(context, statement);
}

/** Claims a stored event for an admin, due or given up, and audits it. Returns null if it is done or another worker has it. */
export async function claimEvent(context: Context, eventId: string): Promise<ClaimedEvent | null> {
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'event.retry',
    entity: 'event',
    entityId: sql`${eventId}::text`,
    after: sql`jsonb_build_object('attempts', claimed.attempts)`,
    from: sql`claimed`,
  });
  const statement = sql`
    with claimed as (
      update webhook_events set ${leaseEvent(context)}
      where id = ${eventId} and ${isOpen(context)}
      ${claimedColumns}
    ),
    logged as (${logged})
    select event, attempts from claimed`;
  return claimedBy(context, statement);
}

async function claimedBy({ db }: Context, statement: SQL): Promise<ClaimedEvent | null> {
  const [claimed] = await rowsOf(db, statement, claimedRow);
  return claimed ?? null;
}

/** The end of an event. An ignored event has a reason, unless its type is not used here. */
export interface EventOutcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

/** Marks an event as done. */
export async function markProcessed(
  { db, now }: Context,
  eventId: string,
  outcome: EventOutcome,
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ ...outcome, processedAt: now, nextAttemptAt: null, leasedUntil: null })
    .where(eq(webhookEvents.id, eventId));
}

/** Marks an attempt as failed, unless another worker has claimed the event since. `next` is null for an event that is given up. */
export async function markFailed(
  { db }: Context,
  { event, attempts }: ClaimedEvent,
  { reason, next }: { readonly reason: string; readonly next: Date | null },
): Promise<void> {
  const isStillOurs = and(
    eq(webhookEvents.id, event.id),
    eq(webhookEvents.attempts, attempts),
    isNull(webhookEvents.processedAt),
  );
  const statement = db
    .update(webhookEvents)
    .set({ state: 'failed', lastError: reason, nextAttemptAt: next, leasedUntil: null })
    .where(isStillOurs);
  // The time limit of the work may be over, so this has a little time of its own.
  await withTimeLimit(limits.outsideMs.note, () => db.batch([statement]));
}

function leaseEnd({ now }: Context): SQL {
  return timestamptz(new Date(now.getTime() + leaseMs));
}

/** Written like the condition of the index on due events. */
const isPending = sql`webhook_events.state in ('received', 'failed')`;

function isFree({ now }: Context): SQL {
  return sql`(webhook_events.leased_until is null or webhook_events.leased_until <= ${timestamptz(now)})`;
}

/** An event that was ignored for a reason is open as well: a setting or a price may be right by now. */
function isOpen(context: Context): SQL {
  return sql`${isFree(context)}
    and (${isPending} or (webhook_events.state = 'ignored' and webhook_events.last_error is not null))`;
}

/** SET clause that leases an event. A finished event is reopened and made due, so it is retried if this worker dies. */
function leaseEvent(context: Context): SQL {
  return sql`attempts = webhook_events.attempts + 1,
    leased_until = ${leaseEnd(context)}, processed_at = null,
    state = case webhook_events.state when 'ignored' then 'received' else webhook_events.state end,
    next_attempt_at = coalesce(webhook_events.next_attempt_at, ${timestamptz(context.now)})`;
}

const claimedColumns = sql`returning body as event, attempts`;
