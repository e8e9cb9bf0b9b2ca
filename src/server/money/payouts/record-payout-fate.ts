import { sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import type { payoutResult, payoutState } from '../../frame/db/schema/statements.ts';
import { changePayoutState } from './change-payout-state.ts';
import { queuePaidMails } from './queue-payout-mails.ts';

export type PayoutResult = (typeof payoutResult.enumValues)[number];

/** The result of a payment that was sent. */
export type PayoutFate = 'paid' | PayoutResult;

/** The part of a payout that PayPal's report may change, and the facts that the change depends on. */
export interface ChangeablePayout {
  readonly id: string;
  readonly state: (typeof payoutState.enumValues)[number];
  readonly amountCents: number;
  readonly isExported: boolean;
  /** False once the affiliate is forgotten. */
  readonly hasAddress: boolean;
  /** PayPal's id of the payment. */
  readonly transactionId: string | null;
  readonly result: PayoutResult | null;
  /** The date of the row that the result comes from; of a payout that is paid now, the date of its payment. */
  readonly resultAt: Date | null;
}

/** A payout before and after the rows of a report. */
export interface PayoutChange {
  readonly before: ChangeablePayout;
  readonly after: ChangeablePayout;
}

/**
 * Records the fates of exported payouts, which PayPal's report tells. A payout that was changed since it was loaded stays as it is;
 * the next report tells its fate again.
 */
export async function recordPayoutFates(context: Context, changes: readonly PayoutChange[]): Promise<void> {
  const reporting: Context = { ...context, actor: { kind: 'paypal' } };
  const groups = Map.groupBy(changes, ({ before, after }) =>
    before.state === 'paid' ? 'taken-back' : (after.result ?? 'paid'),
  );
  for (const [group, members] of groups)
    await changePayoutState(
      reporting,
      members.map(({ before, after }) => ({
        id: after.id,
        transactionId: after.transactionId,
        at: after.resultAt,
        former: { result: before.result, transactionId: before.transactionId },
      })),
      group === 'paid' ? paid(reporting) : group === 'taken-back' ? takenBack : unpaid(group),
    );
}

/** Nothing that the fate depends on has changed since the payout was loaded. */
const isUnchanged = sql`found.exported_at is not null
  and found.result is not distinct from requested.former_result
  and found.transaction_id is not distinct from requested.former_transaction_id`;

function paid(context: Context) {
  return {
    action: 'payout.paid',
    from: ['approved'],
    set: sql`state = 'paid', transaction_id = requested.transaction_id, paid_at = requested.at,
      result = null, result_at = null`,
    condition: isUnchanged,
    mails: queuePaidMails(context, sql`changed`),
  } as const;
}

function unpaid(result: PayoutResult) {
  return {
    action: `payout.${result}`,
    from: ['proposed', 'approved'],
    set: sql`result = ${result}::payout_result, result_at = requested.at, transaction_id = requested.transaction_id`,
    condition: isUnchanged,
  } as const;
}

/** A paid payout whose money came back is approved again, as returned. An admin may have marked it as paid. */
const takenBack = {
  action: 'payout.returned',
  from: ['paid'],
  set: sql`state = 'approved', paid_at = null, result = 'returned', result_at = requested.at`,
  condition: sql`${isUnchanged} and found.transaction_id = requested.transaction_id and found.payout_email is not null`,
} as const;
