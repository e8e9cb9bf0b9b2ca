import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { PlanType } from '../../shared/plans.ts';
import type { PaymentOrigin } from '../paypal/payments.ts';
import { applyProviderState } from './apply-provider-state.ts';
import { type BuyerAccount, findPurchase, type PurchaseRow } from './buyer-account.ts';
import type { BuyerQuery, LoadedBuyer } from './load-buyer.ts';
import { isCredited } from './post-commission.ts';
import {
  type ConfirmedPurchase,
  type EventDetails,
  fetchProviderPurchase,
  matchOffer,
  type ProviderPurchase,
} from './provider-purchase.ts';
import { updateBuyer } from './update-buyer.ts';

/** An order or a subscription, and the code that the buyer's browser reported for it. */
export interface PurchaseReference extends PaymentOrigin {
  readonly reportedCode?: string | null;
}

/** A purchase after PayPal's state was applied. */
export interface SyncedPurchase {
  /** `open` while nothing is paid; `unpaid` if nothing will be. */
  readonly outcome: 'recorded' | 'open' | 'unpaid';
  readonly recorded: RecordedPurchase | null;
  readonly buyer: BuyerAccount;
  /** The payments that PayPal lists. */
  readonly listed: ConfirmedPurchase['payments'];
  readonly unsupportedPaymentIds: readonly string[];
}

/** The answer to a browser's report of a recorded purchase; the same for every repetition. */
export interface RecordedPurchase {
  readonly orderId: string;
  readonly type: PlanType;
  readonly plan: string;
  readonly amountCents: number;
  /** True if the purchase earns an affiliate a commission. */
  readonly credited: boolean;
}

/**
 * Brings our records of a purchase to PayPal's state. Webhooks, browser reports and replays all end here, so they lead to
 * the same records in any order. Throws `order-not-found`, `purchase-mismatch`, `payment-provider-unavailable`.
 */
export async function syncPurchase(
  context: Context,
  reference: PurchaseReference,
  event: EventDetails = {},
): Promise<SyncedPurchase> {
  const fetched = await fetchProviderPurchase(context, reference, event.announced);
  return saveProviderState(context, reference, fetched, { event });
}

interface SaveOptions {
  readonly event?: EventDetails;
  /** The account, if the caller has just loaded it by `buyerQueryFor`. */
  readonly loaded?: LoadedBuyer;
}

/** The second half of `syncPurchase`: applies a state that was fetched from PayPal to the buyer's account. */
export async function saveProviderState(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  reference: PurchaseReference,
  fetched: ProviderPurchase,
  { event = {}, loaded }: SaveOptions = {},
): Promise<SyncedPurchase> {
  const { settings, now } = context;
  const decide = (before: BuyerAccount): SyncedPurchase => {
    const row = findPurchase(before, reference.providerId);
    const confirmed = fetched.found
      ? matchOffer(settings, fetched.found, row, event)
      : confirmFromOurRecords(row, event);
    if (!confirmed) return openResult(before);
    const buyer = applyProviderState(before, confirmed, {
      reportedCode: reference.reportedCode ?? null,
      event,
      completions: fetched.completions,
      now,
    });
    return resultOf(buyer, confirmed);
  };
  const { result } = await updateBuyer(
    context,
    buyerQueryFor(reference, fetched),
    (before) => {
      const synced = decide(before);
      return { buyer: synced.buyer, result: synced };
    },
    loaded,
  );
  return result;
}

/** The account that decides about a purchase: PayPal says who bought it. */
export function buyerQueryFor(
  { providerId, reportedCode }: PurchaseReference,
  { found }: Pick<ProviderPurchase, 'found'>,
): BuyerQuery {
  return {
    of: { providerId },
    ...(found && { payer: found.payer }),
    codes: [found?.reference, reportedCode].flatMap((code) => code ?? []),
  };
}

/** Returns the answer to a report of this purchase, or null while it is not recorded or not paid. */
export function findRecorded(buyer: BuyerAccount, providerId: string): RecordedPurchase | null {
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
 * Returns the purchase as recorded, for money that goes back after PayPal has deleted the order. Throws `order-not-found`
 * if we have no record, or the event brings no money back.
 */
function confirmFromOurRecords(
  row: PurchaseRow | undefined,
  { refund, dispute }: EventDetails,
): ConfirmedPurchase {
  if (!row || !(refund ?? dispute)) throw problem('order-not-found');
  return {
    ...row,
    payer: { id: row.payerId, email: row.payerEmail },
    code: row.affiliateCode,
    payments: [],
    unsupportedPaymentIds: [],
  };
}

function openResult(buyer: BuyerAccount): SyncedPurchase {
  return { outcome: 'open', recorded: null, buyer, listed: [], unsupportedPaymentIds: [] };
}

function resultOf(buyer: BuyerAccount, confirmed: ConfirmedPurchase): SyncedPurchase {
  const { providerId, state, payments: listed, unsupportedPaymentIds } = confirmed;
  const row = findPurchase(buyer, providerId);
  const recorded = findRecorded(buyer, providerId);
  // A paid purchase stays recorded, even if a dispute changes what PayPal lists. After a failed one, another may come.
  const isUnpaid = !row || (row.state === 'failed' && state !== 'pending');
  const outcome = isUnpaid ? 'unpaid' : recorded ? 'recorded' : 'open';
  return { outcome, recorded, buyer, listed, unsupportedPaymentIds };
}
