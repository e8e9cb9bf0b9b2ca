import { addMonths, monthOf, monthStart } from '../../src/shared/dates.ts';
import { closeMonths } from '../../src/server/money/statements/close-month.ts';
import type { LocalDatabase } from '../../stack/database.ts';
import { fixtures } from '../api/frame/db/fixtures.ts';
import { insertSampleCounts } from './sample-counts.ts';
import { insertPurchaseWithRequests, insertWithdrawals } from './sample-requests.ts';

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
