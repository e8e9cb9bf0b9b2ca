import { uuidv7 } from 'uuidv7';
import { normaliseEmail } from '../../shared/email.ts';
import type { ProviderPayment } from '../paypal/payments.ts';
import {
  type BuyerAccount,
  buyersPurchases,
  findPurchase,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  replaceRow,
  wasActive,
} from './buyer-account.ts';
import { postCommission } from './post-commission.ts';
import type { CompletionEvent, ConfirmedPurchase, EventDetails } from './provider-purchase.ts';
import { applyDispute, applyRefund, updateDisputeHolds } from './refunds-and-disputes.ts';

/** Everything else that is known about a confirmed purchase. */
export interface SettlementInput {
  /** The code that the buyer's browser reported. */
  readonly reportedCode: string | null;
  readonly event: EventDetails;
  readonly completions: readonly CompletionEvent[];
  readonly now: Date;
}

/**
 * Returns the account with a confirmed purchase, its payments, the event's refund or dispute, and the commissions and holds
 * that follow. Idempotent: PayPal's ids are unique, so a repetition changes nothing. An earlier record without an affiliate
 * is credited when the code arrives later.
 */
export function applyProviderState(
  before: BuyerAccount,
  confirmed: ConfirmedPurchase,
  { reportedCode, event, completions, now }: SettlementInput,
): BuyerAccount {
  const recorded = upsertPurchase(before, confirmed, { reportedCode, event, now });
  const purchase = findPurchase(recorded, confirmed.providerId);
  if (!purchase) return before;
  const paid = applyPayments(recorded, purchase, confirmed.payments, completions);
  const returned = applyDispute(applyRefund(paid, purchase, event.refund), purchase, event.dispute);
  const held = event.refund || event.dispute ? updateDisputeHolds(returned, purchase, now) : returned;
  return postCommission(held, purchase, now);
}

/**
 * Inserts the purchase, or updates it. A failed purchase is inserted only if PayPal took the buyer's approval back, so that
 * an admin sees what became of it. If the buyer pays after all, the purchase is recorded as if it were new.
 */
export function upsertPurchase(
  buyer: BuyerAccount,
  confirmed: ConfirmedPurchase,
  { reportedCode, event, now }: Omit<SettlementInput, 'completions'>,
): BuyerAccount {
  const attribution = attribute(buyer, confirmed, reportedCode);
  const row = findPurchase(buyer, confirmed.providerId);
  if (!row) {
    if (confirmed.state === 'failed' && !event.isApprovalReversed) return buyer;
    return { ...buyer, purchases: [...buyer.purchases, newPurchase(confirmed, attribution, now)] };
  }
  const isFirstPayment =
    row.state === 'failed' && confirmed.state !== 'failed' && paymentsOf(buyer, row).length === 0;
  const isAttributed = row.affiliateId === null && attribution.affiliateId !== null;
  const changes = {
    ...stateChange(row, confirmed),
    ...(isFirstPayment && { ...payerColumns(confirmed), createdAt: now }),
    ...(isAttributed &&
      (isFirstPayment ? row.reattributedAt === null : isOpenToCode(row, now)) &&
      attribution),
  };
  if (Object.keys(changes).length === 0) return buyer;
  const changed = { ...row, ...changes, version: row.version + 1 };
  return { ...buyer, purchases: replaceRow(buyer.purchases, changed) };
}

type Attribution = Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'>;

/**
 * Finds the affiliate of a code. A code that travelled with the order names its affiliate, active or not, because activity
 * is checked for each payment. A reported code must belong to an active affiliate, since another code may still arrive.
 */
function attribute(
  buyer: BuyerAccount,
  confirmed: ConfirmedPurchase,
  reportedCode: string | null,
): Attribution {
  const affiliateCode = confirmed.code ?? reportedCode;
  const affiliateId = buyer.affiliates.find(({ code }) => code === affiliateCode)?.id ?? null;
  const paidAt = confirmed.payments[0]?.paidAt;
  const isValid =
    affiliateId !== null &&
    (confirmed.code !== null || (paidAt !== undefined && wasActive(buyer, affiliateId, paidAt)));
  return { affiliateCode, affiliateId: isValid ? affiliateId : null };
}

function newPurchase(confirmed: ConfirmedPurchase, attribution: Attribution, now: Date): PurchaseRow {
  const { providerId, type, planId, state, stateAt, stateFetchedAt, amountCents } = confirmed;
  return {
    id: uuidv7(),
    ...{ providerId, type, planId, state, stateAt, stateFetchedAt, amountCents },
    ...payerColumns(confirmed),
    ...attribution,
    reattributedAt: null,
    createdAt: now,
    version: 1,
  };
}

function payerColumns({ payer }: ConfirmedPurchase) {
  const payerEmailKey = payer.email && normaliseEmail(payer.email);
  return { payerId: payer.id, payerEmail: payer.email, payerEmailKey };
}

const finalStates: readonly PurchaseRow['state'][] = ['completed', 'cancelled', 'expired'];

/**
 * PayPal is asked before the account is locked, so an older answer must not undo a newer one. PayPal's own time of the
 * change decides; within the same second, the later request.
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

const dayMs = 24 * 60 * 60 * 1_000;

/** A reported code counts for a day after the purchase, unless an admin has attributed the purchase. */
function isOpenToCode(row: PurchaseRow, now: Date): boolean {
  return row.reattributedAt === null && now.getTime() - row.createdAt.getTime() < dayMs;
}

/**
 * Inserts new payments, and updates pending payments and declined ones that completed after all. Payments that PayPal does
 * not list now stay, because a disputed sale may be listed as pending. A pending capture was paid when it completed.
 */
export function applyPayments(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  listed: readonly ProviderPayment[],
  completions: readonly CompletionEvent[],
): BuyerAccount {
  return listed.reduce(
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
    ...{ providerId, state, taxCents, paidAt },
    // `postCommission` sets these from all payments of the buyer.
    ...{ customerFirstPaidAt: null, sequence: 1, isRenewal: false },
  };
  return [...buyer.payments, added];
}

/** Corrects the date of a payment. First dates that came from the wrong date are cleared, and `postCommission` sets them again. */
function correctDate(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  row: PaymentRow,
  paidAt: Date,
): readonly PaymentRow[] {
  const related = new Set(buyersPurchases(buyer, purchase).map(({ id }) => id));
  const isFromWrongDate = ({ purchaseId, customerFirstPaidAt: first }: PaymentRow) =>
    related.has(purchaseId) && first?.getTime() === row.paidAt.getTime();
  return buyer.payments
    .map((payment) => (isFromWrongDate(payment) ? { ...payment, customerFirstPaidAt: null } : payment))
    .map((payment) => (payment.id === row.id ? { ...payment, paidAt } : payment));
}
