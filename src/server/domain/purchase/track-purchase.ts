import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import { planOfType } from '../../../shared/plans.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import { normaliseCode } from '../../../shared/referral.ts';
import type { TrackInput } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../context.ts';
import { addressCounter, assertWithin, counted, counterOf, countHits } from '../operations/count-hit.ts';
import { oneRow } from '../operations/one-row.ts';
import type { RecordedPurchase } from './purchase.ts';
import { settlePurchase } from './settle-purchase.ts';

const outcome = z.object({ hits: counted });

/**
 * Records what the checkout reports, as far as the provider confirms it; null when it is not captured yet
 * or the provider cannot be asked (the webhook settles it then). Safe to repeat.
 * Throws `purchase-mismatch`, `order-not-found`, `order-not-paid`, `too-many-requests`.
 */
export const trackPurchase = async (
  context: Context,
  input: TrackInput,
): Promise<RecordedPurchase | null> => {
  if (planOfType(input.type)?.priceCents !== input.amount) throw problem('purchase-mismatch');
  const counters = [
    addressCounter('track', context.address, context.now),
    counterOf(`track:${input.orderId}`, limits.perTarget.trackedOrder, context.now),
  ] as const;
  const count = sql`with hit as (${countHits(counters)}) select json_agg(hit) as hits from hit`;
  assertWithin((await oneRow(context.db, count, outcome)).hits, counters, context.now);
  try {
    return await settlePurchase(context, {
      type: input.type,
      providerId: input.orderId,
      reportedCode: normaliseCode(input.affiliateCode ?? ''),
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'payment-provider-unavailable') return null;
    throw error;
  }
};
