import { describe, expect, test } from 'vitest';
import { newContext } from '../../../src/server/context.ts';
import type { Report } from '../../../src/server/domain/reconciliation/difference.ts';
import { reconcile } from '../../../src/server/domain/reconciliation/reconcile.ts';
import type { Payments, ProviderTransaction } from '../../../src/server/vendors/payments/payments.ts';
import { paidOrder, track } from '../buyer.ts';
import { fixtures } from '../database/fixtures.ts';
import { newAffiliate } from '../mint.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, bought } = reconciliationScene();
const run = (first = scene.day, last = scene.day): Promise<Report> =>
  reconcile(newContext(scene.services, 'test'), first, last);
const codes = async () => (await run()).differences.map(({ code, ours, theirs }) => [code, ours, theirs]);

describe('there are no differences', () => {
  test('where all was recorded: payments, pending ones, refunds, reversals, renewals', async () => {
    const { paymentId: capture } = await bought('one-time');
    const { paymentId: sale } = await bought('subscription');
    const { paymentId: reversed } = await bought('one-time');
    scene.shop.paypal.refundSale(sale, '20.00');
    scene.shop.paypal.refundCapture(capture);
    scene.shop.paypal.reverseCapture(reversed);
    scene.shop.paypal.set({ pendingCaptures: true });
    await bought('one-time');
    await scene.shop.paypal.idle();
    expect(await run()).toMatchObject({ compared: 7, differences: [] });
  });

  test('where the report has many pages and the range many windows, each movement counting once', async () => {
    for (const type of ['one-time', 'subscription', 'one-time'] as const) await bought(type);
    scene.shop.paypal.set({ reportPageSize: 2 });
    const report = await run('2024-01-01', scene.day);
    expect(report.compared).toBeGreaterThanOrEqual(3);
    expect(report.differences.filter(({ order_id }) => order_id === null)).toEqual([]);
  });

  test('where a capture began before the range and completed in it', async () => {
    scene.shop.paypal.set({ pendingCaptures: true, clock: '2024-06-01T10:00:00Z' });
    const { paymentId } = await bought('one-time');
    scene.shop.paypal.set({ clock: `${scene.day}T11:00:00Z` });
    scene.shop.paypal.settleCapture(paymentId, 'COMPLETED');
    await scene.shop.paypal.idle();
    expect(await run()).toMatchObject({ compared: 1, differences: [] });
  });
});

test('a subscription’s pending payment is missing here only once it completed, and a pending capture at once', async () => {
  scene.shop.paypal.set({ pendingSales: true, pendingCaptures: true, holdWebhooks: true });
  const { paymentId: sale } = await bought('subscription');
  expect(await codes()).toEqual([]);
  scene.shop.paypal.completeSale(sale);
  expect(await codes()).toEqual([['payment-missing-here', null, '49.99 USD']]);
  await bought('one-time');
  expect(await codes()).toEqual([
    ['payment-missing-here', null, '59.99 USD'],
    ['payment-missing-here', null, '49.99 USD'],
  ]);
  scene.shop.paypal.flush();
  await scene.shop.paypal.idle();
  expect(await codes()).toEqual([]);
});

describe('it is listed', () => {
  test('when the provider has a payment, and then a refund, that is not recorded here', async () => {
    scene.shop.paypal.set({ holdWebhooks: true });
    const { paymentId } = await bought('one-time');
    expect((await run()).differences).toMatchObject([
      { code: 'payment-missing-here', transaction_id: paymentId, ours: null, theirs: '59.99 USD' },
    ]);
    scene.shop.paypal.refundCapture(paymentId, '10.00');
    expect(await codes()).toEqual([
      ['payment-missing-here', null, '59.99 USD'],
      ['refund-missing-here', null, '10.00 USD'],
    ]);
    scene.shop.paypal.flush();
    await scene.shop.paypal.idle();
    expect(await codes()).toEqual([]);
  });

  test('when a payment and its refund are recorded here that the provider does not have', async () => {
    const { payment, refund } = fixtures(scene.shop.rows);
    const payment_id = await payment({ paid_at: `${scene.day}T12:00:00Z`, refunded_cents: 100 });
    await refund({ payment_id, refunded_at: `${scene.day}T13:00:00Z` });
    expect(await codes()).toEqual([
      ['payment-missing-at-provider', '59.99 USD', null],
      ['refund-missing-at-provider', '1.00 USD', null],
    ]);
  });

  test('when an amount or a state differs', async () => {
    const { purchase, payment } = fixtures(scene.shop.rows);
    scene.shop.paypal.set({ holdWebhooks: true });
    const { orderId, paymentId } = await bought('one-time');
    const purchase_id = await purchase({ provider_id: orderId });
    const paid = { purchase_id, paid_at: `${scene.day}T10:00:00Z` };
    await payment({ ...paid, provider_id: paymentId, amount_cents: 5000, state: 'pending' });
    expect(await codes()).toEqual([
      ['payment-amount-differs', '50.00 USD', '59.99 USD'],
      ['payment-state-differs', 'pending', 'completed'],
    ]);
  });

  test('when a refund has another amount, and the payment another sum than its refunds', async () => {
    const { paymentId } = await bought('one-time');
    scene.shop.paypal.set({ holdWebhooks: true });
    scene.shop.paypal.refundCapture(paymentId, '20.00');
    const [refundId = ''] = Object.keys(scene.shop.paypal.state().refunds);
    const [row] = await scene.shop.rows('select id from payments where provider_id = $1', [paymentId]);
    await fixtures(scene.shop.rows).refund({
      payment_id: row?.id,
      provider_id: refundId,
      amount_cents: 1500,
      refunded_at: `${scene.day}T12:00:00Z`,
    });
    const found = (await codes()).map(([code]) => code);
    expect(found).toContain('refund-amount-differs');
    expect(found).toContain('refunded-sum-differs');
  });

  test('when the ledger lacks a commission, or the negative share of a refund', async () => {
    const { purchase, payment, refund, entry } = fixtures(scene.shop.rows);
    const of = { affiliate_id: scene.affiliate.id, affiliate_code: scene.affiliate.code };
    const paid_at = `${scene.day}T12:00:00Z`;
    const paid = async (id: string, changes: object = {}) => {
      const purchase_id = await purchase({ provider_id: `${scene.day}-${id}`, ...of });
      // One of another day, which is not compared.
      await payment({ purchase_id, paid_at: '2024-01-01T00:00:00Z' });
      return payment({
        provider_id: `${scene.day}-${id}-paid`,
        purchase_id,
        sequence: 2,
        paid_at,
        ...changes,
      });
    };
    const earned = (id: string, payment_id: string) =>
      entry({
        ...{ affiliate_id: scene.affiliate.id, payment_id, source: `${scene.day}-${id}-paid` },
        ...{ amount_cents: 1500, rate_basis_points: 2500, occurred_at: paid_at },
      });
    await paid('one');
    const two = await paid('two', { refunded_cents: 2000 });
    await earned('two', two);
    const back = { amount_cents: 2000, refunded_at: paid_at };
    await refund({ payment_id: two, provider_id: `${scene.day}-two-back`, ...back });
    const three = await paid('three', { refunded_cents: 5999 });
    await earned('three', three);
    await scene.shop.rows("update payments set state = 'reversed' where id = $1", [three]);
    const reversal = { kind: 'reversal', amount_cents: 5999, refunded_at: paid_at };
    await refund({ payment_id: three, provider_id: `${scene.day}-three-back`, ...reversal });
    const found = (await run()).differences.map(({ code, order_id, transaction_id, theirs }) =>
      [code, order_id, transaction_id, theirs].map((part) => String(part).replace(`${scene.day}-`, '')),
    );
    expect(found.filter(([code = '']) => !code.includes('provider'))).toEqual([
      ['commission-missing', 'one', 'one-paid', '15.00 USD'],
      ['refund-share-missing', 'two', 'two-back', '-5.00 USD'],
      ['refund-share-missing', 'three', 'three-back', '-15.00 USD'],
    ]);
  });

  test('when the ledger has another commission than the terms say, or somebody else’s', async () => {
    const { purchase, payment, entry } = fixtures(scene.shop.rows);
    const of = { affiliate_id: scene.affiliate.id, affiliate_code: scene.affiliate.code };
    const paid_at = `${scene.day}T12:00:00Z`;
    for (const [name, bought] of Object.entries({ theirs: of, nobodys: {} })) {
      const paid = { provider_id: `${scene.day}-${name}`, paid_at };
      const payment_id = await payment({ purchase_id: await purchase(bought), ...paid });
      await entry({ affiliate_id: scene.affiliate.id, payment_id, amount_cents: 600 });
    }
    const found = (await run()).differences.map(({ code, transaction_id, ours, theirs }) => [
      code,
      transaction_id.replace(`${scene.day}-`, ''),
      ours,
      theirs,
    ]);
    expect(found.filter(([code]) => !String(code).includes('provider'))).toEqual([
      ['commission-differs', 'theirs', '6.00 USD', '15.00 USD'],
      ['commission-unexpected', 'nobodys', '6.00 USD', '0.00 USD'],
    ]);
  });
});

test('what affiliates have of payments that are not theirs, or never arrived, is listed for each, unless it came to nothing', async () => {
  const { purchase, payment, entry } = fixtures(scene.shop.rows);
  const one = scene.affiliate;
  const other = await newAffiliate(scene.shop.rows);
  const paid_at = `${scene.day}T12:00:00Z`;
  const named = { purchase_id: await purchase({ provider_id: `${scene.day}-nobody’s` }) };
  const nobodys = await payment({ ...named, provider_id: `${scene.day}-paid`, paid_at });
  for (const [affiliate_id, kind] of [
    [one.id, 'commission'],
    [other.id, 'reattribution'],
  ])
    await entry({ affiliate_id, kind, payment_id: nobodys, amount_cents: 600 });
  const owned = await purchase({ affiliate_id: one.id, affiliate_code: one.code });
  const pending = await payment({ purchase_id: owned, paid_at, state: 'pending' });
  await entry({ affiliate_id: one.id, payment_id: pending, amount_cents: 500 });
  const given = await payment({ purchase_id: await purchase(), paid_at });
  for (const amount_cents of [600, -600])
    await entry({ affiliate_id: one.id, payment_id: given, kind: 'reattribution', amount_cents });
  const found = (await run()).differences.filter(({ code }) => code === 'commission-unexpected');
  expect(found.map(({ ours }) => ours).sort()).toEqual(['5.00 USD', '6.00 USD', '6.00 USD']);
  expect(found.filter(({ ours }) => ours === '6.00 USD')).toMatchObject(
    [1, 2].map(() => ({ order_id: `${scene.day}-nobody’s`, transaction_id: `${scene.day}-paid` })),
  );
});

test('of many purchases of one buyer each that lacks its commission is listed once', async () => {
  const count = 201;
  await scene.shop.rows(
    `with bought as (
       insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_id, affiliate_id, affiliate_code)
       select gen_random_uuid(), $1 || n, 'one-time', 'basic', 'completed', 5999, $1, $2::uuid, $3
       from generate_series(1, ${String(count)}) as n
       returning id, provider_id
     )
     insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, paid_at)
     select gen_random_uuid(), id, provider_id || '-paid', 1, 'completed', 5999, $4::timestamptz from bought`,
    [`${scene.day}-`, scene.affiliate.id, scene.affiliate.code, `${scene.day}T12:00:00Z`],
  );
  const found = (await run()).differences.filter(({ code }) => code === 'commission-missing');
  expect(found).toHaveLength(count);
  expect(new Set(found.map(({ transaction_id }) => transaction_id)).size).toBe(count);
});

test('a reversal that the provider gave back is listed while it still counts, and no more once its dispute is known to be won', async () => {
  const { paymentId } = await bought('one-time');
  const { paypal } = scene.shop;
  const dispute = paypal.openDispute(paymentId);
  paypal.reverseCapture(paymentId);
  await paypal.idle();
  const back: ProviderTransaction = {
    ...{ id: 'BACK', kind: 'reversal-back', isSale: false, paymentId, state: 'completed' },
    ...{ amount: { cents: 59_99, currency: 'USD' }, at: new Date(`${scene.day}T12:00:00Z`) },
  };
  const { payments } = scene.services;
  const listing: Payments = {
    ...payments,
    listTransactions: async (from, until) => [...(await payments.listTransactions(from, until)), back],
  };
  const differences = async () =>
    (await reconcile(newContext({ ...scene.services, payments: listing }, 'test'), scene.day, scene.day))
      .differences;
  expect(await differences()).toMatchObject([
    { code: 'reversal-back-unknown', transaction_id: 'BACK', ours: 'reversed', theirs: '59.99 USD' },
  ]);
  paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
  await paypal.idle();
  expect(await differences()).toEqual([]);
});

test('what the ledger lacks is there once the order is reported again at today’s price, whatever was paid', async () => {
  const { purchase, payment, refund } = fixtures(scene.shop.rows);
  scene.shop.paypal.set({ holdWebhooks: true });
  const { id, code } = scene.affiliate;
  const provider_id = await paidOrder(scene.shop, { code, value: '50.00' });
  const [capture = ''] = Object.keys(scene.shop.paypal.state().captures);
  const sold = { provider_id, amount_cents: 5000, affiliate_id: id, affiliate_code: code };
  const payment_id = await payment({
    purchase_id: await purchase(sold),
    provider_id: capture,
    amount_cents: 5000,
    refunded_cents: 2000,
    paid_at: `${scene.day}T10:00:00Z`,
  });
  await refund({ payment_id, amount_cents: 2000, refunded_at: `${scene.day}T11:00:00Z` });
  const ofLedger = async () => (await codes()).filter(([found]) => !String(found).includes('provider'));
  expect(await ofLedger()).toEqual([
    ['commission-missing', null, '12.50 USD'],
    ['refund-share-missing', null, '-5.00 USD'],
  ]);
  expect((await track(scene.shop, provider_id)).status).toBe(200);
  expect(await ofLedger()).toEqual([]);
});

test('nothing is corrected', async () => {
  const { purchase, payment } = fixtures(scene.shop.rows);
  await payment({ purchase_id: await purchase(), paid_at: `${scene.day}T12:00:00Z` });
  const books = () =>
    scene.shop.rows(
      `select (select json_agg(p order by id) from payments p) p, (select json_agg(e order by id) from commission_entries e) e,
       (select json_agg(b order by id) from purchases b) b`,
    );
  const before = await books();
  expect((await run()).differences).toHaveLength(1);
  expect(await books()).toEqual(before);
});
