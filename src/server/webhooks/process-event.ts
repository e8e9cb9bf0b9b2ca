import { and, eq, isNull, type SQLWrapper } from 'drizzle-orm';
import { errorFields } from '../../shared/error-fields.ts';
import type { Context } from '../context.ts';
import type { Rows } from '../db/batch.ts';
import { lateBatch } from '../db/late-batch.ts';
import { webhookEvents } from '../db/schema/webhook-events.ts';
import type { ClaimedEvent } from './claim-event.ts';
import { nextAttemptAt } from './retry-rule.ts';
import { type Outcome, settleEvent } from './settle-event.ts';

/** What went wrong, for the admin: what was at the bottom of it, too, however long the rest is. */
const reasonOf = (error: unknown): string => {
  const { problem, cause } = errorFields(error);
  return cause === undefined ? problem : `${problem.slice(0, 200)} (${cause})`.slice(0, 500);
};

/** An event that could not be processed. */
export interface FailedEvent {
  readonly type: string;
  /** The tries, this one included. */
  readonly attempts: number;
  readonly isGivenUp: boolean;
  readonly error: unknown;
  /** As it is kept, for the admin. */
  readonly reason: string;
}

/**
 * Processes a claimed event and notes how it ended, with what is asked `after` that in the same round trip; tells what
 * failed, if it did, and the rows of that question. One that failed is due again later, or given up: `failed` without a next
 * attempt. Throws only when the outcome cannot be noted; then the lease ends.
 */
export const processEvent = async (
  context: Context,
  { event, attempts, seen }: ClaimedEvent,
  after: readonly SQLWrapper[] = [],
): Promise<{ readonly failed: FailedEvent | null; readonly rows: Rows }> => {
  const { db, now } = context;
  const ofEvent = eq(webhookEvents.id, event.id);
  try {
    const note = (outcome: Outcome) => [
      db
        .update(webhookEvents)
        .set({ ...outcome, processedAt: now, nextAttemptAt: null, leasedUntil: null })
        .where(ofEvent),
      ...after,
    ];
    return { failed: null, rows: await settleEvent(context, event, { note, seen }) };
  } catch (error) {
    const reason = reasonOf(error);
    const next = nextAttemptAt(attempts, now);
    const failed = { type: event.event_type, attempts, isGivenUp: next === null, error, reason };
    // Somebody who claimed it after this lease ended has the say.
    const noted = db
      .update(webhookEvents)
      .set({ state: 'failed', lastError: reason, nextAttemptAt: next, leasedUntil: null })
      .where(and(ofEvent, eq(webhookEvents.attempts, attempts), isNull(webhookEvents.processedAt)));
    return { failed, rows: (await lateBatch(db, [noted, ...after])).at(-1) ?? [] };
  }
};
