import { describe, expect, test } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { reconcile } from '../../../../src/server/money/reconciliation/reconcile.ts';
import type { PayPal, ProviderTransaction } from '../../../../src/server/frame/context/paypal.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, buy, run, codes } = reconciliationScene();

describe('there are no differences', () => {
  test('if everything is recorded: payments, pending payments, refunds, reversals and renewals', async () => {
    const { paymentId: capture } = await buy('one-time');
    const { paymentId: sale } = await buy('subscription');
    const { paymentId: reversed } = await buy('one-time');
    scene.shop.paypal.refundSale(sale, '20.00');
    scene.shop.paypal.refundCapture(capture);
    scene.shop.paypal.reverseCapture(reversed);
    scene.shop.paypal.set({ pendingCaptures: true });
    await buy('one-time');
    await scene.shop.paypal.idle();
    expect(await run()).toMatchObject({ compared: 7, differences: [] });
  });

  test('if a capture began before the range, and completed in it', async () => {
    scene.shop.paypal.set({ pendingCaptures: true, clock: '2024-06-01T10:00:00Z' });
    const { paymentId } = await buy('one-time');
    scene.shop.paypal.set({ clock: `${scene.day}T11:00:00Z` });
    scene.shop.paypal.settleCapture(paymentId, 'COMPLETED');
    await scene.shop.paypal.idle();
    expect(await run()).toMatchObject({ compared: 1, differences: [] });
  });
});

describe('a difference is listed', () => {
  test('if a payment, and then its refund, is not recorded here', async () => {
    scene.shop.paypal.set({ holdWebhooks: true });
    const { paymentId } = await buy('one-time');
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

  test('if an amount or a state differs', async () => {
    const { purchase, payment } = fixtures(scene.shop.rows);
    scene.shop.paypal.set({ holdWebhooks: true });
    const { orderId, paymentId } = await buy('one-time');
    const purchase_id = await purchase({ provider_id: orderId });
    const paid = { purchase_id, paid_at: `${scene.day}T10:00:00Z` };
    await payment({ ...paid, provider_id: paymentId, amount_cents: 5000, state: 'pending' });
    expect(await codes()).toEqual([
      ['payment-amount-differs', '50.00 USD', '59.99 USD'],
      ['payment-state-differs', 'pending', 'completed'],
    ]);
  });

  test('if a refund has another amount, and the payment another sum than its refunds', async () => {
    const { paymentId } = await buy('one-time');
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
});

test('a reversal that PayPal gave back is listed until the won dispute is recorded', async () => {
  const { paymentId } = await buy('one-time');
  const { paypal } = scene.shop;
  const dispute = paypal.openDispute(paymentId);
  paypal.reverseCapture(paymentId);
  await paypal.idle();
  const reversalBack: ProviderTransaction = {
    id: 'BACK',
    kind: 'reversal-back',
    isSale: false,
    paymentId,
    customId: null,
    state: 'completed',
    amount: { cents: 59_99, currency: 'USD' },
    at: new Date(`${scene.day}T12:00:00Z`),
  };
  const { paypal: originalClient } = scene.services;
  const clientWithReversalBack: PayPal = {
    ...originalClient,
    listTransactions: async (from, until) => [
      ...(await originalClient.listTransactions(from, until)),
      reversalBack,
    ],
  };
  const differences = async () =>
    (
      await reconcile(
        newContext({ ...scene.services, paypal: clientWithReversalBack }, 'test'),
        scene.day,
        scene.day,
      )
    ).differences;
  expect(await differences()).toMatchObject([
    { code: 'reversal-back-unknown', transaction_id: 'BACK', ours: 'reversed', theirs: '59.99 USD' },
  ]);
  paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
  await paypal.idle();
  expect(await differences()).toEqual([]);
});

test('a reconciliation changes nothing', async () => {
  const { purchase, payment } = fixtures(scene.shop.rows);
  await payment({ purchase_id: await purchase(), paid_at: `${scene.day}T12:00:00Z` });
  const storedRows = () =>
    scene.shop.rows(
      `select (select json_agg(p order by id) from payments p) p, (select json_agg(e order by id) from commission_entries e) e,
       (select json_agg(b order by id) from purchases b) b`,
    );
  const before = await storedRows();
  expect((await run()).differences).toHaveLength(1);
  expect(await storedRows()).toEqual(before);
});
