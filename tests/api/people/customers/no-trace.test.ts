import { newInvitation } from '../../money/invitations/new-invitation.ts';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { registeredTables } from '../../../../src/server/frame/db/personal-columns.ts';
import { newConfirmedAccount } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, newNamedLink, newWithdrawal, unique } from '../../factories.ts';
import { newMail, newSubscription as newReader } from '../../newsletter-factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create } = personalDataScene();

/** The registered personal columns, as `table.column`: the columns that stay when the person is erased, or the others. */
function personalColumns({ isKept }: { isKept: boolean }): string[] {
  return registeredTables.flatMap(({ table, columns }) => {
    const stored = getTableColumns(table);
    return Object.entries(columns)
      .filter(([, { words, kept }]) => words !== undefined && (kept !== undefined) === isKept)
      .map(([key]) => `${getTableName(table)}.${stored[key]?.name ?? ''}`);
  });
}

/** Returns the columns, as `table.column`, that contain the text in any letter case. Columns for search are copies of others. */
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
         where cell.key <> 'search_text' and position(lower($1) in lower(cell.value)) > 0`,
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

/** Stores data of a person in every column that an erasure empties. Returns the ids of the customer and the affiliate. */
const fillAllTables = async (name: string, { uid, email }: { uid: string; email: string }) => {
  const { make, shop } = scene;
  const { other } = make;
  const [customer, [purchase]] = [await create(email), await buy(email)];
  await asAdmin('PUT', `/api/customers/${customer}`, { name: `The ${name}`, email });
  await asAdmin('POST', `/api/purchases/${String(purchase)}/reattribute`, { code: null, reason: name });
  await shop.rows('update purchases set receipt_email = payer_email where id = $1', [purchase]);
  const payment_id = await make.payment({ purchase_id: purchase, sequence: 2 });
  const { id: invitation } = await newInvitation(shop.rows);
  await shop.rows('update invitations set purchase_id = $2, reason = $3 where id = $1', [
    invitation,
    purchase,
    name,
  ]);
  await other('paypal_actions', {
    kind: 'refund',
    purchase_id: purchase,
    payment_id,
    amount_cents: 1,
    reason: name,
    requested_by: 'seed-admin',
    state: 'refused',
    due_at: new Date(),
    finished_at: new Date(),
  });
  await other('receipt_versions', { payment_id, version: 2, company: name, address: name, vat_number: name });
  const affiliate = await newAffiliate(shop.rows, { email, activeFrom: null });
  await shop.rows(
    `update affiliates set name = $2, owner_uid = $3, referred_by = $4, promotion = $2, payout_email = $4,
       application_state = 'declined', declined_reason = $2 where id = $1`,
    [affiliate.id, name, uid, `friend-${email}`],
  );
  await newNamedLink(shop.rows, affiliate.code, name);
  await other('sale_claims', { affiliate_id: affiliate.id, order_number: name, day: '2026-01-15' });
  await other('payout_email_changes', { affiliate_id: affiliate.id, email, changed_by: uid });
  const statement_id = await make.statement({ affiliate_id: affiliate.id });
  const payout = await make.payout({ statement_id, payout_email: email });
  await asAdmin('POST', '/api/payouts/reject', { ids: [payout], reason: name });
  await subscribe(email);
  await withdraw(email);
  await other('withdrawals', {
    name,
    email,
    order_number: `Annual of ${name}`,
    is_from_buyer: true,
    handled_at: new Date(),
    handled_by: 'seed-admin',
    handled_note: name,
  });
  await other('user_profiles', {
    user_id: uid,
    name,
    email,
    phone: name,
    picture_url: `https://mail.example/${name}`,
    facebook_id: name,
    linkedin_id: name,
  });
  await make.audit({ actor_email: email });
  await other('portal_sessions', { email, uid });
  await shop.rows('insert into sign_ins (uid, auth_time, browser) values ($1, now(), $2)', [uid, name]);
  await other('address_changes', { uid, old_email: email, new_email: `new-${email}`, payment_email: email });
  return { customer, affiliate: affiliate.id };
};

describe('no personal data is left anywhere in the database', () => {
  test('after erasing a person with data in every registered column', async () => {
    const name = unique();
    const { uid, token, email } = await newConfirmedAccount(`${name}@mail.example`);
    const { customer, affiliate } = await fillAllTables(name, { uid, email });
    const findData = async () => [...(await columnsContaining(name)), ...(await columnsContaining(uid))];
    // A time, and rows that last a day at most.
    const unfilled = ['sign_ins.auth_time', 'leases.name', 'rate_limits.key'];
    expect([...(await findData()), ...unfilled]).toEqual(
      expect.arrayContaining(personalColumns({ isKept: false })),
    );
    const deletion = await scene.shop.call('POST', '/api/account/delete', { email }, { token });
    expect(deletion.status).toBe(204);
    for (const path of [`/api/affiliates/${affiliate}`, `/api/customers/${customer}`])
      expect((await asAdmin('DELETE', path)).status).toBe(204);
    expect(personalColumns({ isKept: true })).toEqual(expect.arrayContaining(await findData()));
  });

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
