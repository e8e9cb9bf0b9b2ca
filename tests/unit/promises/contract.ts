import { cancelTest, refundTest, withdrawalTest, linkTest } from './keepers.ts';
import { kept, type Promises, stands } from './promise.ts';

const overdueTest = kept(
  'api/admin/overview/show.test.ts',
  'an admin gets the counts of open, overdue and unknown withdrawals',
);
const priceTest = kept(
  'unit/islands/purchase-request.test.ts',
  'an order has the plan’s price in USD, the plan id and the affiliate code',
);

/** Promises to a buyer in the terms, the forms and the mails. */
export const contract: Promises = {
  'content/pages/terms.md': [
    ['You can export all of them as a CSV file whenever you like.', stands('ownComputer')],
    ['the price on the buy page is all that we charge', priceTest],
    [
      'We email you a receipt for each payment',
      kept(
        'api/money/purchases/receipts.test.ts',
        'for each payment of a subscription, and the second is a renewal',
      ),
    ],
    [
      'Your order number is shown after the payment.',
      kept(
        'e2e/purchase.spec.ts',
        'the confirmation has plan, amount and order number, and survives a reload',
      ),
    ],
    [
      'It ends after one year, and nothing more is charged.',
      kept('unit/shared/paid-until.test.ts', 'the paid time ends %s'),
    ],
    ['your subscription keeps the price that it began with', stands('keptPrices')],
    [
      "You don't need an account: we email you a link.",
      kept(
        'api/people/portal/session.test.ts',
        'a link is mailed only for an address that paid, or that got the receipt',
      ),
    ],
    ['We cancel it for you and confirm by email.', cancelTest, stands('requestsByMail')],
    ['Cancel before the next renewal, and nothing more is charged.', cancelTest],
    [
      'Your plan runs until the end of the year you’ve paid for.',
      kept(
        'unit/client/purchase-texts.test.ts',
        'names the day until which the subscription runs, before it is done',
      ),
    ],
    [
      'You can withdraw from the contract within 14 days of a purchase, without giving a reason.',
      withdrawalTest,
      stands('refunds'),
    ],
    [
      'also linked from the end of every page',
      kept('site/specified-texts.test.ts', 'has the navigation bar and the footer'),
    ],
    ['We email you right away to confirm that we received it.', withdrawalTest],
    [
      'We refund the purchase in full, the way you paid, within 14 days of your withdrawal.',
      overdueTest,
      stands('refunds'),
    ],
    ['Ask within 14 days of a payment, and we refund it in full.', refundTest, stands('refunds')],
    [
      'we refund the second payment whenever you notice',
      kept(
        'api/money/purchases/receipts.test.ts',
        'a payer and an admin learn that the same plan was bought twice within a day',
      ),
      stands('refunds'),
    ],
    [
      'If you bought it with an [invitation](/founders), it renews at the price in the invitation.',
      kept(
        'api/money/invitations/pay.test.ts',
        'a subscription is recorded by the webhook, and renews at its price with its commission',
      ),
    ],
    ['and a person answers', stands('answers')],
    [
      'Payments you’ve already made stay under the terms that applied then.',
      kept(
        'api/money/purchases/receipts.test.ts',
        'a purchase that is %s has the terms of the day of its order',
      ),
      stands('keptTerms'),
    ],
    [
      'The first receipt of a purchase comes with these terms and the notice on the [right of withdrawal](/right-of-withdrawal).',
      kept(
        'api/frame/mail/terms.test.ts',
        'a first receipt carries the terms of its version and the notice on withdrawals, in both parts',
      ),
    ],
    [
      'The receipts for a purchase name the version that applied on its date, and every earlier version stays available.',
      kept('api/people/portal/receipts.test.ts', 'a receipt has the facts for an accountant, and the terms'),
      kept('unit/build/content/policy-problems.test.ts', 'the build refuses a version that %s'),
    ],
  ],
  'content/pages/right-of-withdrawal.md': [
    [
      'You have the right to withdraw from this contract within 14 days without giving any reason.',
      withdrawalTest,
    ],
    ['You can undo a purchase within 14 days, without giving a reason.', withdrawalTest],
    ['We confirm right away by email that your withdrawal has arrived, and when.', withdrawalTest],
    ['within 14 days of the day on which your withdrawal reached us', overdueTest, stands('refunds')],
    ['The refund costs you nothing.', stands('refunds')],
  ],
  'content/pages/withdraw.md': [
    ['we’ll email you to confirm when we received it.', withdrawalTest],
    [
      'Refunds go back the way you paid, within 14 days of your request.',
      refundTest,
      overdueTest,
      stands('refunds'),
    ],
    [
      'Then you can cancel a subscription right away under [your purchases](/purchases).',
      kept('e2e/purchases.spec.ts', 'finds, reads and cancels a subscription, in four presses each'),
    ],
  ],
  'server/frame/mail/templates/purchase-mails.ts': [
    ['It works once, and expires after 15 minutes.', linkTest],
    ['If you ask within 14 days of this payment, we’ll refund it in full.', refundTest, stands('refunds')],
    ['It won’t renew, and you won’t be charged again.', cancelTest],
  ],
  'shared/messages/purchases.ts': [
    [
      'We’ll keep trying, and email you when it’s done.',
      kept('api/people/portal/cancel.test.ts', 'the cancellation waits, and the job does it later'),
    ],
  ],
  'shared/messages/withdrawals.ts': [
    ['within 14 days, and write to you when it’s done.', overdueTest, refundTest, stands('refunds')],
  ],
};
