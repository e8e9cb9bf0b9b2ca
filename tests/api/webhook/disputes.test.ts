import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newContext } from '../../../src/server/context.ts';
import { type Outcome, settleEvent } from '../../../src/server/domain/webhook/settle-event.ts';
import type { Dispute, Payments } from '../../../src/server/vendors/payments/payments.ts';
import { createPayPal } from '../../../src/server/vendors/payments/paypal.ts';
import { newSubscription, paidOrder, records } from '../buyer.ts';
import { emulatedIdentity, openEmbedded, settings, type TestDatabase } from '../harness.ts';
import { type MintedAffiliate, newAffiliate } from '../mint.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
let database: TestDatabase;
let affiliate: MintedAffiliate;
beforeAll(async () => {
  database = await openEmbedded();
  shop = await startShop({ database });
  affiliate = await newAffiliate(shop.rows);
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

const bought = async (type: 'one-time' | 'subscription') => {
  const orderId =
    type === 'one-time'
      ? await paidOrder(shop, { code: affiliate.code })
      : await newSubscription(shop, { code: affiliate.code });
  const { captures, sales } = shop.paypal.state();
  const [paymentId = ''] = Object.keys(type === 'one-time' ? captures : sales);
  return { orderId, paymentId };
};

const holdsOf = (orderId: string) =>
  shop.rows(
    `select reason, released_by from commission_holds h join payments p on p.id = h.payment_id
     join purchases b on b.id = p.purchase_id where b.provider_id = $1 order by h.placed_at`,
    [orderId],
  );
const entriesOf = async (orderId: string) =>
  (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
const deliver = async () => {
  shop.paypal.flush();
  await shop.paypal.idle();
};
const at = (clock: string) => shop.paypal.set({ clock });

/** Settles an event of a dispute that the provider would tell like this, and what else, of payments of others too. */
const settleDispute = async (told: Pick<Dispute, 'paymentIds' | 'state'>, beside: Partial<Payments> = {}) => {
  const dispute: Dispute = {
    ...{
      id: `D-${String(told.paymentIds.length)}`,
      ...told,
      lost: { cents: told.state === 'lost' ? 2000 : 0, currency: 'USD' },
    },
    ...{ openedAt: new Date('2026-05-01T12:00:00Z'), changedAt: new Date() },
  };
  const payments = { ...createPayPal(shop.used), fetchDispute: () => Promise.resolve(dispute), ...beside };
  const event = {
    ...{ id: 'E', event_type: 'CUSTOMER.DISPUTE.CREATED', create_time: new Date().toISOString() },
    resource: { dispute_id: dispute.id },
  };
  const services = {
    db: database.db,
    identity: emulatedIdentity(),
    payments,
    settings,
    now: () => new Date(),
  };
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome) => {
    outcomes.push(outcome);
    return [];
  };
  await settleEvent(newContext(services, 'test'), event, { note });
  return outcomes.at(-1);
};

describe.each(['one-time', 'subscription'] as const)('a dispute of a %s purchase', (type) => {
  const cents = type === 'one-time' ? 600 : 500;

  test.each(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'RESOLVED_WITH_PAYOUT', 'NONE'] as const)(
    'holds the commission while it is open, and %s releases it',
    async (outcome) => {
      const { orderId, paymentId } = await bought(type);
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
    'is lost with %s: the commission is reversed, and nothing is left on hold',
    async (outcome) => {
      const { orderId, paymentId } = await bought(type);
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

  test('ends the same when its events come newest first, each twice, before the payment’s own', async () => {
    shop.paypal.set({ reverseOrder: true, deliverTwice: true });
    const { orderId, paymentId } = await bought(type);
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

test('a lost dispute stays on hold until the money went back', async () => {
  const { orderId, paymentId } = await bought('one-time');
  await shop.paypal.idle();
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.resolveDispute(shop.paypal.openDispute(paymentId), 'RESOLVED_BUYER_FAVOUR');
  const events = Object.values(shop.paypal.state().events);
  const send = (type: string) => {
    const body = JSON.stringify(events.find(({ event_type }) => event_type === type));
    return shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  };
  await send('CUSTOMER.DISPUTE.RESOLVED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  await send('PAYMENT.CAPTURE.REVERSED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
  expect(await entriesOf(orderId)).toEqual([
    ['commission', 600],
    ['reversal', -600],
  ]);
});

test('a payment of another shop in a dispute does not keep ours from being held; one of others alone is ignored', async () => {
  const { orderId, paymentId } = await bought('one-time');
  await shop.paypal.idle();
  const foreignOrder = await paidOrder(shop, { value: '0.01' });
  const foreign =
    Object.entries(shop.paypal.state().captures).find(([, made]) => made.orderId === foreignOrder)?.[0] ?? '';
  await shop.paypal.idle();
  expect(await settleDispute({ paymentIds: [foreign], state: 'open' })).toMatchObject({ state: 'ignored' });
  expect(await settleDispute({ paymentIds: [foreign, paymentId], state: 'open' })).toEqual({
    state: 'processed',
    lastError: null,
  });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
});

describe('while the provider lists no payment of a subscription as completed', () => {
  const unlisted: Partial<Payments> = {
    fetchSubscription: async (id) => {
      const found = await createPayPal(shop.used).fetchSubscription(id);
      return found && { ...found, payments: found.payments.map((one) => ({ ...one, state: 'pending' })) };
    },
  };

  test('a recorded payment is held as well', async () => {
    const { orderId, paymentId } = await bought('subscription');
    await shop.paypal.idle();
    expect(await settleDispute({ paymentIds: [paymentId], state: 'open' }, unlisted)).toMatchObject({
      state: 'processed',
    });
    expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
    expect(await entriesOf(orderId)).toEqual([['commission', 500]]);
  });

  test('a dispute of a payment that is not recorded yet is tried again', async () => {
    shop.paypal.set({ holdWebhooks: true });
    const { orderId, paymentId } = await bought('subscription');
    await expect(settleDispute({ paymentIds: [paymentId], state: 'open' }, unlisted)).rejects.toMatchObject({
      code: 'payment-provider-unavailable',
    });
    await settleDispute({ paymentIds: [paymentId], state: 'open' });
    expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  });
});

test('one of a sale is found also where the provider takes it for a capture of nothing', async () => {
  shop.paypal.set({ holdWebhooks: true });
  const { orderId, paymentId } = await bought('subscription');
  const vague: Partial<Payments> = {
    fetchPaymentOrigin: (id, kind) =>
      kind === 'capture'
        ? Promise.resolve('standalone')
        : createPayPal(shop.used).fetchPaymentOrigin(id, kind),
  };
  expect(await settleDispute({ paymentIds: [paymentId], state: 'open' }, vague)).toMatchObject({
    state: 'processed',
  });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
});

test('one about several payments that was lost keeps each on hold until money went back', async () => {
  at('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await bought('one-time');
  await shop.paypal.idle();
  await settleDispute({ paymentIds: [paymentId, 'OTHER', 'ANOTHER'], state: 'lost' });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  at('2026-05-02T10:00:00Z');
  shop.paypal.refundCapture(paymentId, '20.00');
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
});

test('what went back before a dispute was opened is not what it took', async () => {
  at('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await bought('one-time');
  shop.paypal.refundCapture(paymentId, '20.00');
  await shop.paypal.idle();
  at('2026-05-02T10:00:00Z');
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.resolveDispute(shop.paypal.openDispute(paymentId, '10.00'), 'RESOLVED_BUYER_FAVOUR');
  const events = Object.values(shop.paypal.state().events);
  const send = (type: string) => {
    const body = JSON.stringify(events.find(({ event_type }) => event_type === type));
    return shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  };
  await send('CUSTOMER.DISPUTE.RESOLVED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  await send('PAYMENT.CAPTURE.REVERSED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
});

/** As the admin releases the holds of a purchase. */
const release = (orderId: string) =>
  shop.rows(
    `update commission_holds set released_at = now(), released_by = 'admin' where payment_id in
      (select p.id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1)`,
    [orderId],
  );

test('what the admin released while two disputes were open is held again by neither', async () => {
  at('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await bought('one-time');
  const first = shop.paypal.openDispute(paymentId, '1.00');
  await shop.paypal.idle();
  at('2026-05-02T10:00:00Z');
  const second = shop.paypal.openDispute(paymentId, '2.00');
  await shop.paypal.idle();
  await release(orderId);
  for (const dispute of [first, second]) shop.paypal.reviewDispute(dispute);
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'admin' }]);
});

test('what the admin released is not held again by the same dispute, but by another', async () => {
  at('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await bought('one-time');
  const first = shop.paypal.openDispute(paymentId, '1.00');
  await shop.paypal.idle();
  await release(orderId);
  at('2026-05-02T10:00:00Z');
  shop.paypal.reviewDispute(first);
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'admin' }]);
  at('2026-05-03T10:00:00Z');
  shop.paypal.openDispute(paymentId, '2.00');
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([
    { reason: 'dispute', released_by: 'admin' },
    { reason: 'dispute', released_by: null },
  ]);
});
