import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Overview } from '../../../../src/server/admin/overview/show-overview.ts';
import { refusalText } from '../../../../src/server/money/paypal-actions/refusal-text.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, newWithdrawal, unique } from '../../factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

async function fetchOverview(): Promise<Overview> {
  const answer = await api.call('GET', '/api/admin/overview', undefined, { token });
  expect(answer.status).toBe(200);
  return answer.body as Overview;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
}

/** Inserts an affiliate that applied this many days ago, and returns its id. */
async function insertApplication(
  days: number,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return fixtures(api.rows).other('affiliates', {
    name: 'Applicant',
    email: newEmail(),
    code: unique(),
    date_created: daysAgo(days),
    ...columns,
  });
}

test('an admin gets the counts of waiting applications, payouts, holds, failed events and differences', async () => {
  const before = await fetchOverview();
  const { payment, payout, other } = fixtures(api.rows);

  // Two applications wait, and one of the two waits too long. The other affiliates are active, deactivated and closed.
  await insertApplication(0);
  await insertApplication(14);
  await insertApplication(14, { date_activated: daysAgo(1) });
  const deactivated = await insertApplication(14, { date_activated: daysAgo(1) });
  await api.rows('update affiliates set date_activated = null where id = $1', [deactivated]);
  await insertApplication(14, { email: null, closed_at: daysAgo(1) });

  await payout();
  await payout();
  const id = await payout();
  await api.call('POST', '/api/payouts/approve', { ids: [id] }, { token });
  // PayPal's report: the unclaimed payout waits for its recipient, and not for an admin.
  for (const result of ['unclaimed', 'returned', 'blocked']) await payout({ result, result_at: daysAgo(1) });

  const held = await payment();
  await other('commission_holds', { payment_id: held, reason: 'dispute' });
  await other('commission_holds', { payment_id: held, reason: 'self-referral' });
  await other('commission_holds', {
    payment_id: await payment(),
    reason: 'dispute',
    released_at: daysAgo(1),
    released_by: 'admin',
  });

  const event = (columns: Readonly<Record<string, unknown>>) =>
    other('webhook_events', {
      id: `WH-${unique()}`,
      type: 'PAYMENT.CAPTURE.COMPLETED',
      body: '{}',
      state: 'failed',
      occurred_at: daysAgo(1),
      ...columns,
    });
  const givenUp = await event({ received_at: daysAgo(-1) });
  await event({ next_attempt_at: daysAgo(-1) });
  await event({ state: 'received', next_attempt_at: daysAgo(-1) });
  await event({ state: 'processed', processed_at: daysAgo(1) });

  await other('reconciliations', {
    first_day: '2026-01-01',
    last_day: '2026-01-10',
    compared: 7,
    differences: '[{}, {}]',
    made_at: daysAgo(-1),
  });

  const after = await fetchOverview();
  expect(after.applications).toEqual({
    waiting: before.applications.waiting + 2,
    overdue: before.applications.overdue + 1,
  });
  const { proposed, approved, returned, blocked } = before.payouts;
  expect(after.payouts).toEqual({
    // The months of the fixtures are long over.
    proposed: {
      count: proposed.count + 2,
      cents: proposed.cents + 1_200,
      overdue: proposed.overdue + 2,
    },
    approved: {
      count: approved.count + 1,
      cents: approved.cents + 600,
      overdue: approved.overdue + 1,
    },
    returned: { count: returned.count + 1, cents: returned.cents + 600 },
    blocked: { count: blocked.count + 1, cents: blocked.cents + 600 },
  });
  expect(after.purchases_on_hold).toBe(before.purchases_on_hold + 1);
  expect(after.failed_events).toMatchObject({
    given_up: before.failed_events.given_up + 1,
    retrying: before.failed_events.retrying + 1,
  });
  expect(after.failed_events.newest[0]).toMatchObject({
    id: givenUp,
    state: 'failed',
    next_attempt_at: null,
  });
  expect(after.reconciliation).toMatchObject({
    first_day: '2026-01-01',
    last_day: '2026-01-10',
    differences: 2,
  });
});

test('an admin gets the counts of open, overdue and unknown withdrawals', async () => {
  const before = await fetchOverview();
  const { other, purchase } = fixtures(api.rows);
  const order_number = unique().toUpperCase();
  await purchase({ provider_id: order_number });
  const withdrawal = (days: number, columns = {}) =>
    other('withdrawals', { ...newWithdrawal({ order_number }), received_at: daysAgo(days), ...columns });
  await withdrawal(0);
  await withdrawal(13.9);
  await withdrawal(14.1);
  await withdrawal(14.1, { order_number: 'Basic' });
  await withdrawal(20, { handled_at: daysAgo(1), handled_by: 'admin', handled_note: 'Refunded' });
  const { withdrawals } = await fetchOverview();
  expect(withdrawals).toEqual({
    open: before.withdrawals.open + 3,
    overdue: before.withdrawals.overdue + 1,
    unknown: before.withdrawals.unknown + 1,
  });
});

test('an admin gets the actions that PayPal refused, and those waiting over an hour', async () => {
  const { purchase, payment, other } = fixtures(api.rows);
  const order = unique();
  const purchase_id = await purchase({ provider_id: order });
  const refund = async (columns: Readonly<Record<string, unknown>>) =>
    other('paypal_actions', {
      kind: 'refund',
      purchase_id,
      payment_id: await payment(),
      amount_cents: 5_999,
      reason: 'They asked',
      requested_by: 'admin',
      due_at: daysAgo(0),
      ...columns,
    });
  const refused = { state: 'refused', last_error: 'Already refunded' };
  const [newest, older] = [
    await refund({ ...refused, finished_at: daysAgo(1) }),
    await refund({ ...refused, finished_at: daysAgo(29.9) }),
  ];
  await refund({ ...refused, finished_at: daysAgo(30.1) });
  await refund({ state: 'done', finished_at: daysAgo(1) });
  await refund({ created_at: daysAgo(0.9 / 24) });
  const late = await other('paypal_actions', {
    kind: 'cancel',
    purchase_id,
    requested_by: 'buyer',
    due_at: daysAgo(0),
    created_at: daysAgo(1.1 / 24),
  });
  const { paypal_actions: actions } = await fetchOverview();
  expect(actions).toMatchObject({ refused: 2, late: 1 });
  expect(actions.newest.map(({ id }) => id)).toEqual([late, newest, older]);
  expect(actions.newest.slice(0, 2)).toMatchObject([
    { kind: 'cancel', state: 'waiting', order_id: order, amount_cents: null, error: null },
    {
      kind: 'refund',
      state: 'refused',
      order_id: order,
      amount_cents: 5_999,
      error: refusalText('Already refunded'),
    },
  ]);
});

test('an admin gets the blocked hosts of seven days, the most frequent first', async () => {
  await api.rows(
    `insert into policy_violations (day, directive, host, count)
     select $1::date - days, 'connect-src', 'tracker.example', 2 from unnest(array[0, 6, 7]) days
     union all select $1::date - 1, 'connect-src', 'inline', 5`,
    [daysAgo(0).slice(0, 10)],
  );
  expect((await fetchOverview()).policy_violations).toEqual([
    { directive: 'connect-src', host: 'inline', count: 5 },
    { directive: 'connect-src', host: 'tracker.example', count: 4 },
  ]);
});
