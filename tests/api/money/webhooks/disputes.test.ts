import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { paidOrder } from '../../buyer.ts';
import { startDisputes } from './dispute-scene.ts';

const { shop, buy, holdsOf, entriesOf, deliver, syncDisputeEvent } = await startDisputes();
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

describe.each(['one-time', 'subscription'] as const)('a dispute of a %s purchase', (type) => {
  const cents = type === 'one-time' ? 600 : 500;

  test.each(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'RESOLVED_WITH_PAYOUT', 'NONE'] as const)(
    'holds the commission while it is open, and releases it with %s',
    async (outcome) => {
      const { orderId, paymentId } = await buy(type);
      const dispute = shop.paypal.openDispute(paymentId);
      await shop.paypal.idle();
      expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
      shop.paypal.reviewDispute(dispute);
      await shop.paypal.idle();
      expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
      shop.paypal.resolveDispute(dispute, outcome);
      await shop.paypal.idle();
      expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
      expect(await entriesOf(orderId)).toEqual([['commission', cents]]);
    },
  );

  test.each(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'] as const)(
    'that is lost with %s reverses the commission, and releases the hold',
    async (outcome) => {
      const { orderId, paymentId } = await buy(type);
      const dispute = shop.paypal.openDispute(paymentId);
      shop.paypal.resolveDispute(dispute, outcome);
      await shop.paypal.idle();
      expect(await entriesOf(orderId)).toEqual([
        ['commission', cents],
        ['reversal', -cents],
      ]);
      expect((await holdsOf(orderId)).filter(({ released_by }) => released_by === null)).toEqual([]);
    },
  );

  test('leads to the same records if its events come newest first, twice, and before the payment’s event', async () => {
    shop.paypal.set({ reverseOrder: true, deliverTwice: true });
    const { orderId, paymentId } = await buy(type);
    const dispute = shop.paypal.openDispute(paymentId, '20.00');
    shop.paypal.reviewDispute(dispute);
    shop.paypal.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR');
    await deliver();
    expect(await entriesOf(orderId)).toEqual([
      ['commission', cents],
      ['reversal', -200],
    ]);
    expect((await holdsOf(orderId)).filter(({ released_by }) => released_by === null)).toEqual([]);
    expect(
      await shop.rows('select state, lost_cents from disputes where provider_id = $1', [dispute]),
    ).toEqual([{ state: 'lost', lost_cents: 2000 }]);
  });
});

test('a dispute about our payment and another shop’s payment puts ours on hold; a dispute about only the other payment is ignored', async () => {
  const { orderId, paymentId } = await buy('one-time');
  await shop.paypal.idle();
  const foreignOrder = await paidOrder(shop, { value: '0.01' });
  const foreignPayment =
    Object.entries(shop.paypal.state().captures).find(
      ([, candidate]) => candidate.orderId === foreignOrder,
    )?.[0] ?? '';
  await shop.paypal.idle();
  expect(await syncDisputeEvent({ paymentIds: [foreignPayment], state: 'open' })).toMatchObject({
    state: 'ignored',
  });
  expect(await syncDisputeEvent({ paymentIds: [foreignPayment, paymentId], state: 'open' })).toEqual({
    state: 'processed',
    lastError: null,
  });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
});

describe('while PayPal lists a subscription’s payments as pending', () => {
  const clientWithPendingPayments: Partial<PayPal> = {
    fetchSubscription: async (id) => {
      const subscription = await createPayPal(shop.paypalSettings).fetchSubscription(id);
      return (
        subscription && {
          ...subscription,
          payments: subscription.payments.map((payment) => ({ ...payment, state: 'pending' })),
        }
      );
    },
  };

  test('a dispute puts a recorded payment on hold', async () => {
    const { orderId, paymentId } = await buy('subscription');
    await shop.paypal.idle();
    expect(
      await syncDisputeEvent({ paymentIds: [paymentId], state: 'open' }, clientWithPendingPayments),
    ).toMatchObject({
      state: 'processed',
    });
    expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
    expect(await entriesOf(orderId)).toEqual([['commission', 500]]);
  });

  test('the event of a dispute is retried if the payment is not recorded yet', async () => {
    shop.paypal.set({ holdWebhooks: true });
    const { orderId, paymentId } = await buy('subscription');
    await expect(
      syncDisputeEvent({ paymentIds: [paymentId], state: 'open' }, clientWithPendingPayments),
    ).rejects.toMatchObject({
      code: 'payment-provider-unavailable',
    });
    await syncDisputeEvent({ paymentIds: [paymentId], state: 'open' });
    expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  });
});

test('a dispute of a subscription’s payment finds the payment even if PayPal returns it as a capture without an order', async () => {
  shop.paypal.set({ holdWebhooks: true });
  const { orderId, paymentId } = await buy('subscription');
  const clientWithoutOrigin: Partial<PayPal> = {
    fetchPaymentOrigin: (id, kind) =>
      kind === 'capture'
        ? Promise.resolve('standalone')
        : createPayPal(shop.paypalSettings).fetchPaymentOrigin(id, kind),
  };
  expect(
    await syncDisputeEvent({ paymentIds: [paymentId], state: 'open' }, clientWithoutOrigin),
  ).toMatchObject({
    state: 'processed',
  });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
});
