import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { payouts, type payoutState } from '../../frame/db/schema/statements.ts';
import { changePayoutState } from './change-payout-state.ts';
import { isOpenPayout, type PayoutResult } from './payout-result.ts';
import { queuePaidMails } from './queue-payout-mails.ts';

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
 * Records the fates of exported payouts from PayPal's report. A payout that was changed since it was loaded stays as it is;
 * the next report has its fate again.
 */
export async function recordPayoutFates(context: Context, changes: readonly PayoutChange[]): Promise<void> {
  const reporting: Context = { ...context, actor: { kind: 'paypal' } };
  const groups = Map.groupBy(changes, ({ before, after }) =>
    before.state === 'paid' ? 'taken-back' : (after.result ?? 'paid'),
  );
  for (const [group, members] of groups) {
    const told = factsOf(members);
    await changePayoutState(
      reporting,
      members.map(({ after }) => after.id),
      group === 'paid'
        ? paid(reporting, told)
        : group === 'taken-back'
          ? takenBack(told)
          : unpaid(group, told),
    );
  }
}

/** The facts of the report about each payout. */
interface ToldFacts {
  readonly transactionId: SQL;
  readonly at: SQL;
  /** Nothing that the fate depends on has changed since the payout was loaded. */
  readonly isUnchanged: SQL | undefined;
}

function factsOf(changes: readonly PayoutChange[]): ToldFacts {
  const rows = changes.map(({ before, after }) => ({
    id: after.id,
    transaction_id: after.transactionId,
    at: after.resultAt?.toISOString(),
    former_result: before.result,
    former_transaction_id: before.transactionId,
  }));
  const told = (column: string) => sql`(
    select ${sql.identifier(column)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id uuid,
      transaction_id text, at timestamptz, former_result payout_result, former_transaction_id text)
    where told.id = ${payouts.id})`;
  return {
    transactionId: told('transaction_id'),
    at: told('at'),
    isUnchanged: and(
      isNotNull(payouts.exportedAt),
      sql`${payouts.result} is not distinct from ${told('former_result')}`,
      sql`${payouts.transactionId} is not distinct from ${told('former_transaction_id')}`,
    ),
  };
}

function paid(context: Context, { transactionId, at, isUnchanged }: ToldFacts) {
  return {
    action: 'payout.paid',
    onlyIf: and(eq(payouts.state, 'approved'), isUnchanged),
    set: { state: 'paid', transactionId, paidAt: at, result: null, resultAt: null },
    mails: (willChange: SQL) => queuePaidMails(context, willChange, transactionId),
  } as const;
}

function unpaid(result: PayoutResult, { transactionId, at, isUnchanged }: ToldFacts) {
  return {
    action: `payout.${result}`,
    onlyIf: and(isOpenPayout, isUnchanged),
    set: { result, resultAt: at, transactionId },
  } as const;
}

/** A paid payout whose money came back is approved again, as returned. An admin may have marked it as paid. */
function takenBack({ transactionId, at, isUnchanged }: ToldFacts) {
  return {
    action: 'payout.returned',
    onlyIf: and(
      eq(payouts.state, 'paid'),
      isUnchanged,
      sql`${payouts.transactionId} = ${transactionId}`,
      isNotNull(payouts.payoutEmail),
    ),
    set: { state: 'approved', paidAt: null, result: 'returned', resultAt: at },
  } as const;
}
