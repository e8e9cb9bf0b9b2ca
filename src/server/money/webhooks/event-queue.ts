import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { type ClaimOf, isUnleased, leaseOf, newLease, newLeaseEnd } from '../../frame/queue/queue.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** States of an event that is not done. */
const pendingStates = ['received', 'failed'] as const;

/** Condition for an event that is not done. */
const isPending = sql.raw(
  `webhook_events.state in (${pendingStates.map((state) => `'${state}'`).join(', ')})`,
);

const claimedColumns = {
  id: webhookEvents.id,
  type: webhookEvents.type,
  body: webhookEvents.body,
  attempts: webhookEvents.attempts,
  lease: leaseOf(webhookEvents),
};

/** The events of PayPal. */
export const eventQueue = {
  table: webhookEvents,
  isOpen: isPending,
  dueAt: webhookEvents.nextAttemptAt,
  columns: () => claimedColumns,
  /** The last attempt is two weeks after the first, because an eCheck's refund may be pending for ten days. */
  maxAttempts: 65,
  afterFailure: (next: Date | null) => ({ state: 'failed', nextAttemptAt: next }) as const,
};

/** An event that is leased to this worker. The body is PayPal's, as it was stored. */
export type ClaimedEvent = ClaimOf<typeof eventQueue>;

/**
 * Stores an event by its id, without personal data, and claims it. A stored event is claimed again if it is not done, or was
 * ignored for a reason. Returns null for other events, and for an event that another worker has.
 */
export async function storeAndClaimEvent(
  { db, now }: Context,
  event: WebhookEvent,
): Promise<ClaimedEvent | null> {
  const { resource } = event;
  const [claimed] = await db
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
    .onConflictDoUpdate({ target: webhookEvents.id, set: reopenAndLease(now), setWhere: isClaimable(now) })
    .returning(claimedColumns);
  return claimed ?? null;
}

/** Claims an event for an admin, due or not, and audits it. Returns null for the same events as `storeAndClaimEvent`. */
export async function claimEvent(context: Context, eventId: string): Promise<ClaimedEvent | null> {
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, webhookEvents, {
      action: 'event.retry',
      where: eq(webhookEvents.id, eventId),
      onlyIf: isClaimable(context.now),
      facts: [webhookEvents.attempts],
      set: reopenAndLease(context.now),
      returning: claimedColumns,
    }),
  ]);
  return changed[0] ?? null;
}

/** True for the state of an event that is not done. */
export function isPendingState(state: string): boolean {
  return pendingStates.some((pending) => pending === state);
}

/**
 * Condition for an event that may be claimed before it is due. An event that was ignored for a reason may be claimed again, because a
 * wrong setting or price may be corrected now.
 */
function isClaimable(now: Date): SQL {
  const isIgnored = and(eq(webhookEvents.state, 'ignored'), isNotNull(webhookEvents.lastError));
  return sql`${isUnleased(webhookEvents, now)} and (${isPending} or ${isIgnored})`;
}

/**
 * Leases an event. An ignored event becomes `received`, and an ignored or given-up event becomes due, so that it is retried if this
 * worker dies.
 */
function reopenAndLease(now: Date) {
  const { state, nextAttemptAt: next } = webhookEvents;
  return {
    ...newLease(webhookEvents, now),
    processedAt: null,
    state: sql`case ${state} when 'ignored' then 'received' else ${state} end`,
    nextAttemptAt: sql`coalesce(${next}, ${now.toISOString()}::timestamptz)`,
  } satisfies PgUpdateSetSource<typeof webhookEvents>;
}
