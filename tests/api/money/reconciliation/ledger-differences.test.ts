import { describe, expect, test } from 'vitest';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate } from '../../factories.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, run } = reconciliationScene();

describe('a difference is listed', () => {
  test('if the ledger lacks a commission, or the negative share of a refund', async () => {
    const { purchase, payment, refund, entry } = fixtures(scene.shop.rows);
    const owner = { affiliate_id: scene.affiliate.id, affiliate_code: scene.affiliate.code };
    const paid_at = `${scene.day}T12:00:00Z`;
    const insertPayment = async (id: string, changes: object = {}) => {
      const purchase_id = await purchase({ provider_id: `${scene.day}-${id}`, ...owner });
      // The first payment is of another day, so that it is not compared.
      await payment({ purchase_id, paid_at: '2024-01-01T00:00:00Z' });
      return payment({
        provider_id: `${scene.day}-${id}-paid`,
        purchase_id,
        sequence: 2,
        paid_at,
        ...changes,
      });
    };
    const insertCommission = (id: string, payment_id: string) =>
      entry({
        affiliate_id: scene.affiliate.id,
        payment_id,
        source: `${scene.day}-${id}-paid`,
        amount_cents: 1500,
        rate_basis_points: 2500,
        occurred_at: paid_at,
      });
    await insertPayment('one');
    const two = await insertPayment('two', { refunded_cents: 2000 });
    await insertCommission('two', two);
    const refundOfDay = { amount_cents: 2000, refunded_at: paid_at };
    await refund({ payment_id: two, provider_id: `${scene.day}-two-back`, ...refundOfDay });
    const three = await insertPayment('three', { refunded_cents: 5999 });
    await insertCommission('three', three);
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

  test('if a commission differs from the terms, or belongs to another affiliate', async () => {
    const { purchase, payment, entry } = fixtures(scene.shop.rows);
    const owner = { affiliate_id: scene.affiliate.id, affiliate_code: scene.affiliate.code };
    const paid_at = `${scene.day}T12:00:00Z`;
    for (const [name, credit] of Object.entries({ theirs: owner, nobodys: {} })) {
      const paymentOfDay = { provider_id: `${scene.day}-${name}`, paid_at };
      const payment_id = await payment({ purchase_id: await purchase(credit), ...paymentOfDay });
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

test('a commission of a payment without an affiliate, or of a payment that is still pending, is listed unless its sum is 0', async () => {
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
  const reassigned = await payment({ purchase_id: await purchase(), paid_at });
  for (const amount_cents of [600, -600])
    await entry({ affiliate_id: one.id, payment_id: reassigned, kind: 'reattribution', amount_cents });
  const found = (await run()).differences.filter(({ code }) => code === 'commission-unexpected');
  expect(found.map(({ ours }) => ours).sort()).toEqual(['5.00 USD', '6.00 USD', '6.00 USD']);
  expect(found.filter(({ ours }) => ours === '6.00 USD')).toMatchObject(
    [1, 2].map(() => ({ order_id: `${scene.day}-nobody’s`, transaction_id: `${scene.day}-paid` })),
  );
});

test('each of 201 purchases of one buyer that lacks its commission is listed once', async () => {
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
