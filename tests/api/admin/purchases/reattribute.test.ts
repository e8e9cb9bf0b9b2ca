import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let token: string;
let one: TestAffiliate;
let other: TestAffiliate;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
  [one, other] = [await newAffiliate(shop.rows), await newAffiliate(shop.rows)];
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

interface PurchaseVersion {
  readonly id: string;
  readonly version: number;
}

const fetchVersion = async (orderId: string): Promise<PurchaseVersion> => {
  const [row] = await shop.rows('select id, version from purchases where provider_id = $1', [orderId]);
  return row as unknown as PurchaseVersion;
};

const reattribute = async (orderId: string, code: string | null, changes: object = {}) => {
  const { id, version } = await fetchVersion(orderId);
  const body = { code, reason: 'The buyer wrote so', version, ...changes };
  return shop.call('POST', `/api/purchases/${id}/reattribute`, body, { token });
};

/** Returns an affiliate's entries for a purchase, as kinds with cents. */
const entriesOf = async (orderId: string, { id }: TestAffiliate) =>
  (
    await shop.rows(
      `select e.kind, e.amount_cents from commission_entries e join payments p on p.id = e.payment_id
       join purchases b on b.id = p.purchase_id
       where b.provider_id = $1 and e.affiliate_id = $2 order by e.recorded_at, e.id`,
      [orderId, id],
    )
  ).map(({ kind, amount_cents }) => [kind, amount_cents]);

/** Buys in the founders' year, by default through the first affiliate. */
const buy = async (type: 'one-time' | 'subscription', code: string | undefined = one.code) => {
  shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
  const options = code === undefined ? {} : { code };
  const orderId = type === 'one-time' ? await paidOrder(shop, options) : await newSubscription(shop, options);
  await shop.paypal.idle();
  return orderId;
};

describe('a re-attributed purchase', () => {
  test('moves its commission by appended entries, and is audited with the reason', async () => {
    const orderId = await buy('one-time');
    const answer = await reattribute(orderId, other.code.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toMatchObject({ affiliate: { id: other.id }, code: other.code, version: 2 });
    expect(await entriesOf(orderId, one)).toEqual([
      ['commission', 1500],
      ['reattribution', -1500],
    ]);
    expect(await entriesOf(orderId, other)).toEqual([['reattribution', 1500]]);
    const { id } = await fetchVersion(orderId);
    expect(
      await shop.rows('select action, before, after, reason from audit_log where entity_id = $1', [id]),
    ).toEqual([
      {
        action: 'purchase.reattribute',
        before: { code: one.code, affiliate: one.id },
        after: { code: other.code, affiliate: other.id },
        reason: 'The buyer wrote so',
      },
    ]);
    const outdated = await reattribute(orderId, one.code, { version: 1 });
    expect([outdated.status, outdated.body]).toMatchObject([409, { code: 'edit-conflict' }]);
  });

  test('loses its affiliate, and a repeated request changes and audits nothing', async () => {
    const orderId = await buy('one-time');
    for (let time = 0; time < 2; time += 1)
      expect((await reattribute(orderId, null, { version: 1 })).body).toMatchObject({
        affiliate: null,
        version: 2,
      });
    const { id } = await fetchVersion(orderId);
    expect(await shop.rows('select 1 as one from audit_log where entity_id = $1', [id])).toHaveLength(1);
  });

  test('brings later commissions to the new owner, and moves back in full', async () => {
    const orderId = await buy('subscription');
    await reattribute(orderId, other.code);
    shop.paypal.renew(orderId, '2026-09-01T10:00:00Z');
    await shop.paypal.idle();
    expect(await entriesOf(orderId, other)).toEqual([
      ['reattribution', 1250],
      ['commission', 500],
    ]);
    await reattribute(orderId, one.code);
    const sum = (entries: unknown[][]) => entries.reduce((total, [, cents]) => total + Number(cents), 0);
    expect(sum(await entriesOf(orderId, other))).toBe(0);
    expect(sum(await entriesOf(orderId, one))).toBe(1750);
    shop.paypal.resend(Object.keys(shop.paypal.state().events)[0] ?? '');
    await track(shop, orderId);
    await shop.paypal.idle();
    expect(sum(await entriesOf(orderId, one))).toBe(1750);
  });
});

test('a purchase that was re-attributed to nobody earns nothing after any report', async () => {
  const orderId = await buy('subscription');
  await reattribute(orderId, null);
  shop.paypal.renew(orderId, '2026-09-01T10:00:00Z');
  await track(shop, orderId, { affiliateCode: other.code });
  for (const id of Object.keys(shop.paypal.state().events)) shop.paypal.resend(id);
  await shop.paypal.idle();
  expect(await entriesOf(orderId, one)).toEqual([
    ['commission', 1250],
    ['reattribution', -1250],
  ]);
  expect(await entriesOf(orderId, other)).toEqual([]);
});

describe('a re-attribution is refused', () => {
  test('if it would change nothing', async () => {
    const orderId = await buy('one-time');
    const unchanged = {
      status: 422,
      body: { code: 'reattribution-no-change', fields: [{ field: 'code' }] },
    };
    expect(await reattribute(orderId, one.code)).toMatchObject(unchanged);
    const unattributed = await paidOrder(shop);
    await shop.paypal.idle();
    expect(await reattribute(unattributed, null)).toMatchObject(unchanged);
    expect(await entriesOf(orderId, one)).toEqual([['commission', 1500]]);
  });

  test('without a reason, and for a code of no active affiliate', async () => {
    const orderId = await buy('one-time');
    const inactive = await newAffiliate(shop.rows, { activeFrom: null });
    expect(await reattribute(orderId, other.code, { reason: '  ' })).toMatchObject({
      status: 422,
      body: { code: 'reason-required' },
    });
    expect(await reattribute(orderId, null, { code: undefined })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'code' }] },
    });
    for (const code of ['nobody-has-it', inactive.code])
      expect(await reattribute(orderId, code)).toMatchObject({
        status: 422,
        body: {
          code: 'reattribution-code-unknown',
          fields: [{ field: 'code', message: 'No active affiliate has this code.' }],
        },
      });
    expect(await entriesOf(orderId, one)).toEqual([['commission', 1500]]);
  });
});
