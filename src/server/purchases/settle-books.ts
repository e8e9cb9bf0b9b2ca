import { type Books, purchaseIn } from './books.ts';
import { bringLedger } from './bring-ledger.ts';
import { holdDisputed } from './hold-disputed.ts';
import { keepDispute } from './keep-dispute.ts';
import { keepPayments } from './keep-payments.ts';
import { keepPurchase } from './keep-purchase.ts';
import { keepRefund } from './keep-refund.ts';
import type { ConfirmedPurchase, News, ToldCompletion } from './purchase.ts';

/** What is told of a purchase besides the provider's confirmation. */
export interface Told {
  readonly reportedCode: string | null;
  readonly news: News;
  readonly completion: ToldCompletion | null;
  readonly now: Date;
}

/**
 * Books with a confirmed purchase, its payments, what an event says of them, and what all of it earns. The same once more
 * changes nothing: unique provider ids make one purchase, one payment, one refund, one commission of any repetition. An earlier
 * record without an affiliate is credited when the code arrives later. A failed purchase that was never recorded is not.
 */
export const settleBooks = (
  before: Books,
  found: ConfirmedPurchase,
  { reportedCode, news, completion, now }: Told,
): Books => {
  const kept = keepPurchase(before, found, { reportedCode, now });
  const purchase = purchaseIn(kept, found.providerId);
  if (!purchase) return before;
  const paid = keepPayments(kept, purchase, found.payments, completion);
  const told = keepDispute(keepRefund(paid, purchase, news.refund), purchase, news.dispute);
  const held = news.refund || news.dispute ? holdDisputed(told, purchase, now) : told;
  return bringLedger(held, purchase, now);
};
