import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { type Answer, startApi } from '../../harness.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { withConcurrentTransaction } from '../../frame/db/concurrent-transaction.ts';
import { refundedOnce, refundScene, untouched } from './refund-scene.ts';

const scene = refundScene();

/** Counts the answers by status, and the refused ones by problem code. */
function countAnswers(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const names = answers.map(({ status, body }) =>
    status === 200 ? '200' : String((body as { code: unknown }).code),
  );
  return Object.fromEntries([...Map.groupBy(names, String)].map(([name, group]) => [name, group.length]));
}

describe('an admin refunds a part and then the rest', () => {
  test.each([
    ['one-time', 59_99, [15_00, -5_00, -10_00]],
    ['subscription', 49_99, [12_50, -5_00, -7_50]],
  ] as const)(
    'of a %s purchase: PayPal, the books, the commission, the mails and the audit log agree',
    async (type, paid, commission) => {
      const { shop, refund } = scene;
      const sale = await scene.sell(type);
      expect((await refund(sale, { reason: 'The first week' })).body).toMatchObject({
        refunded_cents: 20_00,
        payments: [{ refundable_cents: paid - 20_00, refunds: [{ kind: 'refund', amount_cents: 20_00 }] }],
        actions: [{ kind: 'refund', state: 'done', reason: 'The first week', error: null }],
      });
      const rest = { amountCents: paid - 20_00, reason: 'All of it after all' };
      expect((await refund(sale, rest)).body).toMatchObject({
        refunded_cents: paid,
        payments: [{ refundable_cents: 0, entries: [{}, {}, {}] }],
        actions: [{ requester_email: 'admin@kithbook.example' }, {}],
      });
      await scene.settle();
      expect(await scene.booksOf(sale)).toEqual({
        atPayPal: [20_00, paid - 20_00],
        refunds: [20_00, paid - 20_00],
        refunded: paid,
        commission,
        mails: 2,
        actions: ['done', 'done'],
      });

      const mails = await mailsTo(shop.rows, sale.email);
      const texts = mails.filter(({ kind }) => kind === 'refund').map((mail) => renderStored(mail).text);
      expect(texts.join()).toContain('Partial refund: $20.00');
      const audit = await shop.rows(
        "select reason, after from audit_log where entity_id = $1 and action = 'purchase.refund' order by at",
        [sale.purchaseId],
      );
      expect(audit).toEqual([
        { reason: 'The first week', after: { payment: sale.paymentId, amount_cents: 20_00 } },
        { reason: rest.reason, after: { payment: sale.paymentId, amount_cents: rest.amountCents } },
      ]);
    },
  );
});

describe('15 refunds of a payment at once', () => {
  test('with the same id are one at PayPal and one here', async () => {
    const sale = await scene.sell();
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 15 }, () => scene.refund(sale, { id })));
    expect(countAnswers(answers)).toEqual({ 200: 15 });
    await scene.settle();
    expect(await scene.booksOf(sale)).toEqual(refundedOnce);
    const logged = await scene.shop.rows('select from audit_log where entity_id = $1', [sale.purchaseId]);
    expect(logged).toHaveLength(1);
  });

  test('that each refund all of it are one at PayPal and one here', async () => {
    const sale = await scene.sell();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => scene.refund(sale, { amountCents: 59_99 })),
    );
    const { 200: done, ...refused } = countAnswers(answers);
    expect(done).toBe(1);
    expect(Object.keys(refused).every((code) => /^refund-(in-progress|too-large)$/.test(code))).toBe(true);
    await scene.settle();
    expect(await scene.booksOf(sale)).toEqual({
      atPayPal: [59_99],
      refunds: [59_99],
      refunded: 59_99,
      commission: [15_00, -15_00],
      mails: 1,
      actions: ['done'],
    });
  });
});

test('two refunds with one id at the same time: the second is refused and not logged', async () => {
  const [first, second] = [await scene.sell(), await scene.sell()];
  const id = randomUUID();
  const answers = await withConcurrentTransaction(scene.database, async (other) => {
    await other.query('select from payments where id = $1 for update', [first.paymentId]);
    const begun = [scene.refund(first, { id })];
    await other.untilWaiting(1);
    begun.push(scene.refund(second, { id }));
    await other.untilWaiting(2);
    await other.query('commit');
    return Promise.all(begun);
  });
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'refund-differs' } }]);
  expect(
    await scene.shop.rows(
      "select entity_id from audit_log where action = 'purchase.refund' and entity_id = any ($1)",
      [[first.purchaseId, second.purchaseId]],
    ),
  ).toEqual([{ entity_id: first.purchaseId }]);
});

describe('a refund of more than is left is refused', () => {
  const tooLarge = {
    status: 422,
    body: { code: 'refund-too-large', fields: [{ field: 'amountCents' }] },
  };

  test('after an earlier refund', async () => {
    const sale = await scene.sell();
    await scene.refund(sale);
    expect(await scene.refund(sale, { amountCents: 40_00 })).toMatchObject(tooLarge);
    expect(await scene.booksOf(sale)).toEqual(refundedOnce);
  });

  test('while PayPal has not completed an earlier refund, which is recorded when it has', async () => {
    const { shop, refund } = scene;
    const sale = await scene.sell();
    shop.paypal.set({ pendingRefunds: true });
    expect((await refund(sale)).body).toMatchObject({
      payments: [{ refundable_cents: 39_99, refunds: [] }],
      actions: [{ state: 'waiting' }],
    });
    expect(await refund(sale, { amountCents: 40_00 })).toMatchObject(tooLarge);
    expect(await scene.booksOf(sale)).toEqual({ ...untouched, atPayPal: [20_00], actions: ['waiting'] });
    shop.paypal.settleRefund(Object.keys(shop.paypal.state().refunds)[0] ?? '', 'COMPLETED');
    await scene.settle();
    expect(await scene.runJob(2)).toMatchObject({ done: 1 });
    expect(await scene.booksOf(sale)).toEqual(refundedOnce);
  });
});

test('a payment that is not completed cannot be refunded', async () => {
  scene.shop.paypal.set({ pendingCaptures: true });
  const sale = await scene.sell();
  expect(await scene.refund(sale)).toMatchObject({ status: 409, body: { code: 'refund-not-possible' } });
  expect(await scene.booksOf(sale)).toEqual({ ...untouched, commission: [] });
});

test('a refund of another purchase’s payment, of nothing or without a reason is refused', async () => {
  const sale = await scene.sell();
  for (const [input, code] of [
    [{ paymentId: randomUUID() }, 'purchase-not-found'],
    [{ amountCents: 0 }, 'invalid'],
    [{ reason: ' ' }, 'reason-required'],
  ] as const)
    expect((await scene.refund(sale, input)).body).toMatchObject({ code });
  expect(await scene.booksOf(sale)).toEqual(untouched);
});

test('a refund that PayPal refuses is not repeated, and changes nothing', async () => {
  const sale = await scene.sell();
  const refundPayment = () => Promise.resolve({ refusal: 'INSUFFICIENT_FUNDS' });
  const paypal = { ...createPayPal(scene.shop.paypalSettings), refundPayment };
  const api = await startApi({ database: scene.database, paypal });
  expect(await scene.refund(sale, {}, api)).toMatchObject({ body: { actions: [{ state: 'refused' }] } });
  expect(await scene.runJob(60)).toEqual({ done: 0, refused: 0, waiting: 0 });
  expect(await scene.booksOf(sale)).toEqual({ ...untouched, actions: ['refused'] });
});

test('a refund after one on PayPal’s website is refused, and recorded at once', async () => {
  const { shop, refund } = scene;
  const sale = await scene.sell('subscription');
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.refundSale(sale.providerId);
  const id = randomUUID();
  for (let time = 0; time < 2; time += 1)
    expect(await refund(sale, { id })).toMatchObject({
      status: 200,
      body: {
        actions: [
          {
            state: 'refused',
            error: 'The payment has already been refunded in full. (TRANSACTION_ALREADY_REFUNDED)',
          },
        ],
        payments: [{ refundable_cents: 0, refunded_cents: 49_99 }],
      },
    });
  await scene.settle();
  expect(await scene.booksOf(sale)).toEqual({
    atPayPal: [49_99],
    refunds: [49_99],
    refunded: 49_99,
    commission: [12_50, -12_50],
    mails: 1,
    actions: ['refused'],
  });
});
