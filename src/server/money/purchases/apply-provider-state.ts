import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { normalizeEmail } from '../../../shared/email.ts';
import { termsVersionAt } from '../../../shared/terms-versions.ts';
import type { ProviderPayment } from '../../frame/context/paypal.ts';
import {
  type BuyerAccount,
  buyersPurchases,
  findPurchase,
  hasArrived,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  replaceRow,
  wasActive,
} from './buyer-account.ts';
import type { ConfirmedPurchase } from './match-offer.ts';
import { postCommission } from './post-commission.ts';
import type { CompletionEvent, EventDetails } from './provider-purchase.ts';
import { applyDispute, applyRefund, updateDisputeHolds } from './refunds-and-disputes.ts';

/** The facts about a confirmed purchase that PayPal's order or subscription does not show. */
export interface SyncFacts {
  /** The code that the buyer's browser reported. */
  readonly reportedCode: string | null;
  /** The address for receipts that the buyer's browser reported. */
  readonly reportedEmail?: string | null;
  readonly event: EventDetails;
  readonly completions: readonly CompletionEvent[];
  /** The versions of the terms, newest first. */
  readonly termsVersions: readonly string[];
  readonly now: Date;
}

/**
 * Adds a confirmed purchase to the account: the purchase, its payments, the event's refund or dispute, and the commissions
 * and holds that follow from them. Idempotent: records are unique by PayPal's ids, so a repetition changes nothing.
 */
export function applyProviderState(
  before: BuyerAccount,
  confirmed: ConfirmedPurchase,
  { completions, ...facts }: SyncFacts,
): BuyerAccount {
  const { event, now } = facts;
  const withPurchase = upsertPurchase(before, confirmed, facts);
  const purchase = findPurchase(withPurchase, confirmed.providerId);
  if (!purchase) return before;
  const withInvitation = markInvitation(withPurchase, purchase, confirmed);
  const withPayments = applyPayments(withInvitation, purchase, confirmed.payments, completions);
  const withRefunds = applyDispute(
    applyRefund(withPayments, purchase, event.refund),
    purchase,
    event.dispute,
  );
  const withHolds =
    event.refund || event.dispute ? updateDisputeHolds(withRefunds, purchase, now) : withRefunds;
  return postCommission(withHolds, purchase, now);
}

/** Marks the invitation whose price the purchase has as used up, unless the purchase has failed. */
function markInvitation(
  buyer: BuyerAccount,
  { id, state }: PurchaseRow,
  { invitationId }: ConfirmedPurchase,
): BuyerAccount {
  if (state === 'failed') return buyer;
  const invitations = buyer.invitations.map((row) =>
    row.id === invitationId ? { ...row, purchaseId: id } : row,
  );
  return { ...buyer, invitations };
}

/**
 * Inserts or updates the purchase. A purchase without an affiliate gets one if the code arrives later, and a purchase without an
 * address for the receipt gets the first that is reported. A failed purchase is inserted only if PayPal took the buyer's
 * approval back, so that an admin can see what happened. If the buyer pays later, the purchase is treated as new.
 */
export function upsertPurchase(
  buyer: BuyerAccount,
  confirmed: ConfirmedPurchase,
  { reportedCode, reportedEmail = null, event, termsVersions, now }: Omit<SyncFacts, 'completions'>,
): BuyerAccount {
  const attribution = attribute(buyer, confirmed, reportedCode);
  const row = findPurchase(buyer, confirmed.providerId);
  const orderedAt = confirmed.orderedAt ?? row?.createdAt ?? now;
  const receiptEmail = isJustOrdered(orderedAt, now) ? reportedEmail : null;
  if (!row) {
    if (confirmed.state === 'failed' && !event.isApprovalReversed) return buyer;
    const orderedOrPaidAt = confirmed.orderedAt ?? confirmed.payments[0]?.paidAt ?? now;
    const termsVersion = termsVersionAt(termsVersions, orderedOrPaidAt);
    const added = newPurchase(confirmed, { ...attribution, receiptEmail, termsVersion }, now);
    return { ...buyer, purchases: [...buyer.purchases, added] };
  }
  const isFirstPayment =
    row.state === 'failed' && confirmed.state !== 'failed' && paymentsOf(buyer, row).length === 0;
  const acceptsReport = isFirstPayment || isOpenToReports(row, now);
  const acceptsCode = acceptsReport && row.reattributedAt === null;
  const isNewlyAttributed = acceptsCode && row.affiliateId === null && attribution.affiliateId !== null;
  const changes = {
    ...stateChange(row, confirmed),
    ...nextBillingChange(buyer, row, confirmed),
    ...(isFirstPayment && { ...payerColumns(confirmed), createdAt: now }),
    ...(isNewlyAttributed && attribution),
    ...(row.receiptEmail === null && receiptEmail !== null && { receiptEmail }),
  };
  if (Object.keys(changes).length === 0) return buyer;
  const changed = { ...row, ...changes, version: row.version + 1 };
  return { ...buyer, purchases: replaceRow(buyer.purchases, changed) };
}

type Attribution = Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'>;

/**
 * Finds the affiliate of a code. A code in PayPal's order may belong to an inactive affiliate, because the activation is
 * checked for each payment. A reported code must belong to an affiliate who was active at the first payment. Otherwise it
 * would block a valid code that is reported later.
 */
function attribute(
  buyer: BuyerAccount,
  confirmed: ConfirmedPurchase,
  reportedCode: string | null,
): Attribution {
  const affiliateCode = confirmed.affiliateCode ?? reportedCode;
  const affiliateId = buyer.codes.find(({ code }) => code === affiliateCode)?.affiliateId ?? null;
  const paidAt = confirmed.payments[0]?.paidAt;
  const isValid =
    affiliateId !== null &&
    (confirmed.affiliateCode !== null || (paidAt !== undefined && wasActive(buyer, affiliateId, paidAt)));
  return { affiliateCode, affiliateId: isValid ? affiliateId : null };
}

function newPurchase(
  confirmed: ConfirmedPurchase,
  decided: Attribution & Pick<PurchaseRow, 'receiptEmail' | 'termsVersion'>,
  now: Date,
): PurchaseRow {
  const {
    providerId,
    type,
    planId,
    state,
    stateAt,
    stateFetchedAt,
    nextBillingAt,
    nextBillingCents,
    amountCents,
  } = confirmed;
  return {
    id: uuidv7(),
    providerId,
    type,
    planId,
    state,
    stateAt,
    stateFetchedAt,
    nextBillingAt,
    nextBillingCents,
    amountCents,
    ...payerColumns(confirmed),
    ...decided,
    reattributedAt: null,
    createdAt: now,
    version: 1,
  };
}

function payerColumns({ payer }: ConfirmedPurchase) {
  const payerEmailKey = payer.email && normalizeEmail(payer.email);
  return { payerId: payer.id, payerEmail: payer.email, payerEmailKey };
}

const finalStates: readonly PurchaseRow['state'][] = ['completed', 'cancelled', 'expired'];

/**
 * True if the fetched state is newer than the recorded state. Two workers may fetch a subscription one after the other, and
 * save it in the opposite order. The state with the later PayPal time is newer. If these times are equal, the state that was
 * fetched later is newer.
 */
function isNewer(row: PurchaseRow, { stateAt, stateFetchedAt }: ConfirmedPurchase): boolean {
  if (!stateAt || !stateFetchedAt || !row.stateAt || !row.stateFetchedAt) return true;
  const difference = stateAt.getTime() - row.stateAt.getTime();
  return difference > 0 || (difference === 0 && stateFetchedAt > row.stateFetchedAt);
}

function stateChange(row: PurchaseRow, confirmed: ConfirmedPurchase): Partial<PurchaseRow> {
  if (finalStates.includes(row.state) || confirmed.state === 'pending' || !isNewer(row, confirmed)) return {};
  const { state, stateAt, stateFetchedAt } = confirmed;
  const isSame = state === row.state && stateAt?.getTime() === row.stateAt?.getTime();
  return isSame ? {} : { state, stateAt, stateFetchedAt };
}

/**
 * Returns the date and the amount of the next payment if PayPal has changed them. PayPal's answer may be older than our records: then
 * its date is not after the last payment.
 */
function nextBillingChange(
  buyer: BuyerAccount,
  row: PurchaseRow,
  { nextBillingAt, nextBillingCents }: ConfirmedPurchase,
): Partial<PurchaseRow> {
  const isKnown =
    nextBillingAt?.getTime() === row.nextBillingAt?.getTime() && nextBillingCents === row.nextBillingCents;
  if (nextBillingAt === null || isKnown) return {};
  const isOld = paymentsOf(buyer, row).some(
    (payment) => hasArrived(payment) && payment.paidAt >= nextBillingAt,
  );
  return isOld ? {} : { nextBillingAt, nextBillingCents };
}

/**
 * True for a day after the purchase. A browser's report changes no older purchase, because anybody who learns an order number
 * can report it.
 */
function isOpenToReports(row: PurchaseRow, now: Date): boolean {
  return now.getTime() - row.createdAt.getTime() < dayMs;
}

/** The checkout reports the email within this time of PayPal's order, in milliseconds. */
const emailReportMs = 10 * 60_000;

/**
 * True for ten minutes after PayPal's order. The email gets the receipts, so a stranger who learns the order number later must not
 * report one. Our record may be much younger than the order.
 */
function isJustOrdered(orderedAt: Date, now: Date): boolean {
  return now.getTime() - orderedAt.getTime() < emailReportMs;
}

/**
 * Inserts new payments. Updates pending payments, and declined payments that have completed since. A payment that has arrived
 * keeps its state, because PayPal may list a disputed sale as pending. A payment that PayPal does not list stays as it is.
 */
export function applyPayments(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  providerPayments: readonly ProviderPayment[],
  completions: readonly CompletionEvent[],
): BuyerAccount {
  return providerPayments.reduce(
    (account, payment) => ({
      ...account,
      payments: applyPayment(
        account,
        purchase,
        payment,
        completions.find(({ paymentId }) => paymentId === payment.id),
      ),
    }),
    buyer,
  );
}

function applyPayment(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  payment: ProviderPayment,
  completion: CompletionEvent | undefined,
): readonly PaymentRow[] {
  const { id: providerId, state, amount, taxCents } = payment;
  const row = paymentsOf(buyer, purchase).find((candidate) => candidate.providerId === providerId);
  const paidAt = completion?.at ?? payment.paidAt;
  if (row?.state === 'pending' || (row?.state === 'declined' && state === 'completed'))
    return replaceRow(buyer.payments, { ...row, state, paidAt });
  if (row && completion?.isAnnounced && paidAt.getTime() !== row.paidAt.getTime())
    return correctDate(buyer, purchase, row, paidAt);
  if (row || state === 'declined') return buyer.payments;
  const added: PaymentRow = {
    id: uuidv7(),
    purchaseId: purchase.id,
    amountCents: amount.cents,
    refundedCents: 0,
    providerId,
    state,
    taxCents,
    paidAt,
    // `postCommission` sets these from all payments of the buyer.
    customerFirstPaidAt: null,
    sequence: 1,
    isRenewal: false,
  };
  return [...buyer.payments, added];
}

/** Corrects the date of a payment. Clears each `customerFirstPaidAt` with the wrong date; `postCommission` sets it again. */
function correctDate(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  row: PaymentRow,
  paidAt: Date,
): readonly PaymentRow[] {
  const relatedIds = new Set(buyersPurchases(buyer, purchase).map(({ id }) => id));
  const isFromWrongDate = ({ purchaseId, customerFirstPaidAt: first }: PaymentRow) =>
    relatedIds.has(purchaseId) && first?.getTime() === row.paidAt.getTime();
  return buyer.payments
    .map((payment) => (isFromWrongDate(payment) ? { ...payment, customerFirstPaidAt: null } : payment))
    .map((payment) => (payment.id === row.id ? { ...payment, paidAt } : payment));
}
