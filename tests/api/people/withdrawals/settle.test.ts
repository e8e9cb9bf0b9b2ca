import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { finishSettlements } from '../../../../src/server/people/withdrawals/finish-settlements.ts';
import type { Withdrawal } from '../../../../src/server/people/withdrawals/withdrawal.ts';
import type { WithdrawalKind } from '../../../../src/shared/withdrawals.ts';
import { changeAccount, newConfirmedAccount, signIn, signInWith } from '../../accounts.ts';
import { newSubscription, paidOrder } from '../../buyer.ts';
import { newEmail, newWithdrawal, unique } from '../../factories.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { kindsTo } from '../../frame/mail/mail-rows.ts';
import { type Api, emulatedIdentity, settings, startApi } from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { runPayPalActions } from '../../paypal-action-job.ts';
import { terms } from '../../settings.ts';
import { type Shop, startShop } from '../../shop.ts';

/** A real PostgreSQL, because the embedded one runs one statement at a time. */
let database: NeonDatabase;
let shop: Shop;
let admin: string;
let otherAdmin: string;
beforeAll(async () => {
  setLongTimeouts();
  database = await openNeon();
  shop = await startShop({ database });
  [admin, otherAdmin] = await Promise.all([signIn('admin'), signInFinance()]);
});
afterAll(() => shop.close());

/** Signs in an account that may move money, and is not the admin's. */
async function signInFinance(): Promise<string> {
  const { uid, email } = await newConfirmedAccount();
  await changeAccount(uid, { customAttributes: JSON.stringify({ role: 'finance' }) });
  return signInWith(email);
}

/** A buyer who asks for something, with the order at PayPal. */
interface Asking {
  readonly email: string;
  readonly order: string;
  readonly id: string;
}

async function ask(
  kind: WithdrawalKind,
  type: 'one-time' | 'subscription' = 'subscription',
): Promise<Asking> {
  const email = newEmail('buyer');
  const order = await (type === 'one-time' ? paidOrder : newSubscription)(shop, { email });
  await shop.paypal.idle();
  const { body } = await shop.call('POST', '/api/withdrawals', {
    ...newWithdrawal({ email, order_number: order }),
    kind,
  });
  return { email, order, id: (body as { id: string }).id };
}

const settle = ({ id }: Pick<Asking, 'id'>, token = admin, api: Pick<Api, 'call'> = shop) =>
  api.call('POST', `/api/withdrawals/${id}/settle`, undefined, { token });

/** The records at PayPal and in our books, and the mails, after all events arrived. */
async function resultOf({ email, order }: Asking) {
  await shop.paypal.idle();
  const [row] = await shop.rows(
    `select state::text, (select sum(refunded_cents)::int from payments where purchase_id = purchases.id) as refunded,
       (select count(*)::int from paypal_actions where purchase_id = purchases.id) as asked
     from purchases where provider_id = $1`,
    [order],
  );
  const mails = (await kindsTo(shop.rows, email))
    .map(String)
    .filter((kind) => !/^(receipt|withdrawal)/.test(kind));
  return { ...row, mails: mails.sort() };
}

async function find(id: string): Promise<Withdrawal | undefined> {
  const { body } = await shop.call('GET', '/api/withdrawals', undefined, { token: admin });
  return (body as { withdrawals: Withdrawal[] }).withdrawals.find((row) => row.id === id);
}

/** Runs the job of PayPal's actions and of the requests that wait for them. */
async function runJob(minutes: number): Promise<number> {
  await runPayPalActions(database, shop, minutes);
  const services = { db: database.db, paypal: createPayPal(shop.paypalSettings), settings, terms };
  const identity = emulatedIdentity();
  return finishSettlements(
    newContext({ ...services, identity, now: () => new Date() }, randomUUID()),
    () => undefined,
  );
}

test.each([
  [
    'withdrawal',
    'subscription',
    'Refunded $49.99. Subscription cancelled.',
    { state: 'cancelled', refunded: 49_99, asked: 2, mails: ['refund', 'subscription-cancelled'] },
  ],
  [
    'money-back',
    'one-time',
    'Refunded $59.99.',
    { state: 'completed', refunded: 59_99, asked: 1, mails: ['refund'] },
  ],
  [
    'cancellation',
    'subscription',
    'Subscription cancelled.',
    { state: 'cancelled', refunded: 0, asked: 1, mails: ['subscription-cancelled'] },
  ],
  [
    'cancellation',
    'one-time',
    'The purchase doesn’t renew, so there was nothing to cancel.',
    { state: 'completed', refunded: 0, asked: 0, mails: [] },
  ],
] as const)('one press settles a %s of a %s purchase', async (kind, type, note, result) => {
  const asking = await ask(kind, type);
  expect(await settle(asking)).toMatchObject({
    status: 200,
    body: { id: asking.id, handled_note: note, settlement: null },
  });
  expect(await resultOf(asking)).toEqual(result);
  const audited = await shop.rows('select action, after from audit_log where entity_id = $1', [asking.id]);
  expect(audited).toEqual([{ action: 'withdrawal.handle', after: { note } }]);
});

test('six presses of two admins at once refund and cancel once, and handle the request once', async () => {
  const asking = await ask('withdrawal');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, press) => settle(asking, press % 2 === 0 ? admin : otherAdmin)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await resultOf(asking)).toEqual({
    state: 'cancelled',
    refunded: 49_99,
    asked: 2,
    mails: ['refund', 'subscription-cancelled'],
  });
  const again = await settle(asking);
  expect(again.body).toMatchObject({ handled_note: 'Refunded $49.99. Subscription cancelled.' });
  expect(await shop.rows('select id from audit_log where entity_id = $1', [asking.id])).toHaveLength(1);
});

test('while PayPal is down the request waits, and the job settles it in the admin’s name', async () => {
  const asking = await ask('withdrawal');
  shop.paypal.set({ down: true });
  const waiting = { refund: { state: 'waiting', cents: 49_99 }, cancel: { state: 'waiting' } };
  for (const token of [admin, otherAdmin, admin])
    expect(await settle(asking, token)).toMatchObject({ status: 200, body: { settlement: waiting } });
  expect(await runJob(0)).toBe(0);
  shop.paypal.set({ down: false });
  expect(await runJob(10)).toBe(1);
  const [asked] = await shop.rows(
    "select actor_id from audit_log where action = 'purchase.refund' and reason like '%' || right(upper($1), 8)",
    [asking.id],
  );
  expect(await find(asking.id)).toMatchObject({
    handled_by: asked?.actor_id,
    handled_note: 'Refunded $49.99. Subscription cancelled.',
  });
  expect(await resultOf(asking)).toMatchObject({ refunded: 49_99, asked: 2 });
  expect(await runJob(20)).toBe(0);
});

test('a server that dies while it refunds leaves the cancellation to the job, too', async () => {
  const asking = await ask('withdrawal');
  const asked = Promise.withResolvers<null>();
  const refundPayment = () => {
    asked.resolve(null);
    return new Promise<never>(() => undefined);
  };
  const paypal = { ...createPayPal(shop.paypalSettings), refundPayment };
  const dying = await startApi({ database, paypal });
  void settle(asking, admin, dying);
  await asked.promise;
  // The dead server's leases have not ended.
  expect(await runJob(0)).toBe(0);
  expect(await runJob(3)).toBe(1);
  expect(await find(asking.id)).toMatchObject({ handled_note: 'Refunded $49.99. Subscription cancelled.' });
  expect(await resultOf(asking)).toMatchObject({ state: 'cancelled', refunded: 49_99, asked: 2 });
});

test('a refusal is said in words, the rest is done, and the next press asks again', async () => {
  const asking = await ask('withdrawal');
  const refundPayment = () => Promise.resolve({ refusal: 'INSUFFICIENT_FUNDS' });
  const paypal = { ...createPayPal(shop.paypalSettings), refundPayment };
  const poor = await startApi({ database, paypal });
  const error = 'There isn’t enough money in our PayPal account. (INSUFFICIENT_FUNDS)';
  expect(await settle(asking, admin, poor)).toMatchObject({
    status: 200,
    body: {
      handled_at: null,
      settlement: { refund: { state: 'refused', error }, cancel: { state: 'done' } },
    },
  });
  expect(await runJob(10)).toBe(0);
  expect((await settle(asking)).body).toMatchObject({
    handled_note: 'Refunded $49.99. Subscription cancelled.',
  });
  expect(await resultOf(asking)).toMatchObject({ refunded: 49_99, asked: 3 });
});

test('a payment that was refunded on PayPal’s website is not refunded again', async () => {
  const asking = await ask('money-back', 'one-time');
  const [payment] = await shop.rows(
    'select m.provider_id from payments m join purchases p on p.id = purchase_id where p.provider_id = $1',
    [asking.order],
  );
  shop.paypal.refundCapture(String(payment?.provider_id));
  await shop.paypal.idle();
  expect((await settle(asking)).body).toMatchObject({ handled_note: 'The money has already been refunded.' });
  expect(await resultOf(asking)).toMatchObject({ refunded: 59_99, asked: 0 });
});

test('nobody settles a request of an address that did not pay, or without a purchase', async () => {
  const { order } = await ask('cancellation');
  const receiptEmail = newEmail('receipt');
  await shop.rows('update purchases set receipt_email = $2 where provider_id = $1', [order, receiptEmail]);
  for (const [order_number, email, obstacle] of [
    [order, newEmail('buyer'), 'other-address'],
    [order, receiptEmail, 'other-address'],
    ['Annual, in November', newEmail('buyer'), 'no-purchase'],
  ] as const) {
    const { body } = await shop.call('POST', '/api/withdrawals', newWithdrawal({ order_number, email }));
    const { id } = body as { id: string };
    expect(await settle({ id })).toMatchObject({ status: 409, body: { code: 'settlement-not-possible' } });
    expect(await find(id)).toMatchObject({ handled_at: null, settlement: { obstacle } });
  }
});

test('a payment of more than 14 days before the request is not refunded', async () => {
  const asking = await ask('withdrawal');
  await shop.rows(
    "update payments set paid_at = now() - interval '16 days' where purchase_id = (select id from purchases where provider_id = $1)",
    [asking.order],
  );
  expect((await settle(asking)).body).toMatchObject({ code: 'settlement-not-possible' });
  expect(await find(asking.id)).toMatchObject({ settlement: { obstacle: 'no-payment' } });
});

test('nobody settles a request while a dispute decides about the money', async () => {
  const asking = await ask('money-back', 'one-time');
  const [payment] = await shop.rows(
    'select m.id from payments m join purchases p on p.id = purchase_id where p.provider_id = $1',
    [asking.order],
  );
  const dispute = await fixtures(shop.rows).other('disputes', {
    payment_id: payment?.id,
    provider_id: unique(),
    state: 'lost',
    opened_at: new Date(),
    state_at: new Date(),
  });
  const obstacle = async () => (await find(asking.id))?.settlement?.obstacle;
  expect(await obstacle()).toBe('payment-disputed');
  expect((await settle(asking)).body).toMatchObject({ code: 'settlement-not-possible' });
  await shop.rows("update payments set state = 'reversed', refunded_cents = amount_cents where id = $1", [
    payment?.id,
  ]);
  const whenReversed = [];
  for (const state of ['open', 'won', 'lost'] as const) {
    await shop.rows('update disputes set state = $2 where id = $1', [dispute, state]);
    whenReversed.push([state, await obstacle()]);
  }
  expect(whenReversed).toEqual([
    ['open', 'payment-disputed'],
    ['won', 'payment-disputed'],
    ['lost', null],
  ]);
});
