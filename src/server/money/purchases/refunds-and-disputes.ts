import { uuidv7 } from 'uuidv7';
import { currency } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { netRefundedCents } from '../ledger/missing-entries.ts';
import type { Dispute } from '../../frame/context/paypal.ts';
import {
  type BuyerAccount,
  type DisputeRow,
  type HoldRow,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  type RefundRow,
  replaceRow,
} from './buyer-account.ts';
import type { EventDetails } from './provider-purchase.ts';

/**
 * Records a completed refund of one of the purchase's payments, and the refunded sum of this payment. Ignores a refund that is
 * not completed, or that belongs to no payment of the purchase. Throws `purchase-mismatch` for another currency.
 */
export function applyRefund(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  refund: EventDetails['refund'],
): BuyerAccount {
  const payment = paymentsOf(buyer, purchase).find(({ providerId }) => providerId === refund?.paymentId);
  if (!refund || !payment || refund.state !== 'completed' || refund.amount.cents === 0) return buyer;
  if (refund.amount.currency !== currency) throw problem('purchase-mismatch');
  const { id: providerId, kind, amount, refundedAt } = refund;
  const newRefund: RefundRow = {
    id: uuidv7(),
    paymentId: payment.id,
    amountCents: amount.cents,
    providerId,
    kind,
    refundedAt,
  };
  const isRecorded = buyer.refunds.some((row) => row.providerId === providerId);
  const refunds = isRecorded ? buyer.refunds : [...buyer.refunds, newRefund];
  const paymentRefunds = refunds.filter(({ paymentId }) => paymentId === payment.id);
  const sum = paymentRefunds.reduce((total, { amountCents }) => total + amountCents, 0);
  const refundedCents = Math.min(payment.amountCents, sum);
  const isReversed =
    payment.state === 'completed' &&
    refundedCents === payment.amountCents &&
    paymentRefunds.some((row) => row.kind === 'reversal');
  const changedPayment: PaymentRow = { ...payment, refundedCents, ...(isReversed && { state: 'reversed' }) };
  return { ...buyer, refunds, payments: replaceRow(buyer.payments, changedPayment) };
}

/**
 * Records the state of a dispute for each payment of the purchase that the dispute is about, unless a newer state is recorded.
 * The lost amount of a payment is known only if the dispute is about a single payment.
 */
export function applyDispute(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  dispute: Dispute | undefined,
): BuyerAccount {
  if (!dispute) return buyer;
  const { id: providerId, paymentIds, state, openedAt, changedAt: stateAt, lost } = dispute;
  const isAmountKnown = paymentIds.length === 1 && lost.currency === currency;
  const disputes = paymentsOf(buyer, purchase)
    .filter((payment) => paymentIds.includes(payment.providerId))
    .map(({ id: paymentId, amountCents }) => {
      const lostCents = isAmountKnown ? Math.min(lost.cents, amountCents) : 0;
      return { id: uuidv7(), paymentId, lostCents, providerId, state, openedAt, stateAt };
    })
    .reduce(upsertDispute, buyer.disputes);
  return { ...buyer, disputes };
}

function upsertDispute(disputes: readonly DisputeRow[], current: DisputeRow): readonly DisputeRow[] {
  const recorded = disputes.find(
    ({ providerId, paymentId }) => providerId === current.providerId && paymentId === current.paymentId,
  );
  if (!recorded) return [...disputes, current];
  const isNewer =
    current.stateAt > recorded.stateAt ||
    (current.stateAt.getTime() === recorded.stateAt.getTime() && recorded.state === 'open');
  return isNewer
    ? replaceRow(disputes, { ...current, id: recorded.id, openedAt: recorded.openedAt })
    : disputes;
}

/** A refund or reversal with its net amount: the part that PayPal did not give back to the seller. US cents. */
export interface NetRefund extends RefundRow {
  readonly netCents: number;
}

/** The largest difference between two of PayPal's clocks. */
const toleranceMs = 60_000;

/**
 * Returns the refunds of a payment with their net amounts, oldest first. PayPal may reverse the payment when a dispute opens,
 * and give the money back later. So the net amount of reversals during disputes is 0 if the seller won all disputes of the
 * payment. If the lost amount is known, the net amount is at most the lost amount. All disputes of the payment count, because
 * PayPal does not say which dispute caused a reversal.
 */
export function netRefunds(buyer: BuyerAccount, { id }: Pick<PaymentRow, 'id'>): readonly NetRefund[] {
  const disputes = buyer.disputes.filter(({ paymentId }) => paymentId === id);
  const isDisputed = (at: number) =>
    disputes.some(
      ({ openedAt, stateAt }) =>
        at >= openedAt.getTime() - toleranceMs && at <= stateAt.getTime() + toleranceMs,
    );
  let leftCents = reversibleCents(disputes);
  return buyer.refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((a, b) => a.refundedAt.getTime() - b.refundedAt.getTime())
    .map((refund) => {
      if (refund.kind !== 'reversal' || !isDisputed(refund.refundedAt.getTime()))
        return { ...refund, netCents: refund.amountCents };
      const netCents = Math.min(refund.amountCents, leftCents);
      leftCents -= netCents;
      return { ...refund, netCents };
    });
}

/** Returns the largest net amount of all reversals during these disputes. US cents. */
function reversibleCents(disputes: readonly DisputeRow[]): number {
  const disputesNotWon = disputes.filter(({ state }) => state !== 'won');
  const [dispute] = disputesNotWon;
  if (!dispute) return 0;
  const isLostAmountKnown = disputesNotWon.length === 1 && dispute.state === 'lost' && dispute.lostCents > 0;
  return isLostAmountKnown ? dispute.lostCents : Infinity;
}

/** Returns the net refunds of a payment since a moment of PayPal's clock. US cents. */
export function netRefundedSince(buyer: BuyerAccount, payment: PaymentRow, since = new Date(0)): number {
  const refunds = netRefunds(buyer, payment).filter(
    ({ refundedAt }) => refundedAt.getTime() >= since.getTime() - toleranceMs,
  );
  return netRefundedCents(refunds, payment.amountCents);
}

/** True if the whole payment went back to the buyer. A reversal that PayPal gave back to us after a won dispute does not count. */
export function isPaidBack(buyer: BuyerAccount, payment: PaymentRow): boolean {
  return netRefundedSince(buyer, payment) >= payment.amountCents;
}

/** The value of `released_by` for a hold that the end of its dispute released. */
const releasedByProvider = 'provider';

/**
 * Puts the commission of each disputed payment on hold while a dispute is open, or is lost and the money has not gone back to
 * the buyer yet. Releases the hold afterwards. A hold that an admin released stays released until another dispute opens.
 */
export function updateDisputeHolds(buyer: BuyerAccount, purchase: PurchaseRow, now: Date): BuyerAccount {
  return paymentsOf(buyer, purchase).reduce(
    (account, payment) => ({ ...account, holds: disputeHolds(account, payment, now) }),
    buyer,
  );
}

function disputeHolds(buyer: BuyerAccount, payment: PaymentRow, now: Date): readonly HoldRow[] {
  const since = lastDisputeOpenedAt(buyer, payment);
  const holds = buyer.holds.filter(
    ({ paymentId, reason }) => paymentId === payment.id && reason === 'dispute',
  );
  const openHold = holds.find(({ releasedAt }) => releasedAt === null);
  if (since === null)
    return openHold
      ? replaceRow(buyer.holds, { ...openHold, releasedAt: now, releasedBy: releasedByProvider })
      : buyer.holds;
  // All disputes share one hold. An admin who releases it has decided about the newest dispute, too.
  if (openHold)
    return since > openHold.placedAt
      ? replaceRow(buyer.holds, { ...openHold, placedAt: since })
      : buyer.holds;
  const isReleasedByAdmin = holds.some(
    ({ releasedBy, placedAt }) => releasedBy !== releasedByProvider && placedAt >= since,
  );
  if (isReleasedByAdmin) return buyer.holds;
  const newHold: HoldRow = {
    id: uuidv7(),
    paymentId: payment.id,
    reason: 'dispute',
    placedAt: since,
    releasedAt: null,
    releasedBy: null,
  };
  return [...buyer.holds, newHold];
}

/**
 * Returns the opening time of the newest dispute that is open, or that is lost and whose money has not gone back to the buyer
 * yet. A refund before the dispute does not count as this money, unless the payment was refunded in full.
 */
function lastDisputeOpenedAt(buyer: BuyerAccount, payment: PaymentRow): Date | null {
  const openedTimes = buyer.disputes
    .filter(({ paymentId }) => paymentId === payment.id)
    .filter(({ state, openedAt, lostCents }) => {
      // The lost amount of a dispute about several payments is unknown, so any refund counts for it.
      const isRefunded =
        netRefundedSince(buyer, payment, openedAt) >= Math.max(1, lostCents) ||
        netRefundedSince(buyer, payment) === payment.amountCents;
      return state === 'open' || (state === 'lost' && !isRefunded);
    })
    .map(({ openedAt }) => openedAt.getTime());
  return openedTimes.length > 0 ? new Date(Math.max(...openedTimes)) : null;
}
