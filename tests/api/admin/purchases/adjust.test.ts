import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { paidOrder } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let token: string;
let ada: TestAffiliate;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
beforeEach(async () => {
  shop.paypal.reset();
  ada = await newAffiliate(shop.rows);
});
afterAll(() => shop.close());

/** Creates a purchase that earned 6.00. A refund took back 2.00. Returns the ids of the payment and the purchase. */
const createRefundedPurchase = async () => {
  const orderId = await paidOrder(shop, { code: ada.code });
  shop.paypal.refundCapture(Object.keys(shop.paypal.state().captures).at(-1) ?? '', '20.00');
  await shop.paypal.idle();
  const [row] = await shop.rows(
    'select p.id, purchase_id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1',
    [orderId],
  );
  return { paymentId: String(row?.id), purchaseId: String(row?.purchase_id) };
};
const adjust = (purchaseId: string, change: object) =>
  shop.call('POST', `/api/purchases/${purchaseId}/adjust`, change, { token });
const entries = () =>
  shop.rows(
    'select kind, amount_cents from commission_entries where affiliate_id = $1 order by recorded_at, id',
    [ada.id],
  );

test('an admin adjusts a commission once, and the audit log has the reason', async () => {
  const { purchaseId, paymentId } = await createRefundedPurchase();
  const change = { id: randomUUID(), paymentId, amountCents: 200, reason: 'Refunded twice' };
  const answers = await Promise.all([adjust(purchaseId, change), adjust(purchaseId, change)]);
  answers.push(await adjust(purchaseId, change));
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([
      200,
      { payments: [{ entries: [{}, {}, { kind: 'adjustment', amount_cents: 200, terms: 'admin' }] }] },
    ]);
  expect(await entries()).toEqual([
    { kind: 'commission', amount_cents: 600 },
    { kind: 'refund', amount_cents: -200 },
    { kind: 'adjustment', amount_cents: 200 },
  ]);
  expect(
    await shop.rows('select action, after, reason from audit_log where entity_id = $1', [purchaseId]),
  ).toEqual([
    {
      action: 'purchase.adjust',
      after: { affiliate: ada.id, payment: paymentId, amount_cents: 200 },
      reason: 'Refunded twice',
    },
  ]);
});

// tests/unit/server/admin/purchases/adjust-payment.test.ts tests the limits of an adjustment.
test('an adjustment out of range or without a reason is refused, and nothing is written', async () => {
  const { purchaseId, paymentId } = await createRefundedPurchase();
  const change = { id: randomUUID(), paymentId, amountCents: 100, reason: 'A mistake' };
  for (const [changes, code] of [
    [{ amountCents: 201 }, 'adjustment-out-of-range'],
    [{ amountCents: 0 }, 'invalid'],
    [{ reason: ' ' }, 'reason-required'],
  ] as const)
    expect(await adjust(purchaseId, { ...change, ...changes })).toMatchObject({
      status: 422,
      body: { code },
    });
  expect(await entries()).toHaveLength(2);
});

test('an adjustment with the id of a saved adjustment and another amount is refused', async () => {
  const { purchaseId, paymentId } = await createRefundedPurchase();
  const change = { id: randomUUID(), paymentId, amountCents: 100, reason: 'A mistake' };
  expect((await adjust(purchaseId, change)).status).toBe(200);
  expect(await adjust(purchaseId, { ...change, amountCents: 50 })).toMatchObject({
    status: 409,
    body: { code: 'adjustment-differs' },
  });
  expect(await entries()).toHaveLength(3);
  const other = await createRefundedPurchase();
  expect(await adjust(other.purchaseId, { ...change, paymentId: other.paymentId })).toMatchObject({
    status: 409,
    body: { code: 'adjustment-differs' },
  });
});
