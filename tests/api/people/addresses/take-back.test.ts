import { expect, test } from 'vitest';
import { addSecondFactor, canSignIn, changeAccount, fetchFactors, signInWith } from '../../accounts.ts';
import { newEmail } from '../../factories.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { openSession } from '../../portal-sessions.ts';
import {
  api,
  close,
  exported,
  newAda,
  ownPayment,
  payoutCall,
  payoutsOf,
  press,
  setPayment,
  startTheftScene,
  stateOf,
  steal,
} from './theft-scene.ts';

startTheftScene();

const password = 'kithbook';

test('nothing is paid to a thief after the owner of the old address undoes the change', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  const stolen = newEmail('stolen');
  expect((await setPayment(stolen, thief.token)).status).toBe(200);
  await close();
  const ids = await payoutsOf(ada);
  await payoutCall('approve', { ids });
  for (let presses = 0; presses < 2; presses += 1)
    expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
  expect(await stateOf(ada)).toEqual({
    payment: ownPayment,
    payouts: [{ state: 'proposed', email: ownPayment, approved_by: null }],
  });
  expect((await payoutCall('export', {})).body).toBeNull();
  await payoutCall('approve', { ids });
  const file = await exported();
  expect(file).toContain(ownPayment);
  expect(file).not.toContain(stolen);
  const [mail, ...others] = (await mailsTo(api.rows, ada.email)).filter(
    ({ kind }) => kind === 'address-restored',
  );
  expect(others).toEqual([]);
  const { text } = renderStored(mail);
  expect(text).toContain('a…@mail.example');
  expect(text).toContain('under review again');
  expect(
    await api.rows("select actor_id from audit_log where action in ('affiliate.restore', 'payout.review')"),
  ).toEqual([{ actor_id: ada.uid }, { actor_id: ada.uid }]);
});

test('without an earlier payment email a payout waits in review for a new one', async () => {
  const ada = await newAda(null);
  const thief = await steal(ada);
  await setPayment(newEmail('stolen'), thief.token);
  await close();
  const ids = await payoutsOf(ada);
  await payoutCall('approve', { ids });
  await press('undo', thief.undo);
  expect(await stateOf(ada)).toEqual({
    payment: null,
    payouts: [{ state: 'proposed', email: null, approved_by: null }],
  });
  expect((await payoutCall('approve', { ids })).body).toMatchObject({ unchanged: ids });
  await changeAccount(ada.uid, { password });
  const own = newEmail('own');
  await setPayment(own, await signInWith(ada.email));
  expect((await payoutCall('approve', { ids })).body).toMatchObject({ changed: ids });
  expect(await exported()).toContain(own);
});

test('the undo link still works after the thief has erased the new address', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  const headers = await openSession(api.rows, thief.email);
  expect((await api.call('POST', '/api/portal/erase', undefined, { headers })).status).toBe(204);
  expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
});

test('a second factor of the thief does not lock the owner out', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  await addSecondFactor(thief);
  expect(await fetchFactors(ada.uid)).toBe(1);
  await press('undo', thief.undo);
  expect(await fetchFactors(ada.uid)).toBe(0);
  await changeAccount(ada.uid, { password: 'a new one' });
  expect(await canSignIn(ada.email, 'a new one')).toBe(true);
});

test('a changed name and new links keep nothing from the owner', async () => {
  const ada = await newAda();
  await api.rows(
    'insert into user_profiles (id, user_id, email, name) values (gen_random_uuid(), $1, $2, $3)',
    [ada.uid, ada.email, 'Ada'],
  );
  const thief = await steal(ada);
  const link = await api.call('POST', '/api/affiliates/links', { label: 'Mine' }, { token: thief.token });
  expect(link.status).toBe(201);
  const profile = { userId: ada.uid, email: thief.email, name: 'Mallory' };
  const path = `/api/user-profiles/user/${ada.uid}/upsert`;
  expect((await api.call('PUT', path, profile, { token: thief.token })).status).toBe(200);
  await setPayment(newEmail('stolen'), thief.token);
  await close();
  await press('undo', thief.undo);
  expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  expect(await api.rows('select email from affiliates where id = $1', [ada.id])).toEqual([
    { email: ada.email },
  ]);
});

test('six changes by the thief do not limit the owner’s own correction', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  for (let change = 0; change < 6; change += 1) await setPayment(newEmail('stolen'), thief.token);
  expect((await setPayment(newEmail('stolen'), thief.token)).status).toBe(429);
  for (let change = 0; change < 5; change += 1)
    await api.call('POST', '/api/account/address', { email: newEmail() }, { token: thief.token });
  await press('undo', thief.undo);
  await changeAccount(ada.uid, { password });
  const token = await signInWith(ada.email);
  const own = newEmail('own');
  expect((await setPayment(own, token)).status).toBe(200);
  const ask = await api.call('POST', '/api/account/address', { email: newEmail('ada') }, { token });
  expect(ask.status).toBe(202);
});

test('removing the payment email and setting the account’s own are never limited', async () => {
  const ada = await newAda();
  for (let change = 0; change < 7; change += 1) await setPayment(newEmail(), ada.token);
  expect((await setPayment(null, ada.token)).body).toMatchObject({ payout_email: null });
  expect((await setPayment(ada.email.toUpperCase(), ada.token)).status).toBe(200);
  expect((await setPayment(newEmail(), ada.token)).status).toBe(429);
});

test('a mail about the payment email also goes to the old address, with the undo link', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  await setPayment(newEmail('stolen'), thief.token);
  const mail = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'payment-email-changed');
  expect(renderStored(mail).text).toContain('#undo=');
  const other = (await mailsTo(api.rows, thief.email)).find(({ kind }) => kind === 'payment-email-changed');
  expect(renderStored(other).text).not.toContain('#undo=');
  await press('undo', thief.undo);
  await changeAccount(ada.uid, { password });
  await setPayment(newEmail('own'), await signInWith(ada.email));
  expect(
    (await mailsTo(api.rows, thief.email)).filter(({ kind }) => kind === 'payment-email-changed'),
  ).toHaveLength(1);
});
