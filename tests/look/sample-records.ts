import { addMonths, monthOf, monthStart } from '../../src/shared/dates.ts';
import { closeMonths } from '../../src/server/money/statements/close-month.ts';
import type { LocalDatabase } from '../../stack/database.ts';
import { fixtures } from '../api/frame/db/fixtures.ts';
import { insertSampleCounts } from './sample-counts.ts';

const buyers = [
  'carl.reader',
  'wilhelmina.schmidt',
  'jonas.lindqvist',
  'marta.kowalska',
  'tomas.herrera',
  'aiko.tanaka',
];

const others = [
  { name: 'Noor van Dijk', state: 'active' },
  { name: 'Samuel Osei', state: 'active' },
  { name: 'Chiara Bianchi', state: 'waiting' },
  { name: 'Liam O’Connor', state: 'waiting' },
  { name: 'Priya Raman', state: 'declined' },
] as const;

/** The codes of ada's links. */
const adaCodes = ['ada0001', 'ada0003', 'ada0001', 'ada0004'];

/** The number of months with sales. The newest is the current one. */
const monthCount = 12;

const hourMs = 60 * 60 * 1_000;

/**
 * Inserts records that fill the screens behind the login: affiliates in every state, a year of ada's sales with a refund
 * and a hold, the statements of the closed months, payouts in every state, withdrawals, and counted events.
 */
export async function insertSampleRecords({ db, query }: LocalDatabase): Promise<void> {
  const now = new Date();
  const make = fixtures(query);
  const [ada] = await query(
    "update affiliates set payout_email = 'ada@kithbook.example', email_confirmed_at = now() where code = 'ada0001' returning id",
  );
  const adaId = String(ada?.id);
  await insertOthers(query, now);
  for (const [code, label] of Object.entries({ ada0003: 'Newsletter', ada0004: 'Video' }))
    await query('insert into affiliate_codes (code, affiliate_id, label) values ($1, $2, $3)', [
      code,
      adaId,
      label,
    ]);
  await insertSampleCounts(query);

  for (let index = 0; index < monthCount; index += 1) {
    const month = addMonths(monthOf(now), index + 1 - monthCount);
    for (let sale = 0; sale < 3 + ((index * 5) % 7); sale += 1) {
      const paidAt = new Date(
        Math.min(monthStart(month).getTime() + sale * 37 * hourMs + 9 * hourMs, now.getTime()),
      );
      const buyer = `${buyers[(index + sale) % buyers.length] ?? ''}@mail.example`;
      const isSubscription = sale % 2 === 0;
      const amount = isSubscription ? 49_99 : 59_99;
      const purchase = await make.purchase({
        type: isSubscription ? 'subscription' : 'one-time',
        plan_id: isSubscription ? 'annual' : 'basic',
        state: isSubscription ? 'active' : 'completed',
        amount_cents: amount,
        payer_email: buyer,
        payer_email_key: buyer,
        affiliate_code: adaCodes[sale % adaCodes.length] ?? 'ada0001',
        affiliate_id: adaId,
        created_at: paidAt.toISOString(),
      });
      const payment = await make.payment({
        purchase_id: purchase,
        amount_cents: amount,
        paid_at: paidAt.toISOString(),
      });
      const entry = {
        affiliate_id: adaId,
        payment_id: payment,
        base_cents: amount,
        terms_version: '2025-08',
        occurred_at: paidAt.toISOString(),
      };
      // Large commissions, so that some balances reach the minimum payout.
      await make.entry({ ...entry, amount_cents: Math.round(amount * 0.9), rate_basis_points: 9_000 });
      if (sale === 1)
        await make.entry({
          ...entry,
          kind: 'refund',
          amount_cents: -9_00,
          base_cents: 10_00,
          rate_basis_points: 9_000,
        });
      if (index === monthCount - 1 && sale === 2)
        await make.other('commission_holds', { payment_id: payment, reason: 'self-referral' });
    }
  }
  await insertPurchaseWithRequests(make, adaId, now);
  await insertPurchaseOfCarl(make, now);
  await closeMonths({ db, now });
  await settleOldPayouts(query);
  await insertWithdrawals(query, now);
}

/** The order number of a purchase with refunds and a cancellation in every state. */
export const purchaseWithRequests = 'I-SAMPLE00001';

async function insertPurchaseWithRequests(
  make: ReturnType<typeof fixtures>,
  affiliate: string,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * hourMs).toISOString();
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

type Query = LocalDatabase['query'];

async function insertOthers(query: Query, now: Date): Promise<void> {
  for (const [index, { name, state }] of others.entries()) {
    const local = name.toLowerCase().replace(/[^a-z]+/g, '.');
    const created = new Date(now.getTime() - (index + 1) * 40 * hourMs).toISOString();
    await query(
      `insert into affiliates (id, name, email, code, date_created, date_activated, application_state, promotion)
        values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)`,
      [
        name,
        `${local}@mail.example`,
        `${local.replace(/\W/g, '').slice(0, 6)}${String(1_000 + index * 711)}`,
        created,
        state === 'active' ? created : null,
        state === 'active' ? 'approved' : state,
        'I write a newsletter about family history for 2,400 readers, and I’d show how the archive keeps the people we remember.',
      ],
    );
    await query('insert into customers (id, name, email) values (gen_random_uuid(), $1, $2)', [
      name,
      `${local}@shop.example`,
    ]);
  }
}

/** Inserts an overdue withdrawal, three newer requests of buyers, and requests that PayPal refused and has not answered. */
async function insertWithdrawals(query: Query, now: Date): Promise<void> {
  const make = fixtures(query);
  const ago = (days: number) => new Date(now.getTime() - days * 24 * hourMs).toISOString();
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

/** Inserts a subscription that the account `carl` paid for, with a renewal. */
async function insertPurchaseOfCarl(make: ReturnType<typeof fixtures>, now: Date): Promise<void> {
  const email = 'carl@kithbook.example';
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * hourMs).toISOString();
  const purchase = await make.purchase({
    provider_id: 'I-3BS92TL5RW8K',
    type: 'subscription',
    plan_id: 'annual',
    state: 'active',
    amount_cents: 49_99,
    payer_email: email,
    payer_email_key: email,
    created_at: daysAgo(400),
  });
  for (const [index, days] of [400, 35].entries())
    await make.payment({
      provider_id: `6FT29130VK84512${String(index)}N`,
      purchase_id: purchase,
      amount_cents: 49_99,
      paid_at: daysAgo(days),
    });
}

/**
 * Pays all payouts but the three newest. The newest is proposed, and PayPal's report says that the others are unclaimed and
 * returned.
 */
async function settleOldPayouts(query: Query): Promise<void> {
  const payouts = await query(
    'select payouts.id from payouts join statements on statements.id = statement_id order by month desc offset 1',
  );
  for (const [index, { id }] of payouts.entries()) {
    await query(
      "update payouts set state = 'approved', approved_by = 'admin', approved_at = now(), exported_at = now(), exported_by = 'admin' where id = $1",
      [id],
    );
    if (index < 2)
      await query('update payouts set result = $2, result_at = now(), transaction_id = $3 where id = $1', [
        id,
        index === 0 ? 'unclaimed' : 'returned',
        `5TY05013RG00284${String(index)}M`,
      ]);
    else
      await query("update payouts set state = 'paid', transaction_id = $2, paid_at = now() where id = $1", [
        id,
        `5TY05013RG00284${String(index)}M`,
      ]);
  }
}
