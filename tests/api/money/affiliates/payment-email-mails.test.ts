import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

/** Creates an affiliate with an account whose address is confirmed. */
const newOwner = async () => {
  const account = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email: account.email });
  const save = (email: string | null) =>
    api.call('PUT', '/api/affiliates/payout-email', { email }, { token: account.token });
  return { ...account, id, save };
};

/** Returns the payment email that each mail to an address names. */
const shownTo = async (address: string) =>
  (await mailsTo(api.rows, address)).map(({ kind, data }) => {
    expect(kind).toBe('payment-email-changed');
    return (data as { readonly email: string | null }).email;
  });

test('an affiliate’s own change sends one mail each to the new payment email, the old one and the account', async () => {
  const { email, save } = await newOwner();
  const [first, second] = [newEmail('first'), newEmail('second')];
  expect((await save(first)).status).toBe(200);
  expect((await save(first)).status).toBe(200);
  expect(await shownTo(first)).toEqual(['f…@mail.example']);
  expect(await shownTo(email)).toEqual(['f…@mail.example']);
  expect((await save(second)).status).toBe(200);
  expect(await shownTo(first)).toEqual(['f…@mail.example', 's…@mail.example']);
  expect(await shownTo(second)).toEqual(['s…@mail.example']);
  expect(await shownTo(email)).toHaveLength(2);
  const mail = renderStored((await mailsTo(api.rows, second))[0]);
  expect(mail.subject).toBe('Your payment email was changed');
  expect(mail.text).toContain('s…@mail.example');
  expect(mail.text).not.toContain(second);
});

test('an address that is both the payment email and the account gets one mail, in any letter case', async () => {
  const { email, save } = await newOwner();
  await save(email.toUpperCase());
  expect([...(await shownTo(email)), ...(await shownTo(email.toUpperCase()))]).toHaveLength(1);
  await save(null);
  const mails = [...(await mailsTo(api.rows, email)), ...(await mailsTo(api.rows, email.toUpperCase()))];
  expect(mails).toHaveLength(2);
  expect(mails.map((mail) => renderStored(mail).subject)).toContain('Your payment email was removed');
});

test('an admin’s change sends the mails, but a change of the minimum or a conflict sends none', async () => {
  const { id, email } = await newAffiliate(api.rows);
  const put = (payout_email: string | null, no_minimum: boolean, version: number) =>
    api.call('PUT', `/api/affiliates/${id}/payout`, { payout_email, no_minimum, version }, { token: admin });
  const address = newEmail('payment');
  expect((await put(address, false, 1)).status).toBe(200);
  expect((await put(address, true, 2)).status).toBe(200);
  expect((await put(newEmail(), true, 2)).status).toBe(409);
  expect(await shownTo(address)).toEqual(['p…@mail.example']);
  expect(await shownTo(email)).toEqual(['p…@mail.example']);
});

test('an admin’s change of the email removes the payment email and sends a mail about it', async () => {
  const { id, save } = await newOwner();
  const [payment, next] = [newEmail('payment'), newEmail('next')];
  await save(payment);
  await api.call(
    'PUT',
    `/api/affiliates/${id}`,
    { name: 'Minted', email: next, date_activated: '2025-01-01T00:00:00Z' },
    { token: admin },
  );
  expect(await shownTo(payment)).toEqual(['p…@mail.example', null]);
  expect(await shownTo(next)).toEqual([null]);
});

test('a new owner removes the former owner’s payment email, and a mail about it is sent', async () => {
  const { email, token, id, save } = await newOwner();
  const payment = newEmail('payment');
  await save(payment);
  await api.rows("update affiliates set owner_uid = 'a former owner' where id = $1", [id]);
  await api.call('GET', '/api/affiliates/payout', undefined, { token });
  await api.call('GET', '/api/affiliates/payout', undefined, { token });
  expect(await shownTo(payment)).toEqual(['p…@mail.example', null]);
  expect(await shownTo(email)).toEqual(['p…@mail.example', null]);
});

test('an affiliate changes the payment email six times in a window; another change is refused, and sends nothing', async () => {
  const { save } = await newOwner();
  for (let change = 0; change < 6; change += 1) expect((await save(newEmail())).status).toBe(200);
  const stranger = newEmail('stranger');
  expect(await save(stranger)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(await mailsTo(api.rows, stranger)).toEqual([]);
});
