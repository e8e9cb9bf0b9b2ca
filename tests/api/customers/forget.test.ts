import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newAccount, signIn } from '../accounts.ts';
import { newSubscription, paidOrder } from '../buyer.ts';
import { fixtures } from '../database/fixtures.ts';
import { newAffiliate, newEmail, unique } from '../mint.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

const as = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  shop.call(method, `/api/customers${path}`, body, { token, headers });
const create = async (email: string | null, name = 'Wilhelmina') =>
  z.object({ id: z.string() }).parse((await as('POST', '', { name, email })).body).id;

/** Every row of every table, as text. */
const everything = async () => {
  const tables = await shop.rows(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  const texts = await Promise.all(
    tables.map(async ({ table_name }) =>
      JSON.stringify(await shop.rows(`select * from ${String(table_name)}`)),
    ),
  );
  return texts.join('\n');
};

describe('a deleted customer is forgotten', () => {
  test('in their record, the log, their purchases and the provider’s events; the books stay', async () => {
    const name = `wil${unique()}`;
    const email = `${name}@mail.example`;
    const { code } = await newAffiliate(shop.rows);
    const orders = [
      await paidOrder(shop, { code, email }),
      await newSubscription(shop, { code, email: email.toUpperCase() }),
    ];
    await shop.paypal.idle();
    const id = await create(email, `The ${name}`);
    await as('PUT', `/${id}`, { name: `A ${name}`, email });
    const books = () =>
      shop.rows(
        `select b.provider_id, b.state, b.amount_cents, b.payer_id, b.affiliate_code, p.amount_cents paid, p.paid_at,
           e.amount_cents earned
         from purchases b join payments p on p.purchase_id = b.id join commission_entries e on e.payment_id = p.id
         where b.provider_id = any ($1) order by 1`,
        [orders],
      );
    const before = await books();
    expect(before).toHaveLength(2);
    expect((await everything()).toLowerCase()).toContain(name);
    const others = await newSubscription(shop, { email: newEmail('other') });
    await shop.paypal.idle();

    expect((await as('DELETE', `/${id}`)).status).toBe(204);
    expect((await everything()).toLowerCase()).not.toContain(name);
    expect(await books()).toEqual(before);
    expect(
      await shop.rows('select payer_email, payer_email_key from purchases where provider_id = any ($1)', [
        orders,
      ]),
    ).toEqual([
      { payer_email: null, payer_email_key: null },
      { payer_email: null, payer_email_key: null },
    ]);
    const log = await shop.rows(
      'select action, actor_id, before, after, reason from audit_log where entity_id = $1 order by id',
      [id],
    );
    const forgotten = { actor_id: 'seed-admin', before: null, after: null, reason: 'redacted' };
    expect(log).toEqual([
      { ...forgotten, action: 'customer.create' },
      { ...forgotten, action: 'customer.update' },
      { ...forgotten, action: 'customer.delete', reason: null },
    ]);
    const [event] = await shop.rows(
      "select body #>> '{resource,subscriber,email_address}' as email from webhook_events where type like '%ACTIVATED' and resource_id = $1",
      [others],
    );
    expect(event?.email).toMatch(/^other-/);
  });

  test('with the events whose payload names the buyer anywhere, but not its ids, money and merchant', async () => {
    const make = fixtures(shop.rows);
    const email = newEmail('deep');
    const purchase = await make.purchase({ payer_email: email, payer_email_key: email });
    const provider_id = unique();
    const payment = await make.payment({ purchase_id: purchase, provider_id });
    const refund = unique();
    await make.refund({ payment_id: payment, provider_id: refund });
    const person = {
      payer_id: 'P1',
      email_address: email,
      name: { given_name: 'Deep' },
      address: { city: 'Kiel' },
    };
    const keep = {
      amount: { value: '59.99' },
      payee: { merchant_id: 'M', email_address: 'shop@mail.example' },
      list: [1, null, 'x'],
    };
    const bodies = {
      [provider_id]: { id: 'E1', resource: { id: provider_id, ...keep, payer: person } },
      [refund]: { id: 'E2', resource: { id: refund, ...keep, payer: person } },
      other: { id: 'E3', resource: { id: 'other', payer: person } },
    };
    for (const [resource_id, body] of Object.entries(bodies))
      await shop.rows(
        "insert into webhook_events (id, type, resource_id, body, occurred_at) values ($1, 'X', $2, $3, now())",
        [unique(), resource_id, JSON.stringify(body)],
      );
    await as('DELETE', `/${await create(email)}`);
    const told = async (id: string) =>
      (await shop.rows('select body from webhook_events where resource_id = $1', [id]))[0]?.body;
    const nobody = { payer_id: 'P1', email_address: null, name: null, address: null };
    expect(await told(provider_id)).toEqual({
      id: 'E1',
      resource: { id: provider_id, ...keep, payer: nobody },
    });
    expect(await told(refund)).toEqual({ id: 'E2', resource: { id: refund, ...keep, payer: nobody } });
    expect(await told('other')).toEqual(bodies.other);
  });

  test('without an email, and takes nobody else along', async () => {
    const make = fixtures(shop.rows);
    const purchase = await make.purchase({ payer_email: null });
    const other = await create(newEmail());
    const id = await create(null);
    const version = 'select version from purchases where id = $1';
    const before = await shop.rows(version, [purchase]);
    expect((await as('DELETE', `/${id}`)).status).toBe(204);
    expect(await shop.rows(version, [purchase])).toEqual(before);
    expect(await shop.rows('select reason from audit_log where entity_id = $1', [other])).toEqual([
      { reason: null },
    ]);
  });
});

describe('versions', () => {
  test('a change or a deletion of an older one is 409, and changes nothing', async () => {
    const email = newEmail();
    const id = await create(email);
    const first = await as('PUT', `/${id}`, { name: 'First', email }, { 'if-match': '"1"' });
    expect(first).toMatchObject({ status: 200, body: { name: 'First', version: 2 } });
    expect(first.headers.get('etag')).toBe('"2"');
    for (const [body, headers] of [
      [{ name: 'Second', email, version: 1 }, {}],
      [{ name: 'Second', email }, { 'if-match': '"1"' }],
      [{ name: 'Second', email, version: 2 }, { 'if-match': '"1"' }],
    ] as const)
      expect(await as('PUT', `/${id}`, body, { ...headers })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
    expect((await as('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(409);
    expect(await shop.rows('select name from customers where id = $1', [id])).toEqual([{ name: 'First' }]);
    expect((await as('DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
  });
});

describe('everything kept about an address', () => {
  const data = (email: string) => as('GET', `/data?${new URLSearchParams({ email }).toString()}`);

  test('is one file: records, purchases with their money, profiles and what the log says', async () => {
    const { email } = await newAccount();
    const affiliate = await newAffiliate(shop.rows, { email });
    const { code } = await newAffiliate(shop.rows);
    const order = await paidOrder(shop, { code, email });
    await shop.paypal.idle();
    const make = fixtures(shop.rows);
    await make.other('payout_email_changes', { affiliate_id: affiliate.id, email, changed_by: 'a' });
    await make.other('user_profiles', { user_id: unique(), email: email.toUpperCase() });
    await make.audit({ actor_email: email.toUpperCase(), action: 'by.them' });
    const id = await create(email);

    const answer = await data(email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      email: email.toUpperCase(),
      as_of: expect.stringMatching(/Z$/) as string,
      customers: [{ id, name: 'Wilhelmina', email }],
      affiliates: [
        { id: affiliate.id, activations: [{ active_until: null }], payout_email_changes: [{ email }] },
      ],
      purchases: [
        {
          provider_id: order,
          payer_email: email,
          payments: [{ amount_cents: 5999, refunds: [], commission_entries: [{ kind: 'commission' }] }],
        },
      ],
      payment_events: expect.arrayContaining([
        expect.objectContaining({ type: 'PAYMENT.CAPTURE.COMPLETED' }),
      ]) as unknown,
      user_profiles: [{ email: email.toUpperCase() }],
      audit_entries: expect.arrayContaining([
        expect.objectContaining({ action: 'by.them' }),
        expect.objectContaining({ action: 'customer.create', entity_id: id }),
      ]) as unknown,
    });

    await as('DELETE', `/${id}`);
    expect((await data(email)).body).toMatchObject({ customers: [], purchases: [], payment_events: [] });
  });

  test('is empty for an address that nothing is kept about', async () => {
    expect((await data(newEmail())).body).toMatchObject({
      customers: [],
      affiliates: [],
      purchases: [],
      payment_events: [],
      user_profiles: [],
      audit_entries: [],
    });
  });

  test.each(['', 'nobody', 'a\0@mail.example', `${'x'.repeat(300)}@mail.example`])(
    '%j is 422',
    async (email) => {
      expect(await data(email)).toMatchObject({ status: 422, body: { fields: [{ field: 'email' }] } });
    },
  );
});
