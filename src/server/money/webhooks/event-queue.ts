import { and, eq, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { limits } from '../../../shared/limits.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { endLease, isUnleased, leaseOf, newLeaseEnd } from '../../frame/db/worker-lease.ts';
import { backOffMs } from '../../frame/outbound/back-off.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

/** An event that is leased to this worker. `attempts` includes the current attempt. */
export interface ClaimedEvent {
  readonly event: WebhookEvent;
  readonly attempts: number;
  readonly lease: string;
}

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
  const { db, now } = context;
  const { resource } = event;
  return readClaimed(
    await db
      .insert(webhookEvents)
      .values({
        id: event.id,
        type: event.event_type,
        resourceId: resource.id ?? resource.dispute_id ?? resource.order_id ?? null,
        body: sql`strip_personal_data(${JSON.stringify(event)}::jsonb)`,
        occurredAt: new Date(event.create_time),
        receivedAt: now,
        attempts: 1,
        nextAttemptAt: now,
        leasedUntil: newLeaseEnd(now),
      })
      .onConflictDoUpdate({ target: webhookEvents.id, set: leaseEvent(now), setWhere: isOpen(now) })
      .returning(claimedColumns),
  );
}

/** Claims the event that has been due longest. Returns null if no event is due. */
export async function claimDueEvent({ db, now }: Pick<Context, 'db' | 'now'>): Promise<ClaimedEvent | null> {
  const due = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isPending, isUnleased(webhookEvents, now), lte(webhookEvents.nextAttemptAt, now)))
    .orderBy(webhookEvents.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true });
  return readClaimed(
    await db
      .update(webhookEvents)
      .set(leaseEvent(now))
      .where(eq(webhookEvents.id, sql`(${due.getSQL()})`))
      .returning(claimedColumns),
  );
}

/** Claims an open event for an admin, due or not, and audits it. Returns null if it is done, or if another worker has it. */
export async function claimEvent(context: Context, eventId: string): Promise<ClaimedEvent | null> {
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, webhookEvents, {
      action: 'event.retry',
      entity: 'event',
      where: eq(webhookEvents.id, eventId),
      onlyIf: isOpen(context.now),
      found: { id: webhookEvents.id },
      facts: [webhookEvents.attempts],
      set: leaseEvent(context.now),
      returning: claimedColumns,
    }),
  ]);
  return readClaimed(changed);
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
  await endEventLease(db, claimed, { state, lastError, processedAt: now, nextAttemptAt: null });
}

/** Marks an attempt as failed, unless another worker has claimed the event since. `next` is null if the event is given up. */
export async function markFailed(
  { db }: Context,
  claimed: ClaimedEvent,
  { reason, next }: { readonly reason: string; readonly next: Date | null },
): Promise<void> {
  // The time limit of the scope may be over, so this has a limit of its own.
  await withTimeLimit(limits.timeoutMs.markFailed, () =>
    db.atomically((tx) => [
      endEventLease(tx, claimed, { state: 'failed', lastError: reason, nextAttemptAt: next }),
    ]),
  );
}

function endEventLease(
  tx: Statements,
  { event: { id }, lease }: ClaimedEvent,
  set: PgUpdateSetSource<typeof webhookEvents>,
) {
  return endLease(tx, webhookEvents, { id, lease }, set);
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
function isOpen(now: Date): SQL {
  const isIgnored = and(eq(webhookEvents.state, 'ignored'), isNotNull(webhookEvents.lastError));
  return sql`${isUnleased(webhookEvents, now)} and (${isPending} or ${isIgnored})`;
}

/** Leases an event. A finished event is reopened and made due, so it is retried if this worker dies. */
function leaseEvent(now: Date) {
  const { attempts, state, nextAttemptAt: next } = webhookEvents;
  return {
    attempts: sql`${attempts} + 1`,
    leasedUntil: newLeaseEnd(now),
    processedAt: null,
    state: sql`case ${state} when 'ignored' then 'received' else ${state} end`,
    nextAttemptAt: sql`coalesce(${next}, ${now.toISOString()}::timestamptz)`,
  } satisfies PgUpdateSetSource<typeof webhookEvents>;
}

/** RETURNING clause of a claim. */
const claimedColumns = {
  event: webhookEvents.body,
  attempts: webhookEvents.attempts,
  lease: leaseOf(webhookEvents),
};

/** Reads the row of a claim. The body is PayPal's, as it was stored. */
function readClaimed(
  rows: readonly { readonly event: unknown; readonly attempts: number; readonly lease: string }[],
): ClaimedEvent | null {
  const [claimed] = rows;
  return claimed ? { ...claimed, event: webhookEvent.parse(claimed.event) } : null;
}
