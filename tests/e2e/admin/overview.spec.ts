import type { Page } from '@playwright/test';
import type { Overview } from '../../../src/server/admin/overview/show-overview.ts';
import { emptyOverview } from '../../empty-overview.ts';
import { affiliateTab, signInAdmin, tabs, tableRows } from './admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

const overviewCall = '**/api/admin/overview';

const quietOverview: Overview = {
  ...emptyOverview,
  reconciliation: {
    first_day: '2025-07-25',
    last_day: '2025-08-03',
    differences: 0,
    made_at: '2025-08-04T05:20:00.000Z',
  },
};

const event = {
  id: 'WH-1',
  type: 'PAYMENT.CAPTURE.COMPLETED',
  state: 'failed',
  attempts: 65,
  last_error: 'PayPal could not be reached.',
  occurred_at: '2025-08-04T12:00:00.000Z',
  received_at: '2025-08-04T12:00:00.000Z',
  processed_at: null,
  next_attempt_at: null,
} as const;

const busyOverview: Overview = {
  ...emptyOverview,
  applications: { waiting: 5, overdue: 3 },
  payouts: { ...emptyOverview.payouts, proposed: { count: 3, cents: 25_900, overdue: 0 } },
  purchases_on_hold: 100,
  failed_events: { given_up: 1, retrying: 0, newest: [event] },
  mails: {
    given_up: 1,
    newest: [{ id: 'mail-1', kind: 'receipt', at: '2025-08-04T12:00:00.000Z', error: '550 No such mailbox' }],
    late: 0,
  },
  paypal_actions: {
    refused: 1,
    late: 0,
    newest: [
      {
        id: 'refund-1',
        kind: 'refund',
        state: 'refused',
        order_id: '8AB12345CD678901E',
        amount_cents: 5_00,
        error: 'The buyer disputes this payment. (TRANSACTION_DISPUTED)',
        at: '2025-08-04T12:00:00.000Z',
      },
    ],
  },
  policy_violations: [
    { directive: 'script-src-elem', host: 'inline', count: 7 },
    { directive: 'frame-src', host: 'pay.paypal.com', count: 2 },
  ],
};

/** Answers the overview's calls. The returned function gives their number. */
async function answerOverview(page: Page, answer: () => Overview): Promise<() => number> {
  let count = 0;
  await page.route(overviewCall, (route) => {
    count += 1;
    return route.fulfill({ json: answer() });
  });
  return () => count;
}

function waitingRegion(page: Page) {
  return page.getByRole('region', { name: 'Waiting for you' });
}

test('admin sees what waits, and retries it; the counts of the tabs follow a change', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await signInAdmin(page);
  let shown = busyOverview;
  const count = await answerOverview(page, () => shown);
  await page.goto('/admin');
  // tests/unit/islands/waiting-lines.test.ts has the lines and their order.
  await expect(waitingRegion(page).getByRole('link')).toHaveCount(8);
  await expect(waitingRegion(page).getByRole('link', { name: /payouts to approve/ })).toHaveAttribute(
    'href',
    '/payouts?state=proposed',
  );
  await expect(page.getByRole('link', { name: 'View Analytics' })).toHaveAttribute('href', '/figures-admin');
  const blocked = page.getByRole('region', { name: 'Blocked on our pages' });
  await expect(blocked.getByText(/^frame-src blocks pay\.paypal\.com/)).toContainText(
    'Ask a developer to allow it in the policy of our pages.',
  );
  await expect(blocked.getByRole('row', { name: /inline script or style/ })).toContainText('7');
  await expect(page.getByRole('region', { name: 'Refunds and cancellations' })).toContainText(
    'The buyer disputes this payment. (TRANSACTION_DISPUTED)',
  );
  const names = [
    'Overview',
    'Affiliates',
    'Customers',
    'Newsletter',
    'Purchases',
    'Payouts',
    'Profiles',
    'Figures',
    'Log',
  ];
  await expect(tabs(page)).toHaveText(names.map((name) => new RegExp(`^${name}`)));
  await expect(tabs(page)).toHaveText(
    ['1 waiting', '5 waiting', '', '', '99+ waiting', '3 waiting', '', '', ''].map((count, place) =>
      `${names[place] ?? ''} ${count}`.trim(),
    ),
  );
  await expectAccessible(page);

  await test.step('a failed event is retried here', async () => {
    await page.route('**/api/events/WH-1/retry', (route) =>
      route.fulfill({ json: { ...event, state: 'processed', processed_at: event.received_at } }),
    );
    shown = { ...busyOverview, failed_events: emptyOverview.failed_events };
    await page.getByRole('button', { name: /^Try again PAYMENT/ }).click();
    await expect(page.getByText('The event was processed.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Failed PayPal events' })).toBeHidden();
    await expect(tabs(page).first()).toHaveText('Overview');
  });

  await test.step('a mail that was given up is sent again, and nothing waits', async () => {
    const mails = page.getByRole('region', { name: 'Unsent emails' });
    await expect(mails.getByRole('row', { name: /Receipt/ })).toContainText('550 No such mailbox');
    await page.route('**/api/mails/retry', (route) => route.fulfill({ json: { mails: 1 } }));
    shown = quietOverview;
    await mails.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('1 email will be sent again.')).toBeVisible();
    await expect(mails).toBeHidden();
    await expect(blocked).toBeHidden();
    await expect(waitingRegion(page)).toContainText('Nothing is waiting for you.');
    await expect(waitingRegion(page)).toContainText(
      'The last reconciliation with PayPal, 7/25/2025 to 8/3/2025, found no differences.',
    );
    await expect(waitingRegion(page).getByRole('link')).toHaveCount(0);
  });

  await test.step('the counts of the tabs follow a change', async () => {
    shown = { ...quietOverview, applications: { waiting: 2, overdue: 0 } };
    const before = count();
    await page.goto('/affiliate-admin');
    await expect(tableRows(page).first()).toBeVisible();
    await expect(affiliateTab(page)).toHaveText('Affiliates 2 waiting');
    await expect(affiliateTab(page)).toHaveAttribute('aria-current', 'page');
    expect(count()).toBe(before + 1);
    shown = quietOverview;
    await page.route('**/api/affiliates/bulk', (route) =>
      route.fulfill({ json: { changed: ['a'], unchanged: [], left: [], missing: [] } }),
    );
    await tableRows(page).first().getByRole('checkbox').check();
    await page.getByRole('group').getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(affiliateTab(page)).toHaveText('Affiliates');
  });
});
