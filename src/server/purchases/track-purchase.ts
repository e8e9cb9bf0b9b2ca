import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { planOfType } from '../../shared/plans.ts';
import { problem, Problem } from '../../shared/problems.ts';
import { normaliseCode } from '../../shared/referral.ts';
import type { TrackInput } from '../../shared/schemas/purchase.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql.ts';
import {
  addressCounter,
  counted,
  type Counter,
  counterOf,
  countHits,
  processCounters,
} from '../limits/count-hit.ts';
import { type BuyerQuery, buyerRow, buyerStatement, type LoadedBuyer, parseBuyer } from './load-buyer.ts';
import { fetchProviderPurchase } from './provider-purchase.ts';
import { buyerQueryFor, findRecorded, type RecordedPurchase, saveProviderState } from './sync-purchase.ts';

/** PayPal is asked before the database counts a report, so this process counts reports as well. */
const localCounters = processCounters();

/**
 * Records the purchase that a browser reports, as far as PayPal confirms it. Returns null while it is not captured, or if
 * PayPal cannot be asked; the webhook settles it then. Idempotent: a recorded purchase gets the same answer again, even if
 * PayPal is unavailable or has deleted the order. Throws `purchase-mismatch`, `order-not-found`, `order-not-paid`,
 * `too-many-requests`.
 */
export async function trackPurchase(context: Context, input: TrackInput): Promise<RecordedPurchase | null> {
  const { orderId, type } = input;
  const counters = [
    addressCounter('track', context.address, context.now),
    counterOf(`track:${orderId}`, limits.perTarget.trackedOrder, context.now),
  ] as const;
  localCounters.hit(counters, context.now);
  const reference = { type, providerId: orderId, reportedCode: normaliseCode(input.affiliateCode ?? '') };
  const provider = await unlessUnavailable(fetchProviderPurchase(context, reference));
  const query = buyerQueryFor(reference, provider ?? { found: null });
  const loaded = await countAndLoad(context, counters, query);
  const known = findRecorded(loaded, orderId);
  const recorded = known?.type === type ? known : null;
  assertPrice(input, recorded);
  if (!provider || (!provider.found && recorded)) return recorded;
  const synced = await saveProviderState(context, reference, provider, { loaded });
  if (synced.outcome === 'unpaid') throw problem('order-not-paid');
  return synced.recorded;
}

const countedAndLoaded = z.object({ hits: counted, buyer: buyerRow });

/** Counts the report and loads the account in one round trip, because the buyer waits. Throws `too-many-requests`. */
async function countAndLoad(
  { db, now }: Context,
  counters: readonly [Counter, Counter],
  query: BuyerQuery,
): Promise<LoadedBuyer> {
  const statement = sql`with hit as (${countHits(counters)}), buyer as (${buyerStatement(query)})
    select (select json_agg(hit) from hit) as hits, (select to_json(buyer) from buyer) as buyer`;
  const { hits, buyer } = await oneRow(db, statement, countedAndLoaded);
  localCounters.assertWithin(hits, counters, now);
  return parseBuyer(buyer);
}

/** Returns the answer, or undefined if PayPal is unavailable. */
function unlessUnavailable<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'payment-provider-unavailable') return undefined;
    throw error;
  });
}

/** Throws `purchase-mismatch` for an amount that is neither a price of the plan nor the recorded amount. */
function assertPrice({ type, amount }: TrackInput, recorded: RecordedPurchase | null): void {
  const plan = planOfType(type);
  const prices = plan ? [plan, ...plan.formerPrices].map(({ priceCents }) => priceCents) : [];
  if (![...prices, recorded?.amountCents].includes(amount)) throw problem('purchase-mismatch');
}
