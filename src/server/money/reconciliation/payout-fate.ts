import { currency } from '../../../shared/plans.ts';
import { payoutReference } from '../../../shared/payout-file.ts';
import type { ProviderTransaction } from '../../frame/context/paypal.ts';
import type { ChangeablePayout, PayoutFate } from '../payouts/record-payout-fate.ts';
import { amountText, differ, type Difference, type DifferenceCode } from './difference.ts';

/**
 * Returns the fate of a payout from a row of PayPal's report, or null if the row has none. PayPal waits 30 days until the
 * recipient accepts a payment. Until then the payment is pending; then the money comes back with a row of its own.
 */
export function payoutFate({ kind, state }: Pick<ProviderTransaction, 'kind' | 'state'>): PayoutFate | null {
  if (kind === 'payout-back') return state === 'completed' ? 'returned' : null;
  return kind === 'payout' ? fatesOfPayment[state] : null;
}

const fatesOfPayment: Record<ProviderTransaction['state'], PayoutFate> = {
  completed: 'paid',
  'partly-returned': 'paid',
  pending: 'unclaimed',
  returned: 'returned',
  denied: 'blocked',
};

/** True if the money has left our account. */
export function isSent(fate: PayoutFate | null): boolean {
  return fate === 'paid' || fate === 'unclaimed';
}

/** A payment at PayPal, and its fate. `at` is null for a payment that an admin marked as paid. */
interface PayoutPayment {
  /** Null for a denied payment, which may have no id. */
  readonly transactionId: string | null;
  readonly fate: PayoutFate;
  readonly at: Date | null;
}

interface Followed {
  readonly payout: ChangeablePayout;
  readonly differences: readonly Difference[];
}

/**
 * Applies the rows about a payout, oldest first. A later row of a payment wins over an earlier one, and a payment that was sent
 * wins over payments that came back. Rows that do not fit are differences and change nothing: another amount, a second payment,
 * or a payout that may not be paid.
 */
export function followRows(payout: ChangeablePayout, rows: readonly ProviderTransaction[]): Followed {
  const report = (code: DifferenceCode, id: string | null, ours: string, theirs: string) =>
    differ(code, { order_id: payoutReference(payout.id), transaction_id: id ?? '' }, ours, theirs);
  const ourAmount = amountText({ cents: payout.amountCents, currency });
  const wrongAmounts = rows.filter((row) => amountOf(row) !== ourAmount);
  const differences = wrongAmounts.map((row) =>
    report('payout-amount-differs', row.id, ourAmount, amountOf(row)),
  );

  const payments = latestPayments(
    payout,
    rows.filter((row) => !wrongAmounts.includes(row)),
  );
  const stored = payments.find(({ transactionId }) => transactionId === payout.transactionId);
  const sent = payments.filter(({ fate }) => isSent(fate));
  const counted = sent.find((payment) => payment === stored) ?? sent[0] ?? latestOf(payments);
  if (!counted) return { payout, differences };
  for (const { transactionId } of sent.filter((payment) => payment !== counted))
    differences.push(
      report('payout-transaction-differs', transactionId, counted.transactionId ?? '', transactionId ?? ''),
    );

  const { fate, transactionId } = counted;
  if (fate === fateOf(payout) && transactionId === payout.transactionId) return { payout, differences };
  if (payout.state === 'rejected' && !isSent(fate)) return { payout, differences };
  if (!mayChange(payout, fate))
    return {
      payout,
      differences: [...differences, report('payout-state-differs', transactionId, payout.state, fate)],
    };
  return { payout: changed(payout, counted), differences };
}

export function amountOf({ amount }: ProviderTransaction): string {
  return amountText({ ...amount, cents: Math.abs(amount.cents) });
}

/** Returns the stored payment of a payout and the payments of the rows, each with its latest fate. */
function latestPayments(
  payout: ChangeablePayout,
  rows: readonly ProviderTransaction[],
): readonly PayoutPayment[] {
  const fate = fateOf(payout);
  const { transactionId, resultAt } = payout;
  const payments = new Map<string | null, PayoutPayment>();
  if (fate !== null) payments.set(transactionId, { transactionId, fate, at: resultAt });
  for (const row of rows) {
    const rowFate = payoutFate(row);
    const id = row.kind === 'payout' ? row.id || null : (row.paymentId ?? transactionId);
    const earlier = payments.get(id)?.at ?? null;
    if (rowFate !== null && (earlier === null || row.at >= earlier))
      payments.set(id, { transactionId: id, fate: rowFate, at: row.at });
  }
  return [...payments.values()];
}

function fateOf({ state, result }: ChangeablePayout): PayoutFate | null {
  return state === 'paid' ? 'paid' : result;
}

/** Returns the latest payment, and of two with the same time always the same one. */
function latestOf(payments: readonly PayoutPayment[]): PayoutPayment | undefined {
  const keyOf = ({ at, transactionId }: PayoutPayment) => `${at?.toISOString() ?? ''} ${transactionId ?? ''}`;
  return payments.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).at(-1);
}

/** True if a payout may take a fate. Only exported payouts are paid; a paid payout can only be returned. */
function mayChange({ state, isExported, hasAddress }: ChangeablePayout, fate: PayoutFate): boolean {
  if (!isExported || state === 'rejected') return false;
  if (state === 'paid') return fate === 'returned' && hasAddress;
  return fate !== 'paid' || state === 'approved';
}

function changed(payout: ChangeablePayout, { transactionId, fate, at }: PayoutPayment): ChangeablePayout {
  if (fate === 'paid') return { ...payout, transactionId, state: 'paid', result: null, resultAt: at };
  const state = payout.state === 'paid' ? 'approved' : payout.state;
  return { ...payout, transactionId, state, result: fate, resultAt: at };
}
