import { and, eq, isNotNull, lt, not, or, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { isRedactable, redaction } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { hasBuyer, hasKnownOrder } from '../buyers/withdrawal-order.ts';

/** A handled withdrawal without a known order is deleted after this time, in milliseconds. The privacy policy states it. */
const maxUnknownAge = 90 * dayMs;

/**
 * Deletes handled withdrawals that belong to no purchase, because anybody may have sent them with somebody else's address. Deletes those
 * at once whose address was erased while they were open. The admins' notes about them are redacted in the audit log.
 */
export async function sweepWithdrawals({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = new Date(now.getTime() - maxUnknownAge);
  const { isFromBuyer, email, handledAt } = withdrawals;
  const isOver = or(
    and(eq(isFromBuyer, true), isNotNull(email), not(hasBuyer)),
    and(eq(isFromBuyer, false), lt(handledAt, until)),
  );
  const gone = db.$with('gone').as(
    db
      .delete(withdrawals)
      .where(and(isNotNull(handledAt), not(hasKnownOrder), isOver))
      .returning({ id: withdrawals.id }),
  );
  await db
    .with(gone)
    .update(auditLog)
    .set(redaction)
    .where(isRedactable('withdrawal', sql`any (array(select ${gone.id}::text from ${gone}))`));
}
