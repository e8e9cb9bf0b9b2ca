import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { paidOrder, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
afterAll(() => shop.close());

/** Creates a purchase whose buyer is the affiliate. Returns its order, its id and its hold. */
const newHeldPurchase = async () => {
  const { code, email } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code, email });
  await shop.paypal.idle();
  const [row] = await shop.rows(
    `select b.id, h.id as hold from purchases b join payments p on p.purchase_id = b.id
     join commission_holds h on h.payment_id = p.id where b.provider_id = $1`,
    [orderId],
  );
  return { orderId, id: String(row?.id), holdId: String(row?.hold) };
};
const release = (id: string, body: object) =>
  shop.call('POST', `/api/purchases/${id}/release-hold`, body, { token });

test('an admin releases a hold once, with a reason, and repeated events do not place it again', async () => {
  const { id, orderId, holdId } = await newHeldPurchase();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => release(id, { holdId, reason: 'One household' })),
  );
  for (const { status, body } of answers) expect([status, body]).toMatchObject([200, { has_hold: false }]);
  for (const event of Object.keys(shop.paypal.state().events)) shop.paypal.resend(event);
  await track(shop, orderId);
  await shop.paypal.idle();
  expect(
    await shop.rows('select released_by from commission_holds where id = $1 and released_at is not null', [
      holdId,
    ]),
  ).toEqual([{ released_by: 'seed-admin' }]);
  expect(await shop.rows('select action, reason from audit_log where entity_id = $1', [id])).toEqual([
    { action: 'purchase.release-hold', reason: 'One household' },
  ]);
});

test('releasing a hold that another admin has already released is 409', async () => {
  const { id, holdId } = await newHeldPurchase();
  await shop.rows("update commission_holds set released_at = now(), released_by = 'other' where id = $1", [
    holdId,
  ]);
  expect(await release(id, { holdId, reason: 'Theirs' })).toMatchObject({
    status: 409,
    body: { code: 'hold-released' },
  });
  expect(await shop.rows('select reason from audit_log where entity_id = $1', [id])).toEqual([]);
});

test('releasing a hold is refused without a reason, and if the hold is on another purchase', async () => {
  const [first, second] = [await newHeldPurchase(), await newHeldPurchase()];
  const { holdId } = first;
  expect(await release(first.id, { holdId, reason: '' })).toMatchObject({
    status: 422,
    body: { code: 'reason-required' },
  });
  expect(await release(second.id, { holdId, reason: 'Mine' })).toMatchObject({
    status: 404,
    body: { code: 'hold-not-found' },
  });
  expect(await shop.rows('select released_at from commission_holds where id = $1', [holdId])).toEqual([
    { released_at: null },
  ]);
});
