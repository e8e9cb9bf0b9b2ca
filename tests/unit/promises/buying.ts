import { refundTest, withdrawalTest, linkTest } from './keepers.ts';
import { kept, type Promises, stands } from './promise.ts';

const yearlyTest = kept(
  'unit/netlify/commands/doctor.test.ts',
  'the doctor names “%s” for a PayPal plan with %j',
);
const bothReceiptsTest = kept(
  'api/money/purchases/receipts.test.ts',
  'at both addresses, if PayPal’s webhook came before the report',
);
const licenseTest = kept('api/money/licenses/licenses.test.ts', 'is made once for a payment, and is genuine');
const feedTest = kept(
  'unit/netlify/commands/release-sign.test.ts',
  'an enclosure with an https address, a length, a type and a signature of 64 bytes',
);
const erasureTest = kept(
  'api/people/customers/no-trace.test.ts',
  'after erasing a person with data in every registered column',
);

/** Promises before and at a purchase. */
export const buying: Promises = {
  'shared/offer.ts': [
    ['The download is the whole program, free for ${String(trialDays)} days.', stands('trial')],
    ['After that, it still opens, searches and exports your book for as long as you like', stands('trial')],
    ['Your contacts are never locked away.', stands('trial')],
    [
      'Every version released before your year ends keeps working in full, forever.',
      licenseTest,
      stands('keptVersions'),
    ],
    ['Every version released before your subscription ends keeps working, forever.', stands('keptVersions')],
    [
      'If you buy a second year of Basic early, it begins when the first ends.',
      kept(
        'api/people/portal/session.test.ts',
        'a second year of Basic that is bought early begins when the first ends',
      ),
    ],
    ['By email, answered within ${answerDays.basic}.', stands('answers')],
    ['By email, first in the queue, answered within ${answerDays.annual}.', stands('answers')],
    ['Included. The program finds and installs them itself.', feedTest, stands('automaticUpdates')],
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
      'You can cancel at any time under Your purchases.',
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
    ['Just [ask](/withdraw?for=money-back) within 14 days of a payment.', refundTest, stands('refunds')],
  ],
  'content/pages/download.md': [
    [
      'You’ll find receipts and downloads, and can cancel, under [your purchases](/purchases).',
      kept('e2e/purchases.spec.ts', 'opens the receipt, and comes back without another link'),
    ],
    ['As soon as the payment goes through, we’ll email it to your PayPal address', bothReceiptsTest],
    [
      'The SHA-256 under each file lets you check that the download is complete',
      kept(
        'unit/netlify/commands/verify-download.test.ts',
        'a deploy refuses an installer that is not the signed one',
      ),
    ],
  ],
  'content/questions/reach-us.md': [
    ['within five business days, or within one for the Annual Subscription', stands('answers')],
  ],
  'content/questions/invoice.md': [
    [
      'To put your company’s name, address and VAT number on it, enter them there.',
      kept('api/people/portal/receipts.test.ts', 'a receipt has the facts for an accountant, and the terms'),
    ],
    ['We email a receipt for each payment', bothReceiptsTest],
  ],
  'content/questions/card-fails.md': [
    ['and we’ll resume it', stands('requestsByMail')],
    [
      'nothing is bought until a payment goes through',
      kept('api/money/purchases/track.test.ts', 'an order is 202 and not recorded until it is captured'),
    ],
  ],
  'content/questions/refund.md': [
    ['Yes, within 14 days of a payment, in full, no reason needed.', refundTest, stands('refunds')],
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
    ['We’ll email you a link to your purchases. It works once, and expires after 15 minutes.', linkTest],
    ['Nobody can look up your purchases by this email address anymore, not even you.', erasureTest],
  ],
};
