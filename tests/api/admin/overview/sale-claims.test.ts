import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Overview } from '../../../../src/server/admin/overview/show-overview.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { paidOrder } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let admin: string;
beforeAll(async () => {
  [shop, admin] = await Promise.all([startShop(), signIn('admin')]);
});
beforeEach(() => {
  shop.paypal.reset();
  shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
});
afterAll(() => shop.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, body, { token: admin });

/** Reports a sale as a new affiliate. */
async function report(order_number: string) {
  const { email, token } = await newConfirmedAccount();
  const affiliate = await newAffiliate(shop.rows, { email });
  const body = { order_number, day: '2025-09-03' };
  const { id } = (await shop.call('POST', '/api/sale-claims', body, { token })).body as {
    readonly id: string;
  };
  const settle = (outcome: string) => asAdmin('POST', `/api/sale-claims/${id}/settle`, { outcome });
  const entries = async () => (await shop.call('GET', '/api/affiliates/entries', undefined, { token })).body;
  return { ...affiliate, claim: id, settle, entries };
}

const countOpen = async () => ((await asAdmin('GET', '/api/admin/overview')).body as Overview).sale_claims;

const auditOf = (id: string) =>
  shop.rows('select action, before, after from audit_log where entity_id = $1', [id]);

test('an admin reads the open reports, the oldest first, each with its purchase', async () => {
  const orderId = await paidOrder(shop);
  await shop.paypal.idle();
  const [purchase] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
  const open = await countOpen();
  const known = await report(orderId.toLowerCase());
  const unknown = await report('NOBODYS');
  expect(await countOpen()).toBe(open + 2);
  const { sale_claims } = (await asAdmin('GET', '/api/sale-claims')).body as {
    readonly sale_claims: readonly unknown[];
  };
  const common = { day: '2025-09-03', state: 'open' };
  expect(sale_claims.slice(-2)).toEqual([
    {
      ...common,
      id: known.claim,
      order_number: orderId,
      affiliate: { name: 'Minted', code: known.code },
      purchase: expect.objectContaining({
        id: purchase?.id,
        affiliate: null,
        payments: [
          expect.objectContaining({ no_commission: { code: 'no-code', text: expect.any(String) as string } }),
        ],
      }) as object,
    },
    {
      ...common,
      id: unknown.claim,
      order_number: 'NOBODYS',
      affiliate: { name: 'Minted', code: unknown.code },
      purchase: null,
    },
  ]);
});

test('a sale is credited once the purchase is the affiliate’s, with one audit entry and one mail', async () => {
  const orderId = await paidOrder(shop);
  await shop.paypal.idle();
  const { claim, code, email, settle, entries } = await report(orderId);
  expect(await settle('credited')).toMatchObject({ status: 409, body: { code: 'edit-conflict' } });
  const [purchase] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
  const path = `/api/purchases/${String(purchase?.id)}/reattribute`;
  expect((await asAdmin('POST', path, { code, reason: 'Missing sale' })).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 5 }, () => settle('credited')));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(204));
  expect(await settle('not-credited')).toMatchObject({ status: 409, body: { code: 'edit-conflict' } });
  expect(await entries()).toMatchObject({
    entries: [{ kind: 'reattribution', amount_cents: 1500 }],
    sale_claims: [{ id: claim, state: 'credited' }],
  });
  expect(await auditOf(claim)).toEqual([
    { action: 'sale-claim.settle', before: { state: 'open' }, after: { state: 'credited' } },
  ]);
  const mails = await mailsTo(shop.rows, email);
  expect(mails.map(({ kind }) => kind)).toEqual(['sale-settled']);
  const { text } = renderStored(mails[0]);
  expect(text).toContain('Your missing sale has been credited');
  expect(text).toContain('September 3, 2025');
  // Nobody who typed another person’s address reaches them with words of their own.
  expect(text).not.toContain(orderId);
});

test('a sale that is not credited is told alike, whether there is a purchase or not', async () => {
  const orderId = await paidOrder(shop, { code: (await newAffiliate(shop.rows)).code });
  await shop.paypal.idle();
  const texts = await Promise.all(
    [orderId, 'INVENTED'].map(async (orderNumber) => {
      const { claim, email, settle, entries } = await report(orderNumber);
      expect((await settle('not-credited')).status).toBe(204);
      expect((await settle('not-credited')).status).toBe(204);
      expect(await settle('credited')).toMatchObject({ body: { code: 'edit-conflict' } });
      expect(await entries()).toMatchObject({
        entries: [],
        sale_claims: [{ id: claim, state: 'not-credited' }],
      });
      expect(await auditOf(claim)).toHaveLength(1);
      const [mail, ...others] = await mailsTo(shop.rows, email);
      expect(others).toEqual([]);
      return renderStored(mail).text;
    }),
  );
  expect(texts[0]).toBe(texts[1]);
  expect(
    await asAdmin('POST', `/api/sale-claims/${randomUUID()}/settle`, { outcome: 'credited' }),
  ).toMatchObject({
    status: 404,
    body: { code: 'sale-claim-not-found' },
  });
});
