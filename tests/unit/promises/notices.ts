import { cancelTest, refundTest } from './keepers.ts';
import { kept, type Promises, stands } from './promise.ts';

const failedRenewalTest = kept(
  'api/money/notices/notices.test.ts',
  'is told once for each attempt, with the way to PayPal’s payment method',
);

/** Promises about mails before and after a renewal, and before a year ends. */
export const notices: Promises = {
  'content/pages/terms.md': [
    [
      'We email you 30 days before the year ends.',
      kept(
        'api/money/notices/notices.test.ts',
        'is announced 30 days before, with the versions that stay and a way to buy again',
      ),
    ],
    [
      'We email you 40 days before each renewal, with its date and amount',
      kept(
        'api/money/notices/notices.test.ts',
        '40 days before, to both addresses, with the day and the amount that /purchases shows',
      ),
    ],
    ['and whenever PayPal can’t collect a payment', failedRenewalTest],
  ],
  'content/questions/card-fails.md': [['When a renewal fails, we email you.', failedRenewalTest]],
  'server/frame/mail/templates/notice-mails.ts': [
    ['If you ask within 14 days of the renewal, we’ll refund it in full.', refundTest, stands('refunds')],
    ['You won’t be charged again, and your plan runs until the end of the year you’ve paid for.', cancelTest],
    ['and we’ll resume it', stands('requestsByMail')],
  ],
};
