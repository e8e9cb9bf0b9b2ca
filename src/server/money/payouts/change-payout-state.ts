import * as z from 'zod/mini';
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { problem } from '../../../shared/problems.ts';
import type { PaidItem } from '../../../shared/schemas/payout.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { payouts } from '../../frame/db/schema/statements.ts';
import { bulkResult } from '../../frame/lists/bulk-result.ts';
import { isOpenPayout } from './payout-result.ts';
import { queuePaidMails, queueRejectionMails } from './queue-payout-mails.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const payoutChangeResult = z
  .object({
    changed: ids,
    unchanged: ids.check(z.describe('The payout is in a state that does not allow the change')),
    missing: ids.check(z.describe('No payout has this ID')),
  })
  .check(z.meta({ id: 'MovedPayouts' }));

export type PayoutChangeResult = z.infer<typeof payoutChangeResult>;

/** Approves proposed payouts. A payout without a payment email, or with a payment under way at PayPal, stays proposed. */
export function approvePayouts(context: Context, payoutIds: readonly string[]): Promise<PayoutChangeResult> {
  return changePayoutState(context, payoutIds, {
    action: 'payout.approve',
    onlyIf: and(eq(payouts.state, 'proposed'), isNotNull(payouts.payoutEmail), isNull(payouts.result)),
    set: { state: 'approved', approvedBy: actorId(context.actor), approvedAt: context.now },
  });
}

/**
 * Marks approved payouts as paid, each with its PayPal transaction. Throws `payout-transaction-taken`, and changes nothing, if
 * another payout has one of the transactions.
 */
export async function markPayoutsPaid(
  context: Context,
  items: readonly PaidItem[],
): Promise<PayoutChangeResult> {
  const sent = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as sent (id uuid, "transactionId" text)`;
  const transactionId = sql`(select sent."transactionId" from ${sent} where sent.id = ${payouts.id})`;
  try {
    return await changePayoutState(
      context,
      items.map(({ id }) => id),
      {
        action: 'payout.paid',
        onlyIf: and(
          eq(payouts.state, 'approved'),
          // Money that came back was not paid by the transaction that came back.
          or(
            isNull(payouts.result),
            eq(payouts.result, 'unclaimed'),
            sql`${payouts.transactionId} is distinct from ${transactionId}`,
          ),
        ),
        set: { state: 'paid', transactionId, paidAt: context.now, result: null, resultAt: null },
        mails: (willChange) => queuePaidMails(context, willChange, transactionId),
      },
    );
  } catch (error) {
    throw isUniqueViolation(error) ? problem('payout-transaction-taken', { cause: error }) : error;
  }
}

interface Rejection {
  readonly ids: readonly string[];
  readonly reason: string;
  /** The ids of payouts that the admin knows to be in a payment file. */
  readonly exported: readonly string[];
}

/**
 * Rejects payouts that are not paid. Their amounts return with the statement of the current month. An exported payout may
 * already be on its way, so it is only rejected if `exported` has its id, or if PayPal has returned or blocked it. An unclaimed
 * payout is not rejected: its recipient can still accept it.
 */
export function rejectPayouts(
  context: Context,
  { ids: payoutIds, reason, exported }: Rejection,
): Promise<PayoutChangeResult> {
  return changePayoutState(context, payoutIds, {
    action: 'payout.reject',
    onlyIf: and(
      isOpenPayout,
      or(
        isNull(payouts.exportedAt),
        inArray(payouts.result, ['returned', 'blocked']),
        and(isNull(payouts.result), inArray(payouts.id, [...exported])),
      ),
    ),
    set: { state: 'rejected', rejectedReason: reason, rejectedAt: context.now },
    reason,
    mails: (willChange) => queueRejectionMails(context, willChange, reason),
  });
}

interface StateChange {
  readonly action: AuditAction;
  /** Payouts that do not meet it stay as they are, so a repeated request changes nothing. */
  readonly onlyIf: SQL | undefined;
  readonly set: PgUpdateSetSource<typeof payouts>;
  readonly reason?: string;
  /** The INSERT of mails about the payouts that will change. */
  readonly mails?: (willChange: SQL) => SQL;
}

/** Changes the state of payouts in one transaction, with an audit entry and a mail for each change. */
export async function changePayoutState(
  context: Context,
  payoutIds: readonly string[],
  { action, onlyIf, set, reason, mails }: StateChange,
): Promise<PayoutChangeResult> {
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, payouts, {
      action,
      reason,
      isBulk: true,
      where: inArray(payouts.id, [...payoutIds]),
      onlyIf,
      before: (willChange) => (mails ? [mails(willChange)] : []),
      set,
      // The payment email is not one of them.
      facts: [payouts.statementId, payouts.amountCents, payouts.state, payouts.transactionId],
      factsIfSet: [payouts.result],
    }),
  ]);
  return bulkResult(payoutIds, {
    known: found.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
  });
}
