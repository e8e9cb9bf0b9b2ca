import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { planOfType } from '../../shared/plans.ts';
import { Problem, problem } from '../../shared/problems.ts';
import { normaliseCode } from '../../shared/referral.ts';
import type { TrackInput } from '../../shared/schemas/purchase.ts';
import type { Context } from '../context.ts';
import {
  addressCounter,
  counted,
  type Counter,
  counterOf,
  countHits,
  processCounters,
} from '../limits/count-hit.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { askProvider, findCompletion } from './ask-provider.ts';
import type { RecordedPurchase } from './purchase.ts';
import { booksRow, parseBooks, type ReadBooks, readQuery, type Sought } from './read-books.ts';
import { recordedIn, settleAs, soughtFor } from './settle-purchase.ts';

/** The provider is asked before the database counts a report, so this process counts as well. */
const here = processCounters();

const outcome = z.object({ hits: counted, read: booksRow });

/** Counts the report, and reads the books in the same round trip. Throws `too-many-requests`. */
const countAndRead = async (
  { db, now }: Context,
  counters: readonly [Counter, Counter],
  sought: Sought,
): Promise<ReadBooks> => {
  const question = sql`with hit as (${countHits(counters)}), read as (${readQuery(sought)})
    select (select json_agg(hit) from hit) as hits, (select to_json(read) from read) as read`;
  const { hits, read } = await oneRow(db, question, outcome);
  here.assertWithin(hits, counters, now);
  return parseBooks(read);
};

/** What the provider answers, or undefined while it cannot be asked. */
const unlessUnavailable = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'payment-provider-unavailable') return undefined;
    throw error;
  });

/** Throws `purchase-mismatch` for an amount that is neither a price of the plan nor what is recorded. */
const assertPrice = ({ type, amount }: TrackInput, recorded: RecordedPurchase | null): void => {
  const plan = planOfType(type);
  const prices = plan ? [plan, ...plan.formerPrices].map(({ priceCents }) => priceCents) : [];
  if (![...prices, recorded?.amountCents].includes(amount)) throw problem('purchase-mismatch');
};

/**
 * Records what the checkout reports, as far as the provider confirms it; null when it is not captured yet
 * or the provider cannot be asked (the webhook settles it then). Safe to repeat: what is recorded is answered as it was the
 * first time, also while the provider cannot be asked or has the order no more. Two round trips at most: the provider is asked
 * first, since it says whose books to read.
 * Throws `purchase-mismatch`, `order-not-found`, `order-not-paid`, `too-many-requests`.
 */
export const trackPurchase = async (
  context: Context,
  input: TrackInput,
): Promise<RecordedPurchase | null> => {
  const { orderId, type } = input;
  const counters = [
    addressCounter('track', context.address, context.now),
    counterOf(`track:${orderId}`, limits.perTarget.trackedOrder, context.now),
  ] as const;
  here.hit(counters, context.now);
  const reference = { type, providerId: orderId, reportedCode: normaliseCode(input.affiliateCode ?? '') };
  const found = await unlessUnavailable(askProvider(context, reference));
  const seen = await countAndRead(context, counters, soughtFor(reference, found ?? null));
  const known = recordedIn(seen, orderId);
  const recorded = known?.type === type ? known : null;
  assertPrice(input, recorded);
  if (found === undefined || (!found && recorded)) return recorded;
  const completion = await unlessUnavailable(findCompletion(context, found, seen));
  if (completion === undefined) return recorded;
  const { settled } = await settleAs(context, reference, { found, completion }, { seen });
  if (settled.outcome === 'unpaid') throw problem('order-not-paid');
  return settled.recorded;
};
