import type { Context } from '../context.ts';
import { checkLedger } from './check-ledger.ts';
import { comparePayments } from './compare-payments.ts';
import { compareRefunds } from './compare-refunds.ts';
import { compareReversalsBack } from './compare-reversals-back.ts';
import { differ, type Report } from './difference.ts';
import { ourBooks } from './our-books.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Holds our books against the provider's for the UTC days from `firstDay` to `lastDay` (`2025-08-31`), both included:
 * payments, refunds, and the commissions that they earn. Corrects nothing. Throws `payment-provider-unavailable`.
 */
export const reconcile = async (context: Context, firstDay: string, lastDay: string): Promise<Report> => {
  const from = new Date(`${firstDay}T00:00:00Z`);
  const until = new Date(Date.parse(`${lastDay}T00:00:00Z`) + dayMs);
  const listed = await context.payments.listTransactions(from, until);
  const paid = listed.filter(({ kind }) => kind === 'payment');
  const back = listed.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
  const named = [...paid, ...back].map(({ id }) => id);
  const ours = await ourBooks(context, [from, until], named);

  // A refund of the range may be of a payment before it, whose ledger it changes.
  const refunded = await ourBooks(
    context,
    [from, from],
    ours.refunds.map(({ ofPayment }) => ofPayment),
  );
  const concerned = new Map([...ours.payments, ...refunded.payments].map((payment) => [payment.id, payment]));
  const unreadable = listed.filter(({ kind }) => kind === 'unreadable');
  const differences = [
    ...unreadable.map(({ id }) =>
      differ('transaction-unreadable', { order_id: null, transaction_id: id }, null, null),
    ),
    ...(await comparePayments(context, ours.payments, paid)),
    ...(await compareRefunds(context, ours.refunds, back)),
    ...(await compareReversalsBack(context, listed)),
    ...(await checkLedger(context, [...concerned.values()])),
  ];
  const compared = new Set([
    ...named,
    ...ours.payments.map(({ id }) => id),
    ...ours.refunds.map(({ id }) => id),
  ]);
  return {
    first_day: firstDay,
    last_day: lastDay,
    compared: compared.size,
    differences,
    made_at: context.now.toISOString(),
  };
};
