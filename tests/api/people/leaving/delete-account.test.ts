import { expect, test } from 'vitest';
import type { Identity } from '../../../../src/server/frame/context/identity.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { canSignIn, newAccount, newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { emulatedIdentity, startApi } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { leavingScene } from './leaving-scene.ts';

const { scene, newMember, mailsTo } = leavingScene();

const deleteAccount = (account: { token: string; email: string }, api = scene.api) =>
  api.call('POST', '/api/account/delete', { email: account.email }, { token: account.token });
const profilesOf = (uid: string) =>
  scene.api.rows('select 1 as one from user_profiles where user_id = $1', [uid]);

test('an account without an affiliate record is deleted with its profile; purchases stay', async () => {
  const account = await newConfirmedAccount();
  const make = fixtures(scene.api.rows);
  await make.other('user_profiles', { user_id: account.uid, email: account.email });
  await scene.api.rows("insert into sign_ins (uid, auth_time, browser) values ($1, now(), 'Firefox')", [
    account.uid,
  ]);
  const payer = { payer_email: account.email, payer_email_key: account.email };
  const purchase = await make.purchase(payer);
  expect((await deleteAccount(account)).status).toBe(204);
  expect(await canSignIn(account.email, 'kithbook')).toBe(false);
  expect(await profilesOf(account.uid)).toEqual([]);
  expect(await scene.api.rows('select 1 as one from sign_ins where uid = $1', [account.uid])).toEqual([]);
  expect(await scene.api.rows('select payer_email from purchases where id = $1', [purchase])).toEqual([
    { payer_email: account.email },
  ]);
  expect(await mailsTo(account.email)).toEqual(['account-deleted waiting']);
  expect(
    await scene.api.rows('select actor_id, action from audit_log where entity_id = $1', [account.uid]),
  ).toEqual([{ actor_id: account.uid, action: 'account.delete' }]);
  expect((await deleteAccount(account)).status).toBe(401);
});

test('an affiliate with money to come leaves the program, and the payment data stay until it is paid', async () => {
  const ada = await newMember();
  await ada.earn('2025-08-05T00:00:00Z', 12_50);
  expect((await ada.deleteAccount()).status).toBe(204);
  expect(await ada.record()).toMatchObject({
    email: ada.email,
    payout_email: 'pay@mail.example',
    left_at: scene.now,
    date_activated: null,
  });
  expect(await mailsTo(ada.email)).toEqual(['account-deleted waiting', 'program-left waiting']);
  expect(await scene.api.rows("select data from mails where kind = 'account-deleted'")).toEqual([
    { data: { is_still_paid: true } },
  ]);
});

test('an affiliate without earnings is deleted with the account, also one with an unconfirmed address', async () => {
  const ada = await newMember();
  expect((await ada.deleteAccount()).status).toBe(204);
  expect(await ada.record()).toBeUndefined();
  const account = await newAccount();
  const { id } = await newAffiliate(scene.api.rows, { email: account.email });
  await scene.api.rows('update affiliates set owner_uid = $2 where id = $1', [id, account.uid]);
  expect((await deleteAccount(account)).status).toBe(204);
  expect(await scene.api.rows('select 1 as one from affiliates where id = $1', [id])).toEqual([]);
});

test('an unconfirmed account does not end the membership of somebody else with its address', async () => {
  const account = await newAccount();
  const { id } = await newAffiliate(scene.api.rows, { email: account.email });
  expect((await deleteAccount(account)).status).toBe(204);
  expect(await scene.api.rows('select left_at from affiliates where id = $1', [id])).toEqual([
    { left_at: null },
  ]);
});

test('a deletion that Firebase interrupts sends no last mail, and a repeated call completes it', async () => {
  const ada = await newMember();
  await ada.earn('2025-08-05T00:00:00Z', 12_50);
  const emulated = emulatedIdentity();
  const identity: Identity = {
    ...emulated,
    changes: {
      ...emulated.changes,
      deleteAccount: () => Promise.reject(problem('service-unavailable')),
    },
  };
  const { database } = scene;
  const broken = await startApi({ database, identity, now: () => scene.now });
  expect((await deleteAccount(ada, broken)).status).toBe(503);
  expect(await mailsTo(ada.email)).toEqual(['program-left waiting']);
  expect((await ada.deleteAccount()).status).toBe(204);
  expect(await mailsTo(ada.email)).toEqual(['account-deleted waiting', 'program-left waiting']);
  expect(await canSignIn(ada.email, 'kithbook')).toBe(false);
});

test('deleting an account that is gone at Firebase does nothing, and without Firebase it is refused', async () => {
  const { deleteAccount: remove } = emulatedIdentity().changes;
  await expect(remove('nobody')).resolves.toBeUndefined();
  await expect(unconfiguredIdentity.changes.deleteAccount('nobody')).rejects.toThrow('not configured');
});

test('an account with a role in the shop, and another account than the page shows, are refused', async () => {
  const admin = { token: scene.admin, email: 'admin@kithbook.example' };
  expect((await deleteAccount(admin)).body).toMatchObject({ code: 'account-is-staff' });
  const { token, uid } = await newConfirmedAccount();
  expect((await deleteAccount({ token, email: 'other@mail.example' })).body).toMatchObject({
    code: 'account-differs',
  });
  expect(await scene.api.rows('select 1 as one from audit_log where entity_id = $1', [uid])).toEqual([]);
});
