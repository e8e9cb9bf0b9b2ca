import { describe, expect, test } from 'vitest';
import { newAffiliate, newEmail, unique } from '../factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, as, create, data } = personalDataScene();

const forget = (email: string) => as('POST', '/api/customers/forget', { email });
const purchase = (email: string) =>
  scene.make.purchase({ payer_email: email, payer_email_key: email.toLowerCase() });
const payer = (id: string) =>
  scene.shop.rows('select payer_email, payer_email_key, version from purchases where id = $1', [id]);
const logged = (id: string) =>
  scene.shop.rows(
    'select action, before, after, reason from audit_log where entity_id = $1 order by at, id',
    [id],
  );

describe('forgetting the email of a buyer without a customer record', () => {
  test('removes the email from purchases and from the reasons of their changes, in any letter case', async () => {
    const email = newEmail('Buyer');
    const [newAddress, two, others] = [
      await purchase(email),
      await purchase(email.toUpperCase()),
      await purchase(newEmail()),
    ];
    await scene.make.audit({ entity: 'purchase', entity_id: newAddress, reason: `They wrote as ${email}` });
    const before = await payer(others);
    expect(await forget(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { purchases: 2 } });
    for (const id of [newAddress, two])
      expect(await payer(id)).toEqual([{ payer_email: null, payer_email_key: null, version: 2 }]);
    expect(await payer(others)).toEqual(before);
    expect(await logged(newAddress)).toEqual([
      expect.objectContaining({ reason: 'redacted' }),
      { action: 'purchase.forget', before: null, after: null, reason: null },
    ]);
    expect((await data(email)).body).toMatchObject({ purchases: [], audit_entries: [] });
    expect((await forget(email)).body).toEqual({ purchases: 0 });
  });

  test('removes the email from the audit entries of a customer who once had it', async () => {
    const [first, second] = [newEmail('first'), newEmail('second')];
    const id = await create(first);
    await as('PUT', `/api/customers/${id}`, { name: 'Wilhelmina', email: second });
    expect((await forget(first)).body).toEqual({ purchases: 0 });
    expect(await logged(id)).toMatchObject([
      { after: { email: null, name: 'Wilhelmina' }, reason: 'redacted' },
      { before: { email: null }, after: { email: second }, reason: 'redacted' },
    ]);
  });

  test('accepts an email that only PayPal would accept', async () => {
    const email = `rock&roll!${unique()}@mail.example`;
    const id = await purchase(email);
    expect((await data(email)).body).toMatchObject({ purchases: [{ id }] });
    expect((await forget(email)).body).toEqual({ purchases: 1 });
  });

  test('does not change an affiliate with the email', async () => {
    const { id, email } = await newAffiliate(scene.shop.rows);
    const affiliateRow = () => scene.shop.rows('select * from affiliates where id = $1', [id]);
    const before = await affiliateRow();
    await purchase(email);
    expect((await forget(email)).body).toEqual({ purchases: 1 });
    expect(await affiliateRow()).toEqual(before);
  });
});

test.each([
  ['in another letter case', () => newEmail(), (email: string) => email.toUpperCase()],
  [
    'in another Gmail spelling',
    () => `a.${unique()}@gmail.com`,
    (email: string) => email.slice(0, 1) + email.slice(2),
  ],
])('rejects the email of a customer %s, and changes nothing', async (_how, newAddress, respell) => {
  const email = newAddress();
  const [id, bought] = [await create(email), await purchase(email)];
  const before = [await payer(bought), await logged(id)];
  expect(await forget(respell(email))).toMatchObject({
    status: 409,
    body: { code: 'address-has-customer' },
  });
  expect([await payer(bought), await logged(id)]).toEqual(before);
  // The export of personal data finds the customer.
  expect((await data(respell(email))).body).toMatchObject({ customers: [{ id }] });
});

test.each(['', 'nobody', 'a\0@mail.example'])('rejects %j', async (email) => {
  expect(await forget(email)).toMatchObject({ status: 422, body: { fields: [{ field: 'email' }] } });
});
