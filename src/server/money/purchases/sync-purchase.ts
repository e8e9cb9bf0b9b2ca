import type { PlanType } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import type { PaymentOrigin } from '../../frame/context/paypal.ts';
import { applyProviderState } from './apply-provider-state.ts';
import { type BuyerAccount, findPurchase, type PurchaseRow } from './buyer-account.ts';
import type { BuyerQuery } from './load-buyer.ts';
import { type ConfirmedPurchase, matchOffer } from './match-offer.ts';
import { queueFailedPayment } from './queue-notices.ts';
import { isCredited } from './post-commission.ts';
import { type EventDetails, fetchProviderPurchase, type ProviderPurchase } from './provider-purchase.ts';
import { updateBuyer, type UpdateOptions } from './update-buyer.ts';

/** An order or a subscription, and what the buyer's browser reported for it. */
export interface PurchaseReference extends PaymentOrigin {
  /** The affiliate code. */
  readonly reportedCode?: string | null;
  /** The address for receipts. */
  readonly reportedEmail?: string | null;
}

/** A purchase after PayPal's state was applied. */
export interface SyncedPurchase {
  /** `open`: nothing is paid yet. `unpaid`: the payment failed, or PayPal took the approval back. */
  readonly outcome: 'paid' | 'open' | 'unpaid';
  readonly receipt: PurchaseReceipt | null;
  readonly buyer: BuyerAccount;
  /** The payments that PayPal lists. */
  readonly providerPayments: ConfirmedPurchase['payments'];
  readonly unsupportedPaymentIds: readonly string[];
}

/** The answer to a browser that reports a paid purchase. A repeated report gets an equal answer. */
export interface PurchaseReceipt {
  readonly orderId: string;
  readonly type: PlanType;
  readonly plan: string;
  readonly amountCents: number;
  /** True if the purchase earns an affiliate a commission. */
  readonly credited: boolean;
}

/**
 * Updates our records of a purchase to PayPal's state. Webhooks and browser reports both call this function, so they
 * lead to the same records in any order. Throws `order-not-found`, `purchase-mismatch`, `payment-provider-unavailable`.
 */
export async function syncPurchase(
  context: Context,
  reference: PurchaseReference,
  event: EventDetails = {},
  { load }: Pick<UpdateOptions, 'load'> = {},
): Promise<SyncedPurchase> {
  const { settings, now } = context;
  const [fetched, terms] = await Promise.all([
    fetchProviderPurchase(context, reference, event.announced),
    context.terms(),
  ]);
  const termsVersions = terms.versions.map(({ version }) => version);
  const decide = (before: BuyerAccount): SyncedPurchase => {
    const row = findPurchase(before, reference.providerId);
    // A failed order is compared again, because another order may have used its invitation up.
    const recorded = row?.state === 'failed' && before.invitations.length > 0 ? undefined : row;
    const invitations = before.invitations.filter(
      ({ purchaseId }) => purchaseId === null || purchaseId === row?.id,
    );
    const confirmed = fetched.purchase
      ? matchOffer(settings, fetched.purchase, recorded, { ...event, invitations })
      : confirmFromOurRecords(row, event);
    if (!confirmed)
      return {
        outcome: 'open',
        receipt: null,
        buyer: before,
        providerPayments: [],
        unsupportedPaymentIds: [],
      };
    const buyer = applyProviderState(before, confirmed, {
      reportedCode: reference.reportedCode ?? null,
      reportedEmail: reference.reportedEmail ?? null,
      event,
      completions: fetched.completions,
      termsVersions,
      now,
    });
    return syncedPurchase(buyer, confirmed);
  };
  const update = (before: BuyerAccount) => {
    const synced = decide(before);
    return {
      buyer: synced.buyer,
      result: synced,
      statements: queueFailedPayment(context, synced.buyer, reference.providerId, event.failedPayment),
    };
  };
  return (await updateBuyer(context, buyerQuery(reference, fetched), update, load && { load })).result;
}

/** Returns the query for the buyer's account: by the purchase and, if PayPal has the purchase, by its payer. */
function buyerQuery(
  { providerId, reportedCode }: PurchaseReference,
  { purchase }: ProviderPurchase,
): BuyerQuery {
  return {
    reference: { providerId },
    ...(purchase && { payer: purchase.payer }),
    codes: [purchase?.affiliateCode, reportedCode].flatMap((code) => code ?? []),
  };
}

/** Returns the receipt of a purchase, or null if the purchase is not recorded or not paid. */
export function findReceipt(buyer: BuyerAccount, providerId: string): PurchaseReceipt | null {
  const row = findPurchase(buyer, providerId);
  if (!row || row.state === 'pending' || row.state === 'failed') return null;
  return {
    orderId: row.providerId,
    type: row.type,
    plan: row.planId,
    amountCents: row.amountCents,
    credited: isCredited(buyer, row),
  };
}

/**
 * Returns the purchase from our records, for a refund or a dispute of an order that PayPal has deleted. Throws
 * `order-not-found` if we have no record, or if the event is neither a refund nor a dispute.
 */
function confirmFromOurRecords(
  row: PurchaseRow | undefined,
  { refund, dispute }: EventDetails,
): ConfirmedPurchase {
  if (!row || !(refund ?? dispute)) throw problem('order-not-found');
  const payer = { id: row.payerId, email: row.payerEmail };
  return { ...row, payer, orderedAt: row.createdAt, payments: [], unsupportedPaymentIds: [] };
}

function syncedPurchase(buyer: BuyerAccount, confirmed: ConfirmedPurchase): SyncedPurchase {
  const { providerId, state, payments: providerPayments, unsupportedPaymentIds } = confirmed;
  const row = findPurchase(buyer, providerId);
  const receipt = findReceipt(buyer, providerId);
  // A paid purchase stays paid, even if a dispute changes what PayPal lists. A failed purchase with a pending payment is open.
  const isUnpaid = !row || (row.state === 'failed' && state !== 'pending');
  const outcome = isUnpaid ? 'unpaid' : receipt ? 'paid' : 'open';
  return { outcome, receipt, buyer, providerPayments, unsupportedPaymentIds };
}
