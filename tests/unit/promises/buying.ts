import { kept, type Promises, stands } from './promise.ts';

const cancelTest = kept(
  'api/people/portal/cancel.test.ts',
  'a buyer cancels: PayPal is asked, and one mail says until when it runs and how to return',
);
const refundTest = kept(
  'api/admin/purchases/refund.test.ts',
  'of a %s purchase: PayPal, the books, the commission, the mails and the audit log agree',
);
const withdrawalTest = kept(
  'api/people/withdrawals/record.test.ts',
  'is stored as the buyer typed it, and confirmed by a mail with its content and the time',
);
const overdueTest = kept(
  'api/admin/overview/show.test.ts',
  'an admin gets the counts of open, overdue and unknown withdrawals',
);
const priceTest = kept(
  'unit/islands/purchase-request.test.ts',
  'an order has the plan’s price in USD, the plan id and the affiliate code',
);
const yearlyTest = kept(
  'unit/netlify/commands/doctor.test.ts',
  'the doctor names “%s” for a PayPal plan with %j',
);
const bothReceiptsTest = kept(
  'api/money/purchases/receipts.test.ts',
  'at both addresses, if PayPal’s webhook came before the report',
);

const linkTest = kept(
  'api/people/portal/session.test.ts',
  'a mailed link opens a session for an hour, once, and not after 15 minutes',
);
const erasureTest = kept(
  'api/people/customers/no-trace.test.ts',
  'after erasing a person with data in every registered column',
);

/** What the site promises before, at and after a purchase. */
export const buying: Promises = {
  'shared/offer.ts': [
    ['The download is the whole program, free for ${String(trialDays)} days.', stands('trial')],
    ['After that, it still opens, searches and exports your book for as long as you like', stands('trial')],
    ['Nothing is ever locked away.', stands('trial')],
    ['The versions released until your year ends stay yours, forever.', stands('keptVersions')],
    ['The versions released until your subscription ends stay yours, forever.', stands('keptVersions')],
    [
      'A second year of Basic bought early begins when the first ends.',
      kept(
        'api/people/portal/session.test.ts',
        'a second year of Basic that is bought early begins when the first ends',
      ),
    ],
    ['By email, answered within ${answerDays.basic}.', stands('answers')],
    ['By email, first in the queue, answered within ${answerDays.annual}.', stands('answers')],
    ['Included. The program finds and installs them itself.', stands('automaticUpdates')],
    ['Use it on every computer you own, Windows or Mac.', stands('keptVersions')],
    ['everything marked coming soon, once it’s released.', stands('newsletter')],
  ],
  'content/pages/buy.md': [
    [
      'Nothing renews, so there is nothing to cancel.',
      kept(
        'api/people/portal/cancel.test.ts',
        'a subscription that was cancelled at PayPal counts as done, and a one-time purchase has nothing to cancel',
      ),
    ],
    ['Renews every year at {price.annual} until you cancel.', yearlyTest],
    [
      'You can cancel at any time on the page with your purchases.',
      kept('e2e/purchases.spec.ts', 'finds, reads and cancels a subscription, in four presses each'),
    ],
    [
      'Within 14 days you can also withdraw from the contract, or ask for your money back.',
      withdrawalTest,
      stands('refunds'),
    ],
    [
      'For your receipt, which also goes to your PayPal address.',
      kept(
        'api/money/purchases/receipts.test.ts',
        'at the payer’s address and the first one that the checkout reports',
      ),
    ],
    [
      'No newsletter.',
      kept(
        'api/people/newsletter/letters.test.ts',
        'a letter goes to confirmed addresses alone, and is audited',
      ),
    ],
    [
      'Your card number goes to PayPal, never to us.',
      kept('site/headers.test.ts', 'allows PayPal on /buy only'),
    ],
    ['14-day money-back guarantee.', refundTest, stands('refunds')],
    ['Just ask within 14 days of a payment.', refundTest, stands('refunds')],
    ['Within 14 days of each payment', stands('refunds')],
    [
      "You'll see your order number right away, and get the receipt by email.",
      kept(
        'e2e/purchase.spec.ts',
        'the confirmation has plan, amount and order number, and survives a reload',
      ),
    ],
  ],
  'content/pages/download.md': [
    [
      'Receipts, downloads and cancelling are at [your purchases](/purchases).',
      kept('e2e/purchases.spec.ts', 'opens the receipt, and comes back without another link'),
    ],
    ['As soon as the payment goes through, we’ll email it to your PayPal address', bothReceiptsTest],
    [
      'The SHA-256 under each file lets you check that the download is complete',
      kept(
        'unit/netlify/commands/verify-download.test.ts',
        'a deploy refuses a real installer with the checksum of the sample file',
      ),
    ],
  ],
  'content/pages/terms.md': [
    ['You can export all of them as a CSV file whenever you like.', stands('ownComputer')],
    ['the price on the purchase page is all that we charge', priceTest],
    [
      'We email you a receipt for each payment',
      kept(
        'api/money/purchases/receipts.test.ts',
        'for each payment of a subscription, and the second is a renewal',
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
      'The year that you have paid for runs to its end.',
      kept(
        'unit/client/purchase-texts.test.ts',
        'names the day until which the subscription runs, before it is done',
      ),
    ],
    [
      'You can withdraw from the contract within 14 days of a purchase, without a reason.',
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
      'The first receipt of a purchase brings these terms and the notice on the [right of withdrawal](/right-of-withdrawal).',
      kept(
        'api/frame/mail/terms.test.ts',
        'a first receipt carries the terms of its version and the notice on withdrawals, in both parts',
      ),
    ],
    [
      'The receipts of a purchase name the version of its day, and every earlier version stays readable.',
      kept('api/people/portal/receipts.test.ts', 'a receipt has what an accountant needs, and the terms'),
      kept('unit/build/content/policy-problems.test.ts', 'the build refuses a version that %s'),
    ],
  ],
  'content/pages/right-of-withdrawal.md': [
    [
      'You have the right to withdraw from this contract within 14 days without giving any reason.',
      withdrawalTest,
    ],
    ['You can take back a purchase within 14 days, without a reason.', withdrawalTest],
    ['We confirm right away by email that your withdrawal has arrived, and when.', withdrawalTest],
    ['within 14 days of the day on which your withdrawal reached us', overdueTest, stands('refunds')],
    ['The refund costs you nothing.', stands('refunds')],
  ],
  'content/pages/withdraw.md': [
    ['we confirm by email when it arrived.', withdrawalTest],
    [
      'Refunds go back the way you paid, within 14 days of your request.',
      refundTest,
      overdueTest,
      stands('refunds'),
    ],
    [
      'Then [your purchases](/purchases) cancel a subscription at once.',
      kept('e2e/purchases.spec.ts', 'finds, reads and cancels a subscription, in four presses each'),
    ],
  ],
  'content/questions/reach-us.md': [
    ['within five business days, or within one for the Annual Subscription', stands('answers')],
  ],
  'content/questions/invoice.md': [['We email a receipt for each payment.', bothReceiptsTest]],
  'content/questions/card-fails.md': [
    [
      'nothing is bought until a payment goes through',
      kept('api/money/purchases/track.test.ts', 'an order is 202 and not recorded until it is captured'),
    ],
  ],
  'content/questions/refund.md': [
    ['Yes, within 14 days of a payment, in full and without a reason.', refundTest, stands('refunds')],
  ],
  'content/questions/name-needed.md': [
    [
      'Name and email are optional.',
      kept(
        'unit/islands/finish-purchase.test.ts',
        'a payment without name, email and code sends nothing and is stored in the tab',
      ),
    ],
  ],
  'content/pages/purchases.md': [
    ['We’ll email you a link to your purchases. It works once, within 15 minutes.', linkTest],
    ['Nobody can look up your purchases with this address anymore, not even you.', erasureTest],
  ],
  'server/frame/mail/templates/purchase-mails.ts': [
    ['It works once, within 15 minutes.', linkTest],
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
