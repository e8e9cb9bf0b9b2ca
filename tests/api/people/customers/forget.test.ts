import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder } from '../../buyer.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

const asAdmin = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  shop.call(method, `/api/customers${path}`, body, { token, headers });
const create = async (email: string | null, name = 'Wilhelmina') =>
  z.object({ id: z.string() }).parse((await asAdmin('POST', '', { name, email })).body).id;

describe('deleting a customer', () => {
  test('redacts the audit log, and keeps the amounts of purchases, payments and commissions', async () => {
    const name = `wil${unique()}`;
    const email = `${name}@mail.example`;
    const { code } = await newAffiliate(shop.rows);
    const orders = [
      await paidOrder(shop, { code, email }),
      await newSubscription(shop, { code, email: email.toUpperCase() }),
    ];
    await shop.paypal.idle();
    const id = await create(email, `The ${name}`);
    await asAdmin('PUT', `/${id}`, { name: `A ${name}`, email });
    const purchaseRows = () =>
      shop.rows(
        `select b.provider_id, b.state, b.amount_cents, b.payer_id, b.affiliate_code, p.amount_cents paid, p.paid_at,
           e.amount_cents earned
         from purchases b join payments p on p.purchase_id = b.id join commission_entries e on e.payment_id = p.id
         where b.provider_id = any ($1) order by 1`,
        [orders],
      );
    const before = await purchaseRows();
    expect(before).toHaveLength(2);
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204);
    expect(await purchaseRows()).toEqual(before);
    const log = await shop.rows(
      'select action, actor_id, before, after, reason from audit_log where entity_id = $1 order by id',
      [id],
    );
    const redacted = { actor_id: 'seed-admin', before: null, after: null, reason: 'redacted' };
    expect(log).toEqual([
      { ...redacted, action: 'customer.create' },
      { ...redacted, action: 'customer.update' },
      { ...redacted, action: 'customer.delete', reason: null },
    ]);
  });

  test('removes former emails too, from purchases and from the audit entries of other customers', async () => {
    const [first, second] = [newEmail('first'), newEmail('second')];
    const make = fixtures(shop.rows);
    const purchase = await make.purchase({ payer_email: first.toUpperCase(), payer_email_key: first });
    const other = await create(newEmail());
    const id = await create(first);
    await asAdmin('PUT', `/${id}`, { name: 'x', email: second });
    await asAdmin('PUT', `/${other}`, { name: 'y', email: first });
    await asAdmin('PUT', `/${other}`, { name: 'y', email: newEmail() });
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204);
    expect(
      await shop.rows('select payer_email, payer_email_key from purchases where id = $1', [purchase]),
    ).toEqual([{ payer_email: null, payer_email_key: null }]);
    expect(
      await shop.rows("select 1 from audit_log where concat(before, after) like '%' || $1 || '%'", [first]),
    ).toEqual([]);
    expect(await shop.rows('select 1 as one from customers where id = $1', [other])).toHaveLength(1);
  });

  test('does not change an affiliate with the same email, nor its referrals', async () => {
    const { id, email } = await newAffiliate(shop.rows);
    const other = await newAffiliate(shop.rows);
    await shop.rows('update affiliates set referred_by = $2 where id = $1', [other.id, email]);
    const affiliateRows = () =>
      shop.rows('select * from affiliates where id = any ($1) order by id', [[id, other.id]]);
    const before = await affiliateRows();
    expect((await asAdmin('DELETE', `/${await create(email)}`)).status).toBe(204);
    expect(await affiliateRows()).toEqual(before);
  });

  test('without an email changes no other customer and no purchase', async () => {
    const make = fixtures(shop.rows);
    const purchase = await make.purchase({ payer_email: null });
    const other = await create(newEmail());
    const id = await create(null);
    const version = 'select version from purchases where id = $1';
    const before = await shop.rows(version, [purchase]);
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204);
    expect(await shop.rows(version, [purchase])).toEqual(before);
    expect(await shop.rows('select reason from audit_log where entity_id = $1', [other])).toEqual([
      { reason: null },
    ]);
  });
});

describe('customer versions', () => {
  test('a change or deletion of an older version is 409 and changes nothing', async () => {
    const email = newEmail();
    const id = await create(email);
    const first = await asAdmin('PUT', `/${id}`, { name: 'First', email }, { 'if-match': '"1"' });
    expect(first).toMatchObject({ status: 200, body: { name: 'First', version: 2 } });
    expect(first.headers.get('etag')).toBe('"2"');
    for (const [body, headers] of [
      [{ name: 'Second', email, version: 1 }, {}],
      [{ name: 'Second', email }, { 'if-match': '"1"' }],
      [{ name: 'Second', email, version: 2 }, { 'if-match': '"1"' }],
    ] as const)
      expect(await asAdmin('PUT', `/${id}`, body, { ...headers })).toMatchObject({
        status: 409,
        body: { code: 'edit-conflict' },
      });
    expect((await asAdmin('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(409);
    expect(await shop.rows('select name from customers where id = $1', [id])).toEqual([{ name: 'First' }]);
    expect((await asAdmin('DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
  });
});
