import { uuidv7 } from 'uuidv7';
import { currency } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import { returnedCents } from '../ledger/missing-entries.ts';
import type { Dispute, ProviderRefund } from '../paypal/payments.ts';
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

/**
 * Records a completed refund of one of the purchase's payments, and how much of the payment went back. Any other refund
 * changes nothing. Throws `purchase-mismatch` for another currency.
 */
export function applyRefund(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  refund: (ProviderRefund & { readonly kind: 'refund' | 'reversal' }) | undefined,
): BuyerAccount {
  const payment = paymentsOf(buyer, purchase).find(({ providerId }) => providerId === refund?.paymentId);
  if (!refund || !payment || refund.state !== 'completed' || refund.amount.cents === 0) return buyer;
  if (refund.amount.currency !== currency) throw problem('purchase-mismatch');
  const { id: providerId, kind, amount, refundedAt } = refund;
  const added: RefundRow = {
    id: uuidv7(),
    paymentId: payment.id,
    amountCents: amount.cents,
    ...{ providerId, kind, refundedAt },
  };
  const isKnown = buyer.refunds.some((known) => known.providerId === providerId);
  const refunds = isKnown ? buyer.refunds : [...buyer.refunds, added];
  const ofPayment = refunds.filter(({ paymentId }) => paymentId === payment.id);
  const sum = ofPayment.reduce((total, { amountCents }) => total + amountCents, 0);
  const refundedCents = Math.min(payment.amountCents, sum);
  const isReversed =
    payment.state === 'completed' &&
    refundedCents === payment.amountCents &&
    ofPayment.some((made) => made.kind === 'reversal');
  const changed: PaymentRow = { ...payment, refundedCents, ...(isReversed && { state: 'reversed' }) };
  return { ...buyer, refunds, payments: replaceRow(buyer.payments, changed) };
}

/**
 * Records the state of a dispute for each of the purchase's payments in it. An older answer undoes no newer one. The lost
 * amount is known only if the dispute is about a single payment.
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
      return { id: uuidv7(), paymentId, lostCents, ...{ providerId, state, openedAt, stateAt } };
    })
    .reduce(upsertDispute, buyer.disputes);
  return { ...buyer, disputes };
}

function upsertDispute(disputes: readonly DisputeRow[], current: DisputeRow): readonly DisputeRow[] {
  const known = disputes.find(
    ({ providerId, paymentId }) => providerId === current.providerId && paymentId === current.paymentId,
  );
  if (!known) return [...disputes, current];
  const isNewer =
    current.stateAt > known.stateAt ||
    (current.stateAt.getTime() === known.stateAt.getTime() && known.state === 'open');
  return isNewer ? replaceRow(disputes, { ...current, id: known.id, openedAt: known.openedAt }) : disputes;
}

/** A refund or reversal, and how much of it the seller did not get back. US cents. */
export interface CountedRefund extends RefundRow {
  readonly staysCents: number;
}

/** The largest difference between two of PayPal's clocks. */
const toleranceMs = 60_000;

/**
 * Returns the refunds of a payment, oldest first. PayPal may take the money when a dispute opens, and give it back. So a
 * reversal during disputes that the seller won takes nothing, and during a lost one no more than it cost, where that is
 * known. Any dispute that is not won counts, because one may give way to another.
 */
export function countedRefunds(
  buyer: BuyerAccount,
  { id }: Pick<PaymentRow, 'id'>,
): readonly CountedRefund[] {
  const disputes = buyer.disputes.filter(({ paymentId }) => paymentId === id);
  const isDisputed = (at: number) =>
    disputes.some(
      ({ openedAt, stateAt }) =>
        at >= openedAt.getTime() - toleranceMs && at <= stateAt.getTime() + toleranceMs,
    );
  let left = reversibleCents(disputes);
  return buyer.refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((one, other) => one.refundedAt.getTime() - other.refundedAt.getTime())
    .map((refund) => {
      if (refund.kind !== 'reversal' || !isDisputed(refund.refundedAt.getTime()))
        return { ...refund, staysCents: refund.amountCents };
      const staysCents = Math.min(refund.amountCents, left);
      left -= staysCents;
      return { ...refund, staysCents };
    });
}

/** Returns the sum that reversals during these disputes can take for good. US cents. */
function reversibleCents(disputes: readonly DisputeRow[]): number {
  const notWon = disputes.filter(({ state }) => state !== 'won');
  const [only] = notWon;
  if (!only) return 0;
  return (notWon.length === 1 && only.state === 'lost' && only.lostCents) || Infinity;
}

/** Returns the part of a payment that went back for good since a moment of PayPal's clock. US cents. */
export function returnedSince(buyer: BuyerAccount, payment: PaymentRow, since = new Date(0)): number {
  const refunds = countedRefunds(buyer, payment).filter(
    ({ refundedAt }) => refundedAt.getTime() >= since.getTime() - toleranceMs,
  );
  return returnedCents(refunds, payment.amountCents);
}

/** The value of `released_by` for a hold that the end of its dispute released. */
const releasedByProvider = 'provider';

/**
 * Puts the commissions of a purchase on hold while a dispute is open, or lost with the money not back yet, and releases the
 * hold afterwards. A hold that the admin released stays released until another dispute opens.
 */
export function updateDisputeHolds(buyer: BuyerAccount, purchase: PurchaseRow, now: Date): BuyerAccount {
  return paymentsOf(buyer, purchase).reduce(
    (account, payment) => ({ ...account, holds: disputeHolds(account, payment, now) }),
    buyer,
  );
}

function disputeHolds(buyer: BuyerAccount, payment: PaymentRow, now: Date): readonly HoldRow[] {
  const since = unsettledSince(buyer, payment);
  const holds = buyer.holds.filter(
    ({ paymentId, reason }) => paymentId === payment.id && reason === 'dispute',
  );
  const open = holds.find(({ releasedAt }) => releasedAt === null);
  if (since === null)
    return open
      ? replaceRow(buyer.holds, { ...open, releasedAt: now, releasedBy: releasedByProvider })
      : buyer.holds;
  // One hold stands for all disputes. An admin who releases it has decided about the newest dispute, too.
  if (open)
    return since > open.placedAt ? replaceRow(buyer.holds, { ...open, placedAt: since }) : buyer.holds;
  const isReleasedByAdmin = holds.some(
    ({ releasedBy, placedAt }) => releasedBy !== releasedByProvider && placedAt >= since,
  );
  if (isReleasedByAdmin) return buyer.holds;
  const placed: HoldRow = {
    id: uuidv7(),
    paymentId: payment.id,
    reason: 'dispute',
    placedAt: since,
    releasedAt: null,
    releasedBy: null,
  };
  return [...buyer.holds, placed];
}

/** Returns when the newest unsettled dispute of a payment opened. It took no money that went back before that. */
function unsettledSince(buyer: BuyerAccount, payment: PaymentRow): Date | null {
  const opened = buyer.disputes
    .filter(({ paymentId }) => paymentId === payment.id)
    .filter(({ state, openedAt, lostCents }) => {
      // The loss of a dispute about several payments is unknown: any money that goes back settles it.
      const isBack =
        returnedSince(buyer, payment, openedAt) >= Math.max(1, lostCents) ||
        returnedSince(buyer, payment) === payment.amountCents;
      return state === 'open' || (state === 'lost' && !isBack);
    })
    .map(({ openedAt }) => openedAt.getTime());
  return opened.length > 0 ? new Date(Math.max(...opened)) : null;
}
