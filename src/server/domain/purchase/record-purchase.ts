import type { Context } from '../../context.ts';
import type { Completion } from '../../vendors/payments/payments.ts';
import { bringLedger } from './bring-ledger.ts';
import { holdDisputed } from './hold-disputed.ts';
import { keepDispute } from './keep-dispute.ts';
import { keepPayments } from './keep-payments.ts';
import { keepPurchase } from './keep-purchase.ts';
import { keepRefund } from './keep-refund.ts';
import { lockCustomer } from './lock-customer.ts';
import {
  toRecorded,
  type ConfirmedPurchase,
  type KnownPurchase,
  type News,
  type PurchaseRow,
  type RecordedPurchase,
} from './purchase.ts';

/**
 * Writes a confirmed purchase, its payments, what an event says of them, and what all of it earns, in one
 * transaction. Safe to repeat and to run at once with itself: unique provider ids make it one purchase, one
 * payment, one refund, one commission. An earlier record without an affiliate is credited when the code arrives
 * later. With the state that is recorded of it; null for a failed purchase that was never recorded.
 */
export const recordPurchase = async (
  context: Context,
  found: ConfirmedPurchase,
  beside: {
    readonly known: KnownPurchase | undefined;
    readonly reportedCode: string | null;
    readonly news: News;
    readonly completion: Completion | null;
  },
): Promise<{ readonly state: PurchaseRow['state']; readonly recorded: RecordedPurchase } | null> =>
  context.db.transaction(async (tx) => {
    await lockCustomer(tx, found, beside.known);
    const purchase = await keepPurchase(tx, context, found, beside.reportedCode);
    if (!purchase) return null;
    const rows = await keepPayments(tx, purchase, found.payments, beside.completion);
    await keepRefund(tx, rows, beside.news.refund);
    await keepDispute(tx, rows, beside.news.dispute);
    if (beside.news.refund || beside.news.dispute) await holdDisputed(tx, context, rows);
    const entries = await bringLedger(tx, context, purchase);
    return { state: purchase.state, recorded: toRecorded(purchase, entries) };
  });
