import { limits } from '../../../shared/limits.ts';
import { planOfType } from '../../../shared/plans.ts';
import { problem, Problem } from '../../../shared/problems.ts';
import { findCode } from '../../../shared/referral.ts';
import type { TrackInput } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../frame/context/context.ts';
import {
  type Counter,
  countHitsFirst,
  createProcessCounters,
  networkCounter,
  targetCounter,
} from '../../frame/limits/count-hit.ts';
import type { BuyerAccount } from './buyer-account.ts';
import { type BuyerQuery, type loadBuyer, type LoadedBuyer, selectBuyer } from './load-buyer.ts';
import { findReceipt, type PurchaseReceipt, syncPurchase } from './sync-purchase.ts';

/** Counters of this process. They limit requests to PayPal, which are sent before the database counts the report. */
const localCounters = createProcessCounters();

/**
 * Records the purchase that a browser reports, if PayPal confirms it. Returns null while nothing is paid, or if PayPal is
 * unavailable; PayPal's webhook records the purchase later. Idempotent: a recorded purchase gets the same receipt again,
 * even if PayPal is unavailable or has deleted the order. Throws `purchase-mismatch`, `order-not-found`, `order-not-paid`,
 * `too-many-requests`.
 */
export async function trackPurchase(context: Context, input: TrackInput): Promise<PurchaseReceipt | null> {
  const { orderId, type, email } = input;
  const counters = [
    networkCounter('track', context.network, context.now),
    targetCounter(`track:${orderId}`, limits.perTarget.trackedOrder, context.now),
  ] as const;
  localCounters.hit(counters, context.now);
  const reference = {
    type,
    providerId: orderId,
    reportedEmail: email,
    reportedCode: findCode(input.affiliateCode ?? ''),
  };
  /** The receipt that was recorded before this report. */
  const former: { receipt: PurchaseReceipt | null } = { receipt: null };
  const countCheckAndLoad: typeof loadBuyer = async (_db, query) => {
    const buyer = await countAndLoad(context, counters, query);
    const receipt = findReceipt(buyer, orderId);
    former.receipt = receipt?.type === type ? receipt : null;
    assertPrice(input, former.receipt, buyer);
    return buyer;
  };
  try {
    const synced = await syncPurchase(context, reference, {}, { load: countCheckAndLoad });
    if (synced.outcome === 'unpaid') throw problem('order-not-paid');
    return synced.receipt;
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    if (code === 'payment-provider-unavailable') {
      await countCheckAndLoad(context.db, { reference: { providerId: orderId }, codes: [] });
      return former.receipt;
    }
    // PayPal has deleted the order.
    if (code === 'order-not-found' && former.receipt) return former.receipt;
    throw error;
  }
}

/** Counts the report and loads the account in one round trip, because the buyer waits. Throws `too-many-requests`. */
async function countAndLoad(
  { db, now }: Context,
  counters: readonly [Counter, Counter],
  query: BuyerQuery,
): Promise<LoadedBuyer> {
  const [hits, buyer] = await db.atomically((tx) => [countHitsFirst(tx, counters), selectBuyer(tx, query)]);
  localCounters.assertWithin(hits, counters, now);
  return buyer;
}

/**
 * Throws `purchase-mismatch` unless the amount is a current or former price of the plan, the price of an invitation of the order, or
 * the recorded amount.
 */
function assertPrice(
  { type, amount }: TrackInput,
  receipt: PurchaseReceipt | null,
  { invitations }: BuyerAccount,
): void {
  const plan = planOfType(type);
  const prices = [...(plan ? [plan, ...plan.formerPrices] : []), ...invitations].map(
    (offer) => offer.priceCents,
  );
  if (![...prices, receipt?.amountCents].includes(amount)) throw problem('purchase-mismatch');
}
