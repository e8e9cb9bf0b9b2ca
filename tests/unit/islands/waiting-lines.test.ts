import { expect, test } from 'vitest';
import { emptyOverview } from '../../empty-overview.ts';
import { type Overview, waitingLines } from '../../../src/islands/admin/overview/waiting-lines.ts';

const reconciliation = {
  first_day: '2025-07-25',
  last_day: '2025-08-03',
  differences: 0,
  made_at: '2025-08-04T05:20:00.000Z',
};

function textsOf(overview: Overview): string[] {
  return waitingLines(overview, 2).map(({ number, text, detail }) =>
    [number, text, detail && `(${detail})`].filter(Boolean).join(' '),
  );
}

test('there is no line if nothing waits', () => {
  expect(textsOf(emptyOverview)).toEqual([]);
  expect(textsOf({ ...emptyOverview, reconciliation })).toEqual([]);
});

test('the most urgent line comes first: withdrawals, overdue applications, the other applications, then the money', () => {
  expect(
    textsOf({
      applications: { waiting: 5, overdue: 3 },
      payouts: {
        proposed: { count: 3, cents: 25_900, overdue: 0 },
        approved: { count: 2, cents: 51_800, overdue: 1 },
        returned: { count: 2, cents: 20_000 },
        blocked: { count: 1, cents: 10_000 },
      },
      letters_sending: 1,
      purchases_on_hold: 2,
      bought_twice: { count: 2, order_id: 'ORDER-1' },
      failed_events: { given_up: 1, retrying: 2, newest: [] },
      mails: { given_up: 2, newest: [], late: 3 },
      withdrawals: { open: 5, overdue: 2, unknown: 4 },
      paypal_actions: { refused: 2, late: 3, newest: [] },
      sale_claims: 2,
      policy_violations: [],
      reconciliation: { ...reconciliation, differences: 4 },
    }),
  ).toEqual([
    '2 buyers’ requests are overdue (refunds are due within 14 days)',
    '3 more buyers’ requests to handle',
    '4 buyers’ requests without a known order',
    '3 applications are overdue (reviews are promised within 2 business days)',
    '2 more applications to review',
    '3 payouts to approve, $259.00',
    '2 payouts to pay, $518.00 (1 has been overdue since the 25th; payouts are promised for the following month)',
    '2 payouts returned by PayPal, $200.00',
    '1 payout blocked by PayPal, $100.00',
    '2 missing sales to check',
    '2 purchases on hold',
    '2 repeat purchases of a plan within a day (ask the buyer, and refund one if it was a mistake)',
    '3 failed PayPal events (1 given up, 2 will be retried)',
    '2 refunds or cancellations refused by PayPal',
    '3 refunds or cancellations have waited longer than an hour (PayPal may be down; we keep trying)',
    '2 emails couldn’t be sent',
    '3 emails have waited longer than 15 minutes (the mail server may be down, or email isn’t set up)',
    '4 differences from PayPal’s records (7/25/2025 to 8/3/2025)',
  ]);
});

test('a blocked host of PayPal or Firebase comes before everything else, and other blocked hosts have no line', () => {
  const policy_violations = [
    'www.paypal.com',
    'identitytoolkit.googleapis.com',
    'notpaypal.com',
    'inline',
  ].map((host) => ({ directive: 'connect-src', host, count: 9 }));
  const [first, ...others] = textsOf({
    ...emptyOverview,
    withdrawals: { open: 1, overdue: 1, unknown: 0 },
    policy_violations,
  });
  expect(first).toBe('2 PayPal or Firebase hosts blocked by our own pages (payments or sign-ins may fail)');
  expect(others).toHaveLength(1);
});
