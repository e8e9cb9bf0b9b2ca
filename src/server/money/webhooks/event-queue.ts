import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { allRows, timestamptz } from '../../frame/db/sql.ts';
import { endLease, isUnleased, leaseColumn, newLeaseEnd } from '../../frame/db/worker-lease.ts';
import { backOffMs } from '../../frame/outbound/back-off.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

/** An event that is leased to this worker. `attempts` includes the current attempt. */
export interface ClaimedEvent {
  readonly event: WebhookEvent;
  readonly attempts: number;
  readonly lease: string;
}

const claimedRow = z.object({ event: webhookEvent, attempts: z.number(), lease: z.string() });

/** The number of attempts. The last is two weeks after the first, because an eCheck's refund may be pending for ten days. */
export const maxEventAttempts = 65;

/**
 * Returns when an event is due again after so many failed attempts, or null to give up. The first wait is a minute, and each
 * wait is twice as long as the one before, up to six hours.
 */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  if (attempts >= maxEventAttempts) return null;
  return new Date(now.getTime() + backOffMs(attempts));
}

/**
 * Stores an event by its id, without personal data, and claims it. A stored event is claimed again if it is open. Returns null
 * if the event is done, or if another worker has it.
 */
export async function storeAndClaimEvent(
  context: Context,
  event: WebhookEvent,
): Promise<ClaimedEvent | null> {
  const { resource } = event;
  const resourceId = resource.id ?? resource.dispute_id ?? resource.order_id ?? null;
  const statement = sql`
    insert into webhook_events (
      id, type, resource_id, body, occurred_at, received_at, attempts, next_attempt_at, leased_until
    ) values (
      ${event.id}, ${event.event_type}, ${resourceId}::text,
      strip_personal_data(${JSON.stringify(event)}::jsonb), ${timestamptz(new Date(event.create_time))},
      ${timestamptz(context.now)}, 1, ${timestamptz(context.now)}, ${newLeaseEnd(context.now)}
    )
    on conflict (id) do update set ${leaseEvent(context)} where ${isOpen(context)}
    ${claimedColumns}`;
  return claim(context, statement);
}

/** Claims the event that has been due longest. Returns null if no event is due. */
export async function claimDueEvent(context: Context): Promise<ClaimedEvent | null> {
  const statement = sql`
    update webhook_events set ${leaseEvent(context)}
    where id = (
      select id from webhook_events
      where ${isPending} and ${isUnleased(webhookEvents, context.now)} and next_attempt_at <= ${timestamptz(context.now)}
      order by next_attempt_at limit 1 for update skip locked
    )
    ${claimedColumns}`;
  return claim(context, statement);
}

/** Claims an open event for an admin, due or not, and audits it. Returns null if it is done, or if another worker has it. */
export async function claimEvent(context: Context, eventId: string): Promise<ClaimedEvent | null> {
  const logged = insertAuditEntries(context, {
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
    select event, attempts, lease from claimed`;
  return claim(context, statement);
}

async function claim({ db }: Context, statement: SQL): Promise<ClaimedEvent | null> {
  const [claimed] = await allRows(db, statement, claimedRow);
  return claimed ?? null;
}

/** The outcome of an event that is done. An ignored event has a reason, unless the site does not use its type. */
export interface EventOutcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

/** Marks an event as done, unless another worker has claimed it since. */
export async function markProcessed(
  { db, now }: Context,
  claimed: ClaimedEvent,
  { state, lastError }: EventOutcome,
): Promise<void> {
  await db.execute(
    endEventLease(
      claimed,
      sql`state = ${state}::webhook_state, last_error = ${lastError}::text, processed_at = ${timestamptz(now)},
        next_attempt_at = null`,
    ),
  );
}

/** Marks an attempt as failed, unless another worker has claimed the event since. `next` is null if the event is given up. */
export async function markFailed(
  { db }: Context,
  claimed: ClaimedEvent,
  { reason, next }: { readonly reason: string; readonly next: Date | null },
): Promise<void> {
  const statement = endEventLease(
    claimed,
    sql`state = 'failed', last_error = ${reason}::text, next_attempt_at = ${timestamptz(next)}`,
  );
  // The time limit of the scope may be over, so this has a limit of its own.
  await withTimeLimit(limits.timeoutMs.markFailed, () => db.batch([statement]));
}

function endEventLease({ event: { id }, lease }: ClaimedEvent, set: SQL): SQL {
  return endLease(webhookEvents, { id, lease }, set);
}

/** States of an event that is not done. */
const pendingStates = ['received', 'failed'] as const;

/** Condition for an event that is not done. It has no parameters, so that PostgreSQL uses the index with this condition. */
const isPending = sql.raw(
  `webhook_events.state in (${pendingStates.map((state) => `'${state}'`).join(', ')})`,
);

/** True for the state of an event that is not done. */
export function isPendingState(state: string): boolean {
  return pendingStates.some((pending) => pending === state);
}

/**
 * Condition for an event that may be claimed. An event that was ignored for a reason may be claimed again, because a wrong
 * setting or price may be corrected now.
 */
function isOpen(context: Context): SQL {
  return sql`${isUnleased(webhookEvents, context.now)}
    and (${isPending} or (webhook_events.state = 'ignored' and webhook_events.last_error is not null))`;
}

/** SET clause that leases an event. A finished event is reopened and made due, so it is retried if this worker dies. */
function leaseEvent(context: Context): SQL {
  return sql`attempts = webhook_events.attempts + 1,
    leased_until = ${newLeaseEnd(context.now)}, processed_at = null,
    state = case webhook_events.state when 'ignored' then 'received' else webhook_events.state end,
    next_attempt_at = coalesce(webhook_events.next_attempt_at, ${timestamptz(context.now)})`;
}

/** RETURNING clause of a claim. */
const claimedColumns = sql`returning body as event, attempts, ${leaseColumn(webhookEvents)}`;
