import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { planOfType } from '../../../shared/plans.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import { normaliseCode } from '../../../shared/referral.ts';
import type { TrackInput } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../context.ts';
import { addressCounter, assertWithin, counted, counterOf, countHits } from '../operations/count-hit.ts';
import { oneRow } from '../operations/one-row.ts';
import type { RecordedPurchase } from './purchase.ts';
import { booksRow, parseBooks, readQuery } from './read-books.ts';
import { recordedIn, settlePurchase } from './settle-purchase.ts';

const outcome = z.object({ hits: counted, read: booksRow });

/**
 * Records what the checkout reports, as far as the provider confirms it; null when it is not captured yet
 * or the provider cannot be asked (the webhook settles it then). Safe to repeat: what is recorded is answered as it was the
 * first time, also while the provider cannot be asked or has the order no more.
 * Throws `purchase-mismatch`, `order-not-found`, `order-not-paid`, `too-many-requests`.
 */
export const trackPurchase = async (
  context: Context,
  input: TrackInput,
): Promise<RecordedPurchase | null> => {
  const counters = [
    addressCounter('track', context.address, context.now),
    counterOf(`track:${input.orderId}`, limits.perTarget.trackedOrder, context.now),
  ] as const;
  const reportedCode = normaliseCode(input.affiliateCode ?? '');
  const sought = { of: { providerId: input.orderId }, codes: reportedCode === null ? [] : [reportedCode] };
  // All at once: what was asked of a provider that is silent leaves no time to ask the database after it.
  const first = sql`with hit as (${countHits(counters)}), read as (${readQuery(sought)})
    select (select json_agg(hit) from hit) as hits, (select to_json(read) from read) as read`;
  const { hits, read } = await oneRow(context.db, first, outcome);
  assertWithin(hits, counters, context.now);
  const seen = parseBooks(read, sought);
  const known = recordedIn(seen, input.orderId);
  const recorded = known?.type === input.type ? known : null;
  const plan = planOfType(input.type);
  const prices = plan ? [plan, ...plan.formerPrices].map(({ priceCents }) => priceCents) : [];
  if (![...prices, recorded?.amountCents].includes(input.amount)) throw problem('purchase-mismatch');
  try {
    const { settled } = await settlePurchase(
      context,
      { type: input.type, providerId: input.orderId, reportedCode },
      { seen },
    );
    if (settled.outcome === 'unpaid') throw problem('order-not-paid');
    return settled.recorded;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'payment-provider-unavailable') return recorded;
    if (error.code === 'order-not-found' && recorded) return recorded;
    throw error;
  }
};
