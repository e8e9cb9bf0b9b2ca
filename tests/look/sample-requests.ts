import type { LocalDatabase } from '../../stack/database.ts';
import { dayMs } from '../../src/shared/dates.ts';
import { fixtures } from '../api/frame/db/fixtures.ts';

/** The order number of a purchase with refunds and a cancellation in every state. */
export const purchaseWithRequests = 'I-SAMPLE00001';

/** Inserts that purchase for an affiliate. */
export async function insertPurchaseWithRequests(
  make: ReturnType<typeof fixtures>,
  affiliate: string,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const purchase = await make.purchase({
    type: 'subscription',
    plan_id: 'annual',
    state: 'cancelled',
    amount_cents: 49_99,
    provider_id: purchaseWithRequests,
    payer_email: 'jonas.lindqvist@mail.example',
    affiliate_code: 'ada0001',
    affiliate_id: affiliate,
    created_at: daysAgo(400),
  });
  const payments = [];
  for (const [sequence, days, refunded] of [
    [1, 400, 20_00],
    [2, 35, 0],
  ] as const) {
    const payment = { purchase_id: purchase, sequence, amount_cents: 49_99, paid_at: daysAgo(days) };
    const id = await make.payment({ ...payment, refunded_cents: refunded, is_renewal: sequence > 1 });
    payments.push(id);
    const entry = { affiliate_id: affiliate, payment_id: id, terms_version: '2025-08' };
    await make.entry({ ...entry, amount_cents: 5_00, base_cents: 49_99, occurred_at: daysAgo(days) });
    if (refunded > 0)
      await make.entry({
        ...entry,
        kind: 'refund',
        amount_cents: -2_00,
        base_cents: refunded,
        occurred_at: daysAgo(3),
      });
  }
  const refund = { kind: 'refund', purchase_id: purchase, requested_by: 'seed-admin', due_at: daysAgo(3) };
  const refundId = '6GD32518AD1432458';
  await make.other('refunds', {
    payment_id: payments[0],
    provider_id: refundId,
    kind: 'refund',
    amount_cents: 20_00,
    refunded_at: daysAgo(3),
  });
  for (const action of [
    {
      ...refund,
      payment_id: payments[0],
      amount_cents: 20_00,
      reason: 'The buyer paid twice.',
      state: 'done',
      provider_id: refundId,
      created_at: daysAgo(3),
      finished_at: daysAgo(3),
    },
    {
      ...refund,
      payment_id: payments[1],
      amount_cents: 49_99,
      reason: 'Withdrawal of Monday',
      state: 'refused',
      last_error: 'REFUND_FAILED_INSUFFICIENT_FUNDS',
      created_at: daysAgo(2),
      finished_at: daysAgo(2),
    },
    {
      kind: 'cancel',
      purchase_id: purchase,
      requested_by: 'buyer',
      due_at: daysAgo(1),
      state: 'done',
      created_at: daysAgo(1),
      finished_at: daysAgo(1),
    },
    {
      ...refund,
      payment_id: payments[0],
      amount_cents: 29_99,
      reason: 'Withdrawal of Monday',
      created_at: daysAgo(0),
      due_at: daysAgo(-1),
      attempts: 1,
      last_error: 'PayPal cannot be reached at the moment. Please try again soon.',
    },
  ])
    await make.other('paypal_actions', action);
}

/** Inserts an overdue withdrawal, three newer requests of buyers, and requests that PayPal refused and has not answered. */
export async function insertWithdrawals(query: LocalDatabase['query'], now: Date): Promise<void> {
  const make = fixtures(query);
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const order = 'I-8WR5LT29DS3B';
  const addressOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`;
  const wilhelmina = 'Wilhelmina Schmidt-Hohenberg';
  const purchase = await make.purchase({
    provider_id: order,
    type: 'subscription',
    plan_id: 'annual',
    state: 'active',
    amount_cents: 49_99,
    payer_email: addressOf(wilhelmina),
    payer_email_key: addressOf(wilhelmina),
  });
  const payment = await make.payment({ purchase_id: purchase, amount_cents: 49_99, paid_at: ago(16) });
  for (const [days, name, number, kind] of [
    [15, wilhelmina, order, 'withdrawal'],
    [2, 'Jonas Lindqvist', '8AB12345CD678901E', 'money-back'],
    [1, 'Jonas Lindqvist', order, 'cancellation'],
    [0, 'Aiko Tanaka', 'Annual plan, paid on November 20', 'withdrawal'],
  ] as const)
    await make.other('withdrawals', {
      kind,
      name,
      email: addressOf(name),
      order_number: number,
      received_at: ago(days),
    });
  await query(
    `insert into sale_claims (id, affiliate_id, order_number, day)
     select gen_random_uuid(), id, number, $1::date
     from affiliates, unnest(array[$2, '8AB12345CD678901E']) as numbers (number) where code = 'ada0001'`,
    [ago(16), order],
  );
  const action = { purchase_id: purchase, requested_by: 'admin', due_at: ago(0) };
  await make.other('paypal_actions', {
    ...action,
    kind: 'refund',
    payment_id: payment,
    amount_cents: 49_99,
    reason: 'Withdrawal',
    state: 'refused',
    finished_at: ago(1),
    last_error: 'CAPTURE_FULLY_REFUNDED',
  });
  await make.other('paypal_actions', { ...action, kind: 'cancel', created_at: ago(0.2) });
}
