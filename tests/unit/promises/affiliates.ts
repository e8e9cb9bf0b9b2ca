import { kept, type Promises, stands } from './promise.ts';

const leavingTest = kept(
  'api/people/leaving/leave.test.ts',
  'earns nothing more, is paid below the minimum, and the record closes 30 days after the payment',
);
const lateReviewTest = kept(
  'api/admin/overview/show.test.ts',
  'an admin gets the counts of waiting applications, payouts, holds, failed events and differences',
);
const latePayoutTest = kept('unit/shared/dates.test.ts', 'at %s payouts for a month before %s are overdue');
const monthTest = kept(
  'api/money/statements/close.test.ts',
  'closeMonths closes every month that is over, the earliest first, and even empty ones',
);
const returnedTest = kept(
  'api/money/statements/payout-account.test.ts',
  'adds rejected payouts to the balance until a statement returns them',
);
const clicksTest = kept('api/money/affiliates/referral.test.ts', 'a referral stores nothing in the database');
const terms2025Test = kept(
  'unit/shared/commission.test.ts',
  'pays 25% in the year 2025 anywhere on Earth, to the second',
);

/** Promises of the affiliate program. */
export const affiliates: Promises = {
  'content/pages/affiliate-program.md': [
    [
      'Each payment earns under the terms in force on its date.',
      kept(
        'unit/shared/program.test.ts',
        'apply to payments from their beginning on, even if the commission is calculated later',
      ),
    ],
    [
      '{program.tracking-days} days (cookie)',
      kept('unit/shared/referral.test.ts', 'counts a click for 60 days, including the last second'),
    ],
    ['Commissions paid', latePayoutTest, stands('payouts')],
    [
      '{program.minimum-payout}, or no minimum threshold by arrangement',
      kept(
        'api/money/statements/close.test.ts',
        'a payout is proposed for a balance of at least 100.00: for 8 × 12.50, but not for 99.99',
      ),
    ],
    ['Within {program.review-days} business days', lateReviewTest, stands('reviews')],
    [
      'Commission is calculated on the price paid, without tax.',
      kept(
        'api/money/purchases/commission.test.ts',
        'the founders’ rate applies to the amount paid less tax',
      ),
    ],
    [
      'Each renewal earns you {program.annual-renewal}, at {program.renewal-rate}.',
      kept(
        'api/money/purchases/track.test.ts',
        'a reported subscription is recorded with its first payment and a commission of 10%',
      ),
    ],
    [
      'Your application is reviewed within {program.review-days} business days.',
      lateReviewTest,
      stands('reviews'),
    ],
    [
      'Your personal code is made right away.',
      kept(
        'e2e/accounts/new-affiliate.spec.ts',
        'a new affiliate applies, confirms the email, and reads a refusal',
      ),
    ],
    ["It's free, and you can [leave any time](/affiliate-payment).", leavingTest],
    ['{program.rate} on referrals and renewals for all of {program.year}', terms2025Test],
    [
      'Your link starts counting as soon as your application is approved.',
      kept(
        'api/money/affiliates/activation.test.ts',
        'an activation earns no commission for earlier purchases, even if it is backdated',
      ),
    ],
  ],
  'content/questions/first-year.md': [
    [
      'A customer whose first payment was in {program.year} earns you {program.rate} for the first year',
      kept(
        'unit/shared/commission.test.ts',
        'keeps 25% for a 2025 customer whose next purchase falls in the first 12 months',
      ),
    ],
  ],
  'content/questions/payouts.md': [
    [
      'Commissions are calculated monthly and paid the following month.',
      monthTest,
      latePayoutTest,
      stands('payouts'),
    ],
  ],
  'content/questions/minimum.md': [
    [
      'a smaller balance carries over to the next month',
      kept(
        'api/money/statements/close.test.ts',
        'a balance is carried over because it is negative, closed, below the minimum or without an email',
      ),
    ],
  ],
  'content/questions/own-purchase.md': [
    [
      'the purchase is put on hold, and earns nothing until we have reviewed it',
      kept(
        'api/money/purchases/commission.test.ts',
        'a self-referral is on hold once, for a Gmail address with a +tag and dots',
      ),
      stands('reviews'),
    ],
  ],
  'content/questions/tracking.md': [
    [
      "If the visitor later follows another affiliate's link, the later one counts.",
      kept(
        'e2e/checkout-code.spec.ts',
        'the checkout takes the code of the last click until the buyer edits the field',
      ),
    ],
    ['A code typed at checkout beats both.', kept('e2e/purchase.spec.ts', 'the typed code wins')],
  ],
  'content/questions/review.md': [
    [
      'Each application is reviewed within {program.review-days} business days',
      lateReviewTest,
      stands('reviews'),
    ],
  ],
  'content/questions/collected.md': [
    ['Nothing tells us who clicked.', clicksTest],
    ['We collect no visitor data.', clicksTest],
  ],
  'content/questions/links.md': [
    [
      "You'll see the clicks, the purchases and the earnings of each link, month by month.",
      kept(
        'api/money/affiliates/links.test.ts',
        'a purchase through a named link earns its commission, and the report shows it',
      ),
    ],
  ],
  'content/questions/leave-program.md': [
    ['Your code and your links stop earning right away', leavingTest],
    ["We'll still pay what you've earned with the next statements, even below the minimum", leavingTest],
    ['we delete your name, your email and your payment information from your affiliate record', leavingTest],
  ],
  'shared/messages/affiliate.ts': [
    ['We store nothing about the people who click.', clicksTest],
    [
      'We always write to you about your application, your payment email, a payout that failed and a sale that you reported.',
      kept('api/money/affiliates/mails.test.ts', 'a mail that cannot be switched off is refused'),
      kept('api/money/payouts/payout-mails.test.ts', 'a rejected payout always sends a mail with the reason'),
      kept(
        'api/admin/overview/sale-claims.test.ts',
        'a sale is credited once the purchase is the affiliate’s, with one audit entry and one mail',
      ),
    ],
    [
      'Its figures stay, and links that you’ve already posted still count.',
      kept(
        'api/money/affiliates/links.test.ts',
        'a deleted link keeps its figures, still counts and earns, and frees its label',
      ),
    ],
    ['Each month closes on the 1st of the following month.', monthTest],
  ],
  'shared/messages/leaving-money.ts': [
    ['You don’t have to pay it back.', leavingTest],
    [
      'will be paid if we release it',
      kept(
        'api/people/leaving/leave.test.ts',
        'waits for a hold, and a refund after its release takes the commission back',
      ),
    ],
  ],
  'server/frame/mail/templates/affiliate-mails.ts': [
    ['You’ll have our answer within ${reviewDays()}, by email.', lateReviewTest, stands('reviews')],
    [
      'We review every payout before we send it through PayPal.',
      kept(
        'api/money/payouts/run.test.ts',
        'goes from proposed to approved to paid, once, and each step is audited',
      ),
    ],
    ['You don’t lose the money: we’ll add it to your next statement.', returnedTest],
  ],
};
