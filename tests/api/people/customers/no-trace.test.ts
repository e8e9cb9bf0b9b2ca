import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, newWithdrawal, unique } from '../../factories.ts';
import { newMail, newSubscription as newReader } from '../../newsletter-factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create } = personalDataScene();

/** Returns the columns, as `table.column`, that contain the text in any letter case. */
const columnsContaining = async (text: string): Promise<string[]> => {
  const { rows } = scene.shop;
  const tables = await rows(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const found = await Promise.all(
    tables.map(({ name }) =>
      rows(
        `select distinct '${String(name)}.' || cell.key as place
         from "${String(name)}" t, jsonb_each_text(to_jsonb(t)) cell
         where position(lower($1) in lower(cell.value)) > 0`,
        [text],
      ),
    ),
  );
  return found
    .flat()
    .map(({ place }) => String(place))
    .sort();
};

/** Buys an order and a subscription, and opens a dispute about the order's payment. Returns the ids of the purchases. */
const buy = async (email: string): Promise<string[]> => {
  const { shop } = scene;
  const { code } = await newAffiliate(shop.rows);
  const orders = [await paidOrder(shop, { code, email }), await newSubscription(shop, { code, email })];
  for (const order of orders) await track(shop, order);
  await shop.paypal.idle();
  const [capture] = await shop.rows(
    `select p.provider_id as id from payments p join purchases b on b.id = p.purchase_id
     where b.provider_id = any ($1) and b.type = 'one-time'`,
    [orders],
  );
  shop.paypal.openDispute(String(capture?.id));
  await shop.paypal.idle();
  const purchases = await shop.rows('select id from purchases where provider_id = any ($1)', [orders]);
  return z
    .array(z.object({ id: z.string() }))
    .parse(purchases)
    .map(({ id }) => id);
};

/** Inserts a newsletter subscription, and a mail that waits. */
const subscribe = async (email: string) => {
  const { id } = await newReader(scene.shop.rows, 'asked', { email, name: `Wilhelmina ${email}` });
  const data = JSON.stringify({ subscription_id: id, name: email });
  await newMail(scene.shop.rows, { address: email, data, subject_id: id, last_error: `550 ${email}` });
};

/** Withdraws from a contract. An admin handles the withdrawal, with a note that names the person. */
const withdraw = async (email: string) => {
  const sent = newWithdrawal({ email, name: `Wilhelmina ${email}` });
  await fixtures(scene.shop.rows).purchase({ provider_id: sent.order_number });
  const { body } = await scene.shop.call('POST', '/api/withdrawals', sent);
  const { id } = z.object({ id: z.string() }).parse(body);
  expect(await asAdmin('PUT', `/api/withdrawals/${id}`, { note: `${email} was refunded` })).toMatchObject({
    status: 200,
  });
};

describe('no personal data is left anywhere in the database', () => {
  test('after forgetting a buyer with reported, disputed and reattributed purchases', async () => {
    const name = unique();
    const email = `Buyer.${name}@mail.example`;
    const ids = await buy(email);
    await subscribe(email);
    await withdraw(email);
    expect(ids).toHaveLength(2);
    for (const id of ids)
      expect(
        await asAdmin('POST', `/api/purchases/${id}/reattribute`, {
          code: null,
          reason: `${email} wrote so`,
        }),
      ).toMatchObject({ status: 200 });
    expect(await columnsContaining(name)).toEqual(
      expect.arrayContaining([
        'audit_log.reason',
        'purchases.payer_email',
        'purchases.payer_email_key',
        'mails.address',
        'newsletter_subscriptions.email',
        'withdrawals.name',
        'withdrawals.email',
        'withdrawals.handled_note',
        'audit_log.after',
      ]),
    );
    expect(await asAdmin('POST', '/api/customers/forget', { email })).toMatchObject({
      body: { purchases: 2, subscriptions: 1 },
    });
    expect(await columnsContaining(name)).toEqual([]);
  });

  test('after deleting a customer with a former email and purchases', async () => {
    const [first, second] = [unique(), unique()];
    const email = (name: string) => `${name}@mail.example`;
    const id = await create(email(first));
    await buy(email(first));
    await asAdmin('PUT', `/api/customers/${id}`, { name: `Wilhelmina ${second}`, email: email(second) });
    await buy(email(second));
    for (const name of [first, second]) {
      await subscribe(email(name));
      await withdraw(email(name));
    }
    expect(await columnsContaining(second)).toContain('customers.name');
    expect(await asAdmin('DELETE', `/api/customers/${id}`)).toMatchObject({ status: 204 });
    expect([await columnsContaining(first), await columnsContaining(second)]).toEqual([[], []]);
  });
});
