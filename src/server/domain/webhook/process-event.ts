import { and, eq, isNull } from 'drizzle-orm';
import { withoutValues } from '../../../shared/without-values.ts';
import type { Context } from '../../context.ts';
import { webhookEvents } from '../../db/schema/webhook-events.ts';
import type { ClaimedEvent } from './claim-event.ts';
import { nextAttemptAt } from './retry-rule.ts';
import { settleEvent } from './settle-event.ts';

const textOf = (error: unknown): string =>
  withoutValues(error instanceof Error ? error.message : String(error));

/** What went wrong, for the admin. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause === undefined ? textOf(error) : `${textOf(error)} (${textOf(cause)})`;
  return text.slice(0, 500);
};

/**
 * Processes a claimed event and notes how it ended; tells whether it is done. One that failed is due again later, or
 * given up: `failed` without a next attempt. Throws only when the outcome cannot be noted; then the lease ends.
 */
export const processEvent = async (context: Context, { event, attempts }: ClaimedEvent): Promise<boolean> => {
  const ofEvent = eq(webhookEvents.id, event.id);
  try {
    const outcome = await settleEvent(context, event);
    await context.db
      .update(webhookEvents)
      .set({ ...outcome, processedAt: context.now, nextAttemptAt: null, leasedUntil: null })
      .where(ofEvent);
    return true;
  } catch (error) {
    // Somebody who claimed it after this lease ended has the say.
    await context.db
      .update(webhookEvents)
      .set({
        state: 'failed',
        lastError: reasonOf(error),
        nextAttemptAt: nextAttemptAt(attempts, context.now),
        leasedUntil: null,
      })
      .where(and(ofEvent, eq(webhookEvents.attempts, attempts), isNull(webhookEvents.processedAt)));
    return false;
  }
};
