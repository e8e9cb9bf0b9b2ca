import { expect, test } from 'vitest';
import type { Dispute } from '../../../src/server/vendors/payments/payments.ts';
import { unique } from '../mint.ts';
import { capture, price, providerScene } from './provider-scene.ts';

const { become, goBack, recorded, serverWith, settle, shopWith } = providerScene();

const [opened, taken, ended] = ['01', '02', '03'].map((day) => new Date(`2026-11-${day}T10:00:00Z`)) as [
  Date,
  Date,
  Date,
];

/** A recorded payment, and a dispute of it as the provider shows it from now on. */
const disputedShop = async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'completed'));
  await settle(shop.server(), shop.order.id);
  let dispute: Dispute = {
    id: `PP-${unique()}`,
    ...{ paymentIds: [paymentId], state: 'open', lost: { cents: 0, currency: 'USD' } },
    ...{ openedAt: opened, changedAt: opened },
  };
  const tell = (
    what: 'CREATED' | 'UPDATED' | 'RESOLVED',
    now: Partial<Dispute> = {},
    madeAt = new Date(),
  ) => {
    dispute = { ...dispute, ...now };
    const server = shop.server({ fetchDispute: () => Promise.resolve(dispute) });
    return become(server, `CUSTOMER.DISPUTE.${what}`, { dispute_id: dispute.id }, madeAt);
  };
  const entries = async () =>
    (await recorded(shop.order.id)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
  /** Whether each hold is open. */
  const holds = async () =>
    (await recorded(shop.order.id)).holds.map(({ released_at }) => released_at === null);
  return { shop, paymentId, tell, entries, holds };
};

const given = [
  ['commission', 600],
  ['reversal', -600],
  ['adjustment', 600],
];

test('what the provider took while a dispute was open is given back when the seller wins, and taken when it is lost after all', async () => {
  const { shop, paymentId, tell, entries, holds } = await disputedShop();
  await tell('CREATED');
  await goBack(shop, 'REVERSED', paymentId, { at: taken });
  expect(await entries()).toEqual(given.slice(0, 2));
  expect(await tell('RESOLVED', { state: 'won', changedAt: ended })).toMatchObject({ state: 'processed' });
  expect(await entries()).toEqual(given);
  expect(await holds()).toEqual([false]);
  await tell('RESOLVED');
  expect(await entries()).toEqual(given);
  const later = new Date('2026-11-10T10:00:00Z');
  await tell('UPDATED', { state: 'open', changedAt: later });
  expect(await entries()).toEqual([...given, ['adjustment', -600]]);
  await tell('RESOLVED', { state: 'lost', lost: price, changedAt: new Date('2026-11-12T10:00:00Z') });
  expect(await entries()).toEqual([...given, ['adjustment', -600]]);
});

test('the same is booked when the end of the dispute is known first', async () => {
  const { shop, paymentId, tell, entries } = await disputedShop();
  await tell('RESOLVED', { state: 'won', changedAt: ended });
  await goBack(shop, 'REVERSED', paymentId, { at: taken });
  expect(await entries()).toEqual(given);
});

test.each([
  ['before it was opened', new Date('2026-10-30T10:00:00Z')],
  ['after it ended', new Date('2026-11-04T10:00:00Z')],
])('what the provider took %s, a dispute that is won gives back nothing of', async (_when, at) => {
  const { shop, paymentId, tell, entries } = await disputedShop();
  await goBack(shop, 'REVERSED', paymentId, { at });
  await tell('RESOLVED', { state: 'won', changedAt: ended });
  expect(await entries()).toEqual(given.slice(0, 2));
});

test('a refund that the seller made while the dispute was open stays one', async () => {
  const { shop, paymentId, tell, entries } = await disputedShop();
  await goBack(shop, 'REFUNDED', paymentId, { at: taken });
  await tell('RESOLVED', { state: 'won', changedAt: ended });
  expect(await entries()).toEqual([
    ['commission', 600],
    ['refund', -600],
  ]);
});

test('a hold of a later dispute waits for its own money, not for what an earlier one gave back', async () => {
  const { shop, paymentId, tell, holds } = await disputedShop();
  await goBack(shop, 'REVERSED', paymentId, { at: taken });
  await tell('RESOLVED', { state: 'won', changedAt: ended });
  const second = { openedAt: new Date('2026-11-05T10:00:00Z'), changedAt: new Date('2026-11-06T10:00:00Z') };
  await tell('RESOLVED', { id: `PP-${unique()}`, ...second, state: 'lost', lost: price });
  expect(await holds()).toEqual([true]);
});

test('an end that the provider announces before it shows it is tried again; a dispute opened anew since is not', async () => {
  const { tell, holds } = await disputedShop();
  await tell('CREATED');
  expect(await tell('RESOLVED', {}, ended)).toEqual({ state: 'failed', due: true });
  expect(await holds()).toEqual([true]);
  expect(await tell('RESOLVED', { changedAt: new Date('2026-11-04T10:00:00Z') }, ended)).toMatchObject({
    state: 'processed',
  });
});

test('a dispute of a payment that the provider does not know yet is tried again; one of somebody else’s is none of ours', async () => {
  const dispute: Dispute = {
    id: `PP-${unique()}`,
    ...{ paymentIds: [unique()], state: 'open', lost: { cents: 0, currency: 'USD' } },
    ...{ openedAt: opened, changedAt: opened },
  };
  const tell = (origin: 'standalone' | null) =>
    become(
      serverWith({
        fetchDispute: () => Promise.resolve(dispute),
        fetchPaymentOrigin: () => Promise.resolve(origin),
      }),
      'CUSTOMER.DISPUTE.CREATED',
      { dispute_id: dispute.id },
    );
  expect(await tell(null)).toEqual({ state: 'failed', due: true });
  expect(await tell('standalone')).toMatchObject({ state: 'ignored' });
});
