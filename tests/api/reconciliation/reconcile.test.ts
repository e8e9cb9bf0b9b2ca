import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileByHand } from '../../../netlify/reconcile.ts';
import { newContext, type Services } from '../../../src/server/context.ts';
import type { Report } from '../../../src/server/domain/reconciliation/difference.ts';
import { reconcileRecent } from '../../../src/server/domain/reconciliation/reconcile-recent.ts';
import { reconcile } from '../../../src/server/domain/reconciliation/reconcile.ts';
import { createPayPal } from '../../../src/server/vendors/payments/paypal.ts';
import { signIn } from '../accounts.ts';
import { newSubscription, paidOrder } from '../buyer.ts';
import { fixtures } from '../database/fixtures.ts';
import { emulatedIdentity, openEmbedded, settings, type TestDatabase } from '../harness.ts';
import { type MintedAffiliate, newAffiliate } from '../mint.ts';
import { type Shop, startShop } from '../shop.ts';

let database: TestDatabase;
let shop: Shop;
let affiliate: MintedAffiliate;
let services: Services;
/** Every test has days of its own, years apart from today. */
let day: string;
let days = 0;
beforeAll(async () => {
  database = await openEmbedded();
  shop = await startShop({ database });
  affiliate = await newAffiliate(shop.rows, { activeFrom: '2020-01-01T00:00:00Z' });
  services = {
    db: database.db,
    payments: createPayPal(shop.used),
    identity: emulatedIdentity(),
    settings,
    now: () => new Date('2026-06-15T08:00:00Z'),
  };
});
beforeEach(() => {
  days += 1;
  day = new Date(Date.UTC(2025, 2, 2 * days)).toISOString().slice(0, 10);
  shop.paypal.reset();
  shop.paypal.set({ clock: `${day}T10:00:00Z` });
});
afterAll(() => shop.close());

const run = (first = day, last = day): Promise<Report> =>
  reconcile(newContext(services, 'test'), first, last);
const codes = async () => (await run()).differences.map(({ code, ours, theirs }) => [code, ours, theirs]);
const deliver = () => shop.paypal.idle();

/** A purchase of today, recorded; and its payment's id at the provider. */
const bought = async (type: 'one-time' | 'subscription') => {
  const { captures: before, sales: earlier } = shop.paypal.state();
  const orderId =
    type === 'one-time'
      ? await paidOrder(shop, { code: affiliate.code })
      : await newSubscription(shop, { code: affiliate.code });
  await deliver();
  const { captures, sales } = shop.paypal.state();
  const ids = [...Object.keys(captures), ...Object.keys(sales)];
  const paymentId = ids.find((id) => !(id in before) && !(id in earlier)) ?? '';
  return { orderId, paymentId };
};

describe('there are no differences', () => {
  test('where all was recorded: payments, pending ones, refunds, reversals, renewals', async () => {
    const { paymentId: capture } = await bought('one-time');
    const { paymentId: sale } = await bought('subscription');
    const { paymentId: reversed } = await bought('one-time');
    shop.paypal.refundSale(sale, '20.00');
    shop.paypal.refundCapture(capture);
    shop.paypal.reverseCapture(reversed);
    shop.paypal.set({ pendingCaptures: true });
    await bought('one-time');
    await deliver();
    expect(await run()).toMatchObject({ compared: 7, differences: [] });
  });

  test('where the report has many pages and the range many windows, each movement counting once', async () => {
    for (const type of ['one-time', 'subscription', 'one-time'] as const) await bought(type);
    shop.paypal.set({ reportPageSize: 2 });
    const report = await run('2024-01-01', day);
    expect(report.compared).toBeGreaterThanOrEqual(3);
    expect(report.differences.filter(({ order_id }) => order_id === null)).toEqual([]);
  });

  test('where a capture began before the range and completed in it', async () => {
    shop.paypal.set({ pendingCaptures: true, clock: '2024-06-01T10:00:00Z' });
    const { paymentId } = await bought('one-time');
    shop.paypal.set({ clock: `${day}T11:00:00Z` });
    shop.paypal.settleCapture(paymentId, 'COMPLETED');
    await deliver();
    expect(await run()).toMatchObject({ compared: 1, differences: [] });
  });
});

describe('it is listed', () => {
  test('when the provider has a payment, and then a refund, that is not recorded here', async () => {
    shop.paypal.set({ holdWebhooks: true });
    const { paymentId } = await bought('one-time');
    expect((await run()).differences).toMatchObject([
      { code: 'payment-missing-here', transaction_id: paymentId, ours: null, theirs: '59.99 USD' },
    ]);
    shop.paypal.refundCapture(paymentId, '10.00');
    expect(await codes()).toEqual([
      ['payment-missing-here', null, '59.99 USD'],
      ['refund-missing-here', null, '10.00 USD'],
    ]);
    shop.paypal.flush();
    await deliver();
    expect(await codes()).toEqual([]);
  });

  test('when a payment and its refund are recorded here that the provider does not have', async () => {
    const { payment, refund } = fixtures(shop.rows);
    const payment_id = await payment({ paid_at: `${day}T12:00:00Z`, refunded_cents: 100 });
    await refund({ payment_id, refunded_at: `${day}T13:00:00Z` });
    expect(await codes()).toEqual([
      ['payment-missing-at-provider', '59.99 USD', null],
      ['refund-missing-at-provider', '1.00 USD', null],
    ]);
  });

  test('when an amount or a state differs', async () => {
    const { purchase, payment } = fixtures(shop.rows);
    shop.paypal.set({ holdWebhooks: true });
    const { orderId, paymentId } = await bought('one-time');
    const purchase_id = await purchase({ provider_id: orderId });
    const paid = { purchase_id, paid_at: `${day}T10:00:00Z` };
    await payment({ ...paid, provider_id: paymentId, amount_cents: 5000, state: 'pending' });
    expect(await codes()).toEqual([
      ['payment-amount-differs', '50.00 USD', '59.99 USD'],
      ['payment-state-differs', 'pending', 'completed'],
    ]);
  });

  test('when a refund has another amount, and the payment another sum than its refunds', async () => {
    const { paymentId } = await bought('one-time');
    shop.paypal.set({ holdWebhooks: true });
    shop.paypal.refundCapture(paymentId, '20.00');
    const [refundId = ''] = Object.keys(shop.paypal.state().refunds);
    const [row] = await shop.rows('select id from payments where provider_id = $1', [paymentId]);
    await fixtures(shop.rows).refund({
      payment_id: row?.id,
      provider_id: refundId,
      amount_cents: 1500,
      refunded_at: `${day}T12:00:00Z`,
    });
    const found = (await codes()).map(([code]) => code);
    expect(found).toContain('refund-amount-differs');
    expect(found).toContain('refunded-sum-differs');
  });

  test('when the ledger lacks a commission, or the negative share of a refund', async () => {
    const { purchase, payment, refund, entry } = fixtures(shop.rows);
    const of = { affiliate_id: affiliate.id, affiliate_code: affiliate.code };
    const paid_at = `${day}T12:00:00Z`;
    await payment({ purchase_id: await purchase(of), paid_at });
    const payment_id = await payment({ purchase_id: await purchase(of), paid_at, refunded_cents: 2000 });
    const [row] = await shop.rows('select provider_id from payments where id = $1', [payment_id]);
    const terms = { affiliate_id: affiliate.id, payment_id, source: row?.provider_id, occurred_at: paid_at };
    await entry({ ...terms, amount_cents: 1500, rate_basis_points: 2500 });
    await refund({ payment_id, amount_cents: 2000, refunded_at: paid_at });
    expect((await codes()).filter(([code]) => !String(code).includes('provider'))).toEqual([
      ['commission-missing', null, '15.00 USD'],
      ['refund-share-missing', null, '-5.00 USD'],
    ]);
  });

  test('when the ledger has another commission than the terms say, or somebody else’s', async () => {
    const { purchase, payment, entry } = fixtures(shop.rows);
    const of = { affiliate_id: affiliate.id, affiliate_code: affiliate.code };
    const paid_at = `${day}T12:00:00Z`;
    for (const bought of [of, {}]) {
      const payment_id = await payment({ purchase_id: await purchase(bought), paid_at });
      await entry({ affiliate_id: affiliate.id, payment_id, amount_cents: 600 });
    }
    expect((await codes()).filter(([code]) => !String(code).includes('provider'))).toEqual([
      ['commission-differs', '6.00 USD', '15.00 USD'],
      ['commission-unexpected', '6.00 USD', '0.00 USD'],
    ]);
  });
});

test('nothing is corrected', async () => {
  const { purchase, payment } = fixtures(shop.rows);
  await payment({ purchase_id: await purchase(), paid_at: `${day}T12:00:00Z` });
  const books = () =>
    shop.rows(
      `select (select json_agg(p order by id) from payments p) p, (select json_agg(e order by id) from commission_entries e) e,
       (select json_agg(b order by id) from purchases b) b`,
    );
  const before = await books();
  expect((await run()).differences).toHaveLength(1);
  expect(await books()).toEqual(before);
});

describe('the daily run', () => {
  test('keeps one report of the last three days for the admin, and begins anew the next day', async () => {
    const token = await signIn('admin');
    const latest = () => shop.call('GET', '/api/reconciliation/latest', undefined, { token });
    expect((await latest()).body).toEqual({ report: null });
    shop.paypal.set({ clock: '2026-06-13T10:00:00Z', holdWebhooks: true });
    const { paymentId } = await bought('one-time');
    const at = (now: string) => newContext({ ...services, now: () => new Date(now) }, 'test');
    expect(await reconcileRecent(at('2026-06-15T05:20:00Z'))).toMatchObject({ first_day: '2026-06-12' });
    expect(await reconcileRecent(at('2026-06-15T06:20:00Z'))).toBeNull();
    expect((await latest()).body).toMatchObject({
      report: {
        first_day: '2026-06-12',
        last_day: '2026-06-14',
        differences: [{ code: 'payment-missing-here', transaction_id: paymentId }],
        made_at: '2026-06-15T05:20:00.000Z',
      },
    });
    shop.paypal.flush();
    await deliver();
    await reconcileRecent(at('2026-06-16T05:20:00Z'));
    expect((await latest()).body).toMatchObject({ report: { last_day: '2026-06-15', differences: [] } });
    await expect(shop.rows('update reconciliations set compared = 0')).rejects.toThrow(/append-only/);
  });

  test('keeps nothing when the provider cannot be asked, so that the next run makes it', async () => {
    const context = newContext({ ...services, now: () => new Date('2026-07-15T05:20:00Z') }, 'test');
    shop.paypal.set({ down: true });
    await expect(reconcileRecent(context)).rejects.toMatchObject({ code: 'payment-provider-unavailable' });
    shop.paypal.set({ down: false });
    expect(await reconcileRecent(context)).toMatchObject({ last_day: '2026-07-14' });
  });
});

describe('npm run reconcile', () => {
  const command = (...args: string[]) => reconcileByHand(args, (work) => work(services), '2026-06-15');

  test('ends with 0 and says so when the books are equal', async () => {
    await bought('one-time');
    expect(await command(day, day)).toEqual({
      code: 0,
      text: `${day} to ${day}, payments and refunds compared: 1. No differences.`,
    });
  });

  test('ends with 1 and lists the differences', async () => {
    shop.paypal.set({ holdWebhooks: true });
    const { paymentId } = await bought('one-time');
    const { code, text } = await command(day, day);
    expect(code).toBe(1);
    expect(text).toContain('payment-missing-here');
    expect(text).toContain(`transaction ${paymentId}`);
  });

  test.each([
    [[]],
    [['2025-08-01']],
    [['2025-08-31', '2025-08-01']],
    [['2025-13-01', '2025-13-02']],
    [['2026-06-15', '2026-06-16']],
  ])('ends with 2 when it is asked wrongly: %j', async (args) => {
    expect((await command(...args)).code).toBe(2);
  });

  test('ends with 3 when the provider cannot be asked', async () => {
    shop.paypal.set({ down: true });
    const { code, text } = await command(day, day);
    expect(code).toBe(3);
    expect(text).toContain('cannot be reached');
  });
});
