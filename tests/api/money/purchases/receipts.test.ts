import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Overview } from '../../../../src/server/admin/overview/show-overview.ts';
import { dayMs } from '../../../../src/shared/dates.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { kindsTo, mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const paymentOf = async (orderId: string) => {
  const [row] = await shop.rows(
    'select p.id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1',
    [orderId],
  );
  return row?.id;
};

/** Makes a purchase while PayPal's clock is set back by some days. */
const daysAgo = async (days: number, purchase: () => Promise<string>): Promise<string> => {
  shop.paypal.set({ clock: new Date(Date.now() - days * dayMs).toISOString() });
  const id = await purchase();
  await shop.paypal.idle();
  shop.paypal.set({ clock: null });
  return id;
};

describe('a buyer gets one receipt for a payment', () => {
  test('at the payer’s PayPal address, with the amount and the order number', async () => {
    const email = newEmail('buyer');
    const orderId = await paidOrder(shop, { email });
    await shop.paypal.idle();
    await track(shop, orderId);
    await track(shop, orderId);
    const [mail, ...others] = await mailsTo(shop.rows, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'receipt', subject_id: await paymentOf(orderId), state: 'waiting' });
    const { html, text } = renderStored(mail);
    for (const body of [html, text]) {
      expect(body).toContain('$59.99');
      expect(body).toContain(orderId);
    }
  });

  test('at the payer’s address and the first one that the checkout reports', async () => {
    const [payer, typed, other] = [newEmail('payer'), newEmail('typed'), newEmail('other')];
    shop.paypal.set({ holdWebhooks: true });
    const orderId = await paidOrder(shop, { email: payer });
    expect((await track(shop, orderId, { email: 'not an address' })).status).toBe(422);
    await track(shop, orderId, { email: typed });
    await track(shop, orderId, { email: other });
    shop.paypal.set({ holdWebhooks: false });
    await shop.paypal.idle();
    for (const email of [payer, typed]) expect(await kindsTo(shop.rows, email)).toEqual(['receipt']);
    expect(await kindsTo(shop.rows, other)).toEqual([]);
    expect(
      await shop.rows('select payer_email, receipt_email from purchases where provider_id = $1', [orderId]),
    ).toEqual([{ payer_email: payer, receipt_email: typed }]);
  });

  test('at both addresses, if PayPal’s webhook came before the report', async () => {
    const [payer, typed] = [newEmail('payer'), newEmail('typed')];
    const orderId = await paidOrder(shop, { email: payer });
    await shop.paypal.idle();
    await track(shop, orderId, { email: typed });
    await track(shop, orderId, { email: typed });
    for (const email of [payer, typed]) expect(await kindsTo(shop.rows, email)).toEqual(['receipt']);
  });

  test('for each payment of a subscription, and the second is a renewal', async () => {
    const email = newEmail('buyer');
    const id = await daysAgo(1, () => newSubscription(shop, { email }));
    shop.paypal.renew(id);
    await shop.paypal.idle();
    const mails = (await mailsTo(shop.rows, email)).map(renderStored);
    for (const { text } of mails)
      expect(text).toMatch(/^Period: .+ to .+\nNext charge: +\$49\.99 on \w+ \d+, \d{4}$/m);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Your Kithbook subscription was renewed, \w+ \d+, \d{4}$/),
      `Your receipt from Kithbook, order ${id}`,
    ]);
  });
});

test('the first receipt of a purchase names its terms, also for the second address, and a renewal’s does not', async () => {
  const [payer, typed] = [newEmail('payer'), newEmail('typed')];
  const id = await daysAgo(1, () => newSubscription(shop, { email: payer }));
  shop.paypal.renew(id);
  await shop.paypal.idle();
  const orderId = await paidOrder(shop, { email: newEmail('payer') });
  await track(shop, orderId, { email: typed });
  const versions = async (email: string) =>
    (await mailsTo(shop.rows, email)).map(({ data }) => (data as { terms_version: unknown }).terms_version);
  expect(await versions(payer)).toEqual(['2026-06-01', null]);
  expect(await versions(typed)).toEqual(['2026-06-01']);
});

test.each([
  ['reported', '2026-05-31T23:59:00Z', '2025-03-01'],
  ['announced by PayPal', '2026-06-01T00:00:00Z', '2026-06-01'],
])('a purchase that is %s has the terms of the day of its order', async (way, clock, version) => {
  const isReported = way === 'reported';
  shop.paypal.set({ clock, holdWebhooks: isReported });
  const orderId = await paidOrder(shop);
  if (isReported) expect((await track(shop, orderId)).status).toBe(200);
  shop.paypal.set({ clock: null, holdWebhooks: false });
  await shop.paypal.idle();
  expect(await shop.rows('select terms_version from purchases where provider_id = $1', [orderId])).toEqual([
    { terms_version: version },
  ]);
});

test('forgetting a buyer cancels both waiting receipts', async () => {
  const [payer, typed] = [newEmail('payer'), newEmail('typed')];
  const orderId = await paidOrder(shop, { email: payer });
  await shop.paypal.idle();
  await track(shop, orderId, { email: typed });
  const receipts = async () =>
    shop.rows(
      "select address, data, state::text as state from mails where subject_id like $1 || '%' order by subject_id",
      [await paymentOf(orderId)],
    );
  expect(await receipts()).toMatchObject([
    { address: payer, state: 'waiting' },
    { address: typed, state: 'waiting' },
  ]);
  const token = await signIn('admin');
  await shop.call('POST', '/api/customers/forget', { email: payer }, { token });
  const forgotten = { address: null, data: null, state: 'cancelled' };
  expect(await receipts()).toEqual([forgotten, forgotten]);
});

describe('an affiliate gets a mail about the first sale', () => {
  test('and none about later ones', async () => {
    const { id, code, email } = await newAffiliate(shop.rows);
    await paidOrder(shop, { code });
    await shop.paypal.idle();
    const [mail, ...others] = await mailsTo(shop.rows, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'first-sale', subject_id: id });
    expect(renderStored(mail).text).toContain('$6.00');
    await paidOrder(shop, { code });
    await shop.paypal.idle();
    expect(await mailsTo(shop.rows, email)).toHaveLength(1);
  });

  test('unless they switched it off, earned nothing, or sold before there were mails', async () => {
    const [muted, inactive, experienced] = await Promise.all([
      newAffiliate(shop.rows),
      newAffiliate(shop.rows, { activeFrom: null }),
      newAffiliate(shop.rows),
    ]);
    await shop.rows("update affiliates set muted_mails = '{first-sale}' where id = $1", [muted.id]);
    await paidOrder(shop, { code: experienced.code });
    await shop.paypal.idle();
    await shop.rows("delete from mails where kind = 'first-sale' and subject_id = $1", [experienced.id]);
    for (const { code } of [muted, inactive, experienced]) await paidOrder(shop, { code });
    await shop.paypal.idle();
    for (const { email } of [muted, inactive, experienced])
      expect(await kindsTo(shop.rows, email)).toEqual([]);
  });
});

test('a payer and an admin learn that the same plan was bought twice within a day', async () => {
  const [payer, other] = [newEmail('payer'), newEmail('payer')];
  const token = await signIn('admin');
  const overview = async () =>
    (await shop.call('GET', '/api/admin/overview', undefined, { token })).body as Overview;
  const before = (await overview()).bought_twice.count;
  const first = await paidOrder(shop, { email: payer });
  await shop.paypal.idle();
  await newSubscription(shop, { email: payer });
  await paidOrder(shop, { email: other });
  await shop.paypal.idle();
  expect((await overview()).bought_twice.count).toBe(before);
  const second = await paidOrder(shop, { email: payer });
  await shop.paypal.idle();
  const kinds = await kindsTo(shop.rows, payer);
  expect(kinds.filter((kind) => kind === 'bought-twice')).toHaveLength(1);
  const mail = (await mailsTo(shop.rows, payer)).find(({ kind }) => kind === 'bought-twice');
  const { text } = renderStored(mail);
  for (const order of [first, second]) expect(text).toContain(order);
  expect((await overview()).bought_twice).toEqual({ count: before + 1, order_id: second });
  const capture = Object.values(shop.paypal.state().captures).find((row) => row.orderId === first);
  await shop.provider('POST', `/v2/payments/captures/${String(capture?.id)}/refund`, {});
  await shop.paypal.idle();
  expect((await overview()).bought_twice.count).toBe(before);
});
