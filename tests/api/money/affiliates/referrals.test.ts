import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, unique } from '../../factories.ts';

const now = new Date('2026-03-15T12:00:00Z');
let api: Api;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  api = await startApi({ now: () => now });
  make = fixtures(api.rows);
});
afterAll(() => api.close());

const path = '/api/affiliates/referrals';
const newMember = async () => {
  const { email, token } = await newConfirmedAccount();
  const { id, code } = await newAffiliate(api.rows, { email });
  const get = async () => api.call('GET', path, undefined, { token });
  return { id, code, get };
};

/** Inserts a payment and its commission, for a new purchase unless one is given. */
const earn = async (affiliate_id: string, at: string, changes: { plan?: string; purchase?: string } = {}) => {
  const subscription = changes.plan === 'annual' ? { type: 'subscription', state: 'active' } : {};
  const purchase_id =
    changes.purchase ??
    (await make.purchase({
      ...subscription,
      plan_id: changes.plan ?? 'basic',
      payer_email: 'buyer@mail.example',
      payer_id: 'BUYER',
    }));
  const renewal = changes.purchase ? { sequence: 2, is_renewal: true } : {};
  const payment_id = await make.payment({ purchase_id, paid_at: at, ...renewal });
  const entry = await make.entry({ affiliate_id, payment_id, occurred_at: at });
  return { purchase_id, payment_id, entry };
};
const addToStatement = (affiliate_id: string, statement: string, entry: string) =>
  api.rows('insert into statement_entries values ($1, $2, $3)', [statement, entry, affiliate_id]);
/** Inserts a payout that is approved, and paid unless `isPaid` is false. */
const payOut = async (statement_id: string, isPaid = true) => {
  const id = await make.payout({ statement_id });
  const approve = "state = 'approved', approved_by = 'a', approved_at = now()";
  await api.rows(`update payouts set ${approve} where id = $1`, [id]);
  if (isPaid)
    await api.rows("update payouts set state = 'paid', transaction_id = $2, paid_at = now() where id = $1", [
      id,
      unique(),
    ]);
};
const noMoney = { earned_cents: 0, waiting_cents: 0, held_cents: 0, in_payouts_cents: 0, paid_cents: 0 };
const report = z.object({
  totals: z.record(z.string(), z.number()),
  recent: z.array(z.looseObject({ date: z.string(), state: z.string(), kind: z.string() })),
  open_payouts: z.array(z.unknown()),
});
const read = async (get: () => Promise<{ status: number; body: unknown }>) => {
  const answer = await get();
  expect(answer.status).toBe(200);
  return report.parse(answer.body);
};

describe('the report of an affiliate’s own referrals', () => {
  test('has totals and entries of the ledger: paid, waiting and on hold', async () => {
    const { id, get } = await newMember();
    const paid = await earn(id, '2026-01-31T23:59:59Z');
    const statement = await make.statement({ affiliate_id: id });
    await addToStatement(id, statement, paid.entry);
    await payOut(statement);
    const open = await earn(id, '2026-02-01T00:00:00Z', { plan: 'annual' });
    await make.entry({
      affiliate_id: id,
      payment_id: open.payment_id,
      kind: 'refund',
      amount_cents: -200,
      base_cents: 2000,
      occurred_at: '2026-03-01T00:00:00Z',
    });
    const held = await earn(id, '2026-03-02T00:00:00Z');
    await make.other('commission_holds', { payment_id: held.payment_id, reason: 'self-referral' });
    await earn((await newMember()).id, '2026-03-03T00:00:00Z');

    const found = await read(get);
    expect(found.totals).toEqual({
      ...noMoney,
      referrals: 3,
      earned_cents: 1000,
      waiting_cents: 400,
      held_cents: 600,
      paid_cents: 600,
    });
    const entry = {
      id: expect.any(String) as unknown,
      amount_cents: 600,
      rate_basis_points: 1000,
      base_cents: 5999,
      kind: 'commission',
      explanation: '10% of $59.99 (first payment)',
    };
    const onceAt = (date: string) => ({ date, paid_at: date });
    expect(found.recent).toEqual([
      { ...entry, ...onceAt('2026-03-02T00:00:00.000Z'), plan: 'Basic', state: 'On hold' },
      {
        ...entry,
        date: '2026-03-01T00:00:00.000Z',
        paid_at: '2026-02-01T00:00:00.000Z',
        plan: 'Annual Subscription',
        kind: 'refund',
        amount_cents: -200,
        base_cents: 2000,
        explanation: '10% of $20.00 refunded (first payment on 2/1/2026)',
        state: 'Pending',
      },
      { ...entry, ...onceAt('2026-02-01T00:00:00.000Z'), plan: 'Annual Subscription', state: 'Pending' },
      { ...entry, ...onceAt('2026-01-31T23:59:59.000Z'), plan: 'Basic', state: 'Paid' },
    ]);
  });

  test('shows entries in statements as pending, even if their payment is on hold', async () => {
    const { id, get } = await newMember();
    const earned = await earn(id, '2026-01-10T00:00:00Z');
    const statement = await make.statement({ affiliate_id: id });
    await addToStatement(id, statement, earned.entry);
    await make.other('commission_holds', { payment_id: earned.payment_id, reason: 'self-referral' });
    const refund = { kind: 'refund', amount_cents: -600, base_cents: 5999 };
    const sale = { affiliate_id: id, payment_id: earned.payment_id, occurred_at: '2026-02-10T00:00:00Z' };
    const back = await make.entry({ ...sale, ...refund });
    const totals = { ...noMoney, referrals: 1 };
    expect(await read(get)).toMatchObject({ totals });
    await addToStatement(id, await make.statement({ affiliate_id: id, month: '2026-02-01' }), back);
    const pending = { state: 'Pending' };
    expect(await read(get)).toMatchObject({ totals, recent: [pending, pending] });
  });

  test('counts a renewal as money but not as a referral, and a purchase reassigned to somebody else as neither', async () => {
    const { id, get } = await newMember();
    const first = await earn(id, '2025-02-10T00:00:00Z', { plan: 'annual' });
    await earn(id, '2026-02-10T00:00:00Z', { purchase: first.purchase_id });
    const lost = await earn(id, '2026-02-11T00:00:00Z');
    await make.entry({
      affiliate_id: id,
      payment_id: lost.payment_id,
      kind: 'reattribution',
      amount_cents: -600,
      occurred_at: '2026-02-12T00:00:00Z',
    });
    const { totals } = await read(get);
    expect(totals).toEqual({ ...noMoney, referrals: 1, earned_cents: 1200, waiting_cents: 1200 });
  });

  test('shows a carried-over balance in a payout of a later month, then as paid', async () => {
    const { id, get } = await newMember();
    const { entry } = await earn(id, '2026-01-10T00:00:00Z');
    await addToStatement(
      id,
      await make.statement({ affiliate_id: id, paid_cents: 0, closing_cents: 600 }),
      entry,
    );
    const february = await make.statement({
      affiliate_id: id,
      month: '2026-02-01',
      opening_cents: 600,
      entries_cents: 0,
      paid_cents: 600,
      closing_cents: 0,
    });
    expect((await read(get)).totals).toMatchObject({ waiting_cents: 600, in_payouts_cents: 0 });
    await payOut(february, false);
    const review = await read(get);
    expect(review.totals).toMatchObject({ waiting_cents: 0, in_payouts_cents: 600, paid_cents: 0 });
    expect(review.recent).toMatchObject([{ state: 'In a payout' }]);
    const openPayout = {
      month: '2026-02',
      state: 'approved',
      amount_cents: 600,
      payout_email: 'payout@mail.example',
      result: null,
      result_at: null,
    };
    expect(review.open_payouts).toEqual([openPayout]);
    await api.rows("update payouts set result = 'unclaimed', result_at = $2 where statement_id = $1", [
      february,
      '2026-03-05T00:00:00Z',
    ]);
    const sent = { result: 'unclaimed', result_at: '2026-03-05T00:00:00.000Z' };
    const unclaimed = await read(get);
    expect(unclaimed.totals).toMatchObject({ in_payouts_cents: 600, paid_cents: 0 });
    expect(unclaimed.open_payouts).toEqual([{ ...openPayout, ...sent }]);
    await api.rows(
      "update payouts set state = 'paid', transaction_id = $2, paid_at = now() where statement_id = $1",
      [february, unique()],
    );
    expect(await read(get)).toMatchObject({
      totals: { waiting_cents: 0, in_payouts_cents: 0, paid_cents: 600 },
      open_payouts: [],
    });
  });
});
