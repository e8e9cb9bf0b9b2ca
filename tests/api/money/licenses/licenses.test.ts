import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLicense, readLicense } from '../../../../src/server/money/licenses/check-license.ts';
import { readRevokedList } from '../../../../src/server/money/licenses/revoked-list.ts';
import { readSigningKey } from '../../../../src/server/money/licenses/signing-key.ts';
import { dayOf } from '../../../../src/shared/dates.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { newEmail } from '../../factories.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { openSession } from '../../portal-sessions.ts';
import { settings } from '../../settings.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const { id, publicKey } = readSigningKey(settings.licenseKey);
const keys = new Map([[id, publicKey]]);
const none = { product: 'Kithbook', keys, revokedIds: new Set<string>(), releasedOn: dayOf(new Date()) };

/** Returns the valid licenses of an address with their payments, the oldest first. */
async function licensesOf(email: string) {
  return shop.rows(
    `select l.id, l.payment_id, l.text, l.covers_until::text as covers_until, p.provider_id, p.paid_at
     from licenses l join payments p on p.id = l.payment_id join purchases b on b.id = p.purchase_id
     where b.payer_email = $1 and l.revoked_at is null order by l.covers_until`,
    [email],
  );
}

async function at(day: string, change: () => unknown): Promise<void> {
  shop.paypal.set({ clock: `${day}T12:00:00.000Z` });
  await change();
  await shop.paypal.idle();
  shop.paypal.set({ clock: null });
}

async function revokedIds() {
  const { status, body } = await shop.call('GET', '/api/licenses/revoked');
  expect(status).toBe(200);
  return readRevokedList(String(body), keys);
}

describe('a license', () => {
  test('is made once for a payment, and is genuine', async () => {
    const email = newEmail('buyer');
    const orderId = await paidOrder(shop, { email });
    await Promise.all([track(shop, orderId), track(shop, orderId), shop.paypal.idle()]);
    const [license, ...others] = await licensesOf(email);
    expect(others).toEqual([]);
    const file = Buffer.from(String(license?.text));
    expect(checkLicense(file, none)).toBe('valid');
    expect(Object.fromEntries(readLicense(file)?.fields ?? [])).toEqual({
      License: license?.id,
      Product: 'Kithbook',
      Plan: 'basic',
      Order: orderId,
      Issued: dayOf(new Date()),
      'Covers releases until': license?.covers_until,
      Key: id,
    });
  });

  test('comes with each renewal, and covers a year more', async () => {
    const email = newEmail('buyer');
    let subscription = '';
    await at('2024-03-01', async () => (subscription = await newSubscription(shop, { email })));
    await at('2025-03-01', () => shop.paypal.renew(subscription));
    expect((await licensesOf(email)).map((row) => row.covers_until)).toEqual(['2025-03-01', '2026-03-01']);
  });

  test('of a second year of Basic bought early begins when the first year ends', async () => {
    const email = newEmail('buyer');
    await at('2025-03-01', () => paidOrder(shop, { email }));
    await at('2025-06-01', () => paidOrder(shop, { email }));
    expect((await licensesOf(email)).map((row) => row.covers_until)).toEqual(['2026-03-01', '2027-03-01']);
  });

  test('is revoked if the whole payment goes back, and stays if a part does', async () => {
    const [whole, part] = [newEmail('buyer'), newEmail('buyer')];
    for (const email of [whole, part]) await paidOrder(shop, { email });
    await shop.paypal.idle();
    const [[revoked], [kept]] = [await licensesOf(whole), await licensesOf(part)];
    shop.paypal.refundCapture(String(revoked?.provider_id));
    shop.paypal.refundCapture(String(kept?.provider_id), '20.00');
    await shop.paypal.idle();
    const ids = await revokedIds();
    expect([ids.has(String(revoked?.id)), ids.has(String(kept?.id))]).toEqual([true, false]);
    const file = Buffer.from(String(revoked?.text));
    expect(checkLicense(file, { ...none, revokedIds: ids })).toBe('revoked');
  });

  test('of a second year begins earlier if the first year is refunded: one payment is one year', async () => {
    const email = newEmail('buyer');
    for (const day of ['2025-03-01', '2025-03-02', '2025-03-03'])
      await at(day, () => paidOrder(shop, { email }));
    const [first, second, third] = await licensesOf(email);
    expect(third?.covers_until).toBe('2028-03-01');
    for (const license of [first, second]) shop.paypal.refundCapture(String(license?.provider_id));
    await shop.paypal.idle();
    const [left, ...others] = await licensesOf(email);
    expect([left?.provider_id, left?.covers_until, others]).toEqual([third?.provider_id, '2026-03-03', []]);
    const ids = await revokedIds();
    expect([first, second, third, left].map((license) => ids.has(String(license?.id)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('comes back if a dispute that reversed the payment is won', async () => {
    const email = newEmail('buyer');
    await paidOrder(shop, { email });
    await shop.paypal.idle();
    const [license] = await licensesOf(email);
    const payment = String(license?.provider_id);
    const dispute = shop.paypal.openDispute(payment);
    shop.paypal.reverseCapture(payment);
    await shop.paypal.idle();
    expect(await licensesOf(email)).toEqual([]);
    shop.paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
    await shop.paypal.idle();
    expect(await licensesOf(email)).toEqual([license]);
  });

  test('is in the receipt, and the text of that mail is a valid license file', async () => {
    const email = newEmail('buyer');
    await paidOrder(shop, { email });
    await shop.paypal.idle();
    const [mail] = await mailsTo(shop.rows, email);
    const { text, html } = renderStored(mail);
    expect(checkLicense(Buffer.from(text), none)).toBe('valid');
    expect(html).toContain('BEGIN KITHBOOK LICENSE');
  });

  test('is on the confirmation for an hour after the payment, and says nothing about other orders', async () => {
    const email = newEmail('buyer');
    const orderId = await paidOrder(shop, { email });
    await shop.paypal.idle();
    const [license] = await licensesOf(email);
    const read = (id: string) => shop.call('GET', `/api/licenses/orders/${id}`);
    expect(await read(orderId)).toMatchObject({ status: 200, body: license?.text });
    await shop.rows("update payments set paid_at = paid_at - interval '61 minutes' where id = $1", [
      license?.payment_id,
    ]);
    const [late, unknown] = [await read(orderId), await read('8AB12345CD678901E')];
    expect([late.status, unknown.status]).toEqual([404, 404]);
  });

  test('is downloaded by its buyer alone', async () => {
    const [buyer, other] = [newEmail('buyer'), newEmail('buyer')];
    for (const email of [buyer, other]) await paidOrder(shop, { email });
    await shop.paypal.idle();
    const [license] = await licensesOf(buyer);
    const download = async (email: string) =>
      shop.call('GET', `/api/portal/licenses/${String(license?.payment_id)}`, undefined, {
        headers: await openSession(shop.rows, email),
      });
    expect(await download(buyer)).toMatchObject({ status: 200, body: license?.text });
    expect(await download(other)).toMatchObject({ status: 404, body: { code: 'payment-not-found' } });
  });
});

test('a list of revoked licenses with a changed byte is refused', async () => {
  const { body } = await shop.call('GET', '/api/licenses/revoked');
  const list = String(body);
  for (const index of [0, 40, list.length - 12, list.length - 1]) {
    const altered = list.slice(0, index) + (list[index] === 'A' ? 'B' : 'A') + list.slice(index + 1);
    expect(() => readRevokedList(altered, keys)).toThrow('not signed by us');
  }
});
