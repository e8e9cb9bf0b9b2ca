import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationOf, newApplicant } from '../affiliates/application.ts';
import { deleteAccount, newAccount, newConfirmedAccount, signIn, unsignedToken } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { payable } from './ledger-maker.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const get = (path: string, token: string) => api.call('GET', `/api/affiliates/${path}`, undefined, { token });
const setPayoutEmail = (email: string, token: string) =>
  api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
const ownerOf = async (id: string) =>
  (await api.rows('select owner_uid, payout_email from affiliates where id = $1', [id]))[0];
const unverified = { status: 403, body: { code: 'email-unverified' } };
const notFound = { status: 404, body: { code: 'affiliate-not-found' } };
const list = async (token: string) =>
  (await api.call('GET', '/api/affiliates', undefined, { token })).body as { id: string }[];

const ownReads = [
  'payout',
  'statements',
  'statements/2026-01',
  'statements/2026-01?format=csv',
  'referrals',
  'entries',
  'entries?format=csv',
];

test('the calls about one’s own affiliate are 404 for an account without an affiliate or an email', async () => {
  const { uid, token } = await newConfirmedAccount();
  for (const callerToken of [token, unsignedToken(uid)])
    for (const path of ownReads) expect(await get(path, callerToken)).toMatchObject(notFound);
});

describe('an affiliate that an admin created', () => {
  test('is 404 for an account that has the affiliate’s email but did not confirm it', async () => {
    const { email, token } = await newAccount();
    const { id } = await payable(api.rows, { email });
    await fixtures(api.rows).statement({ affiliate_id: id });
    for (const path of ownReads) expect(await get(path, token)).toMatchObject(notFound);
    expect(await get(`payout?affiliate=${id}`, token)).toMatchObject({ status: 404 });
    expect(await setPayoutEmail(newEmail(), token)).toMatchObject(unverified);
    expect(await list(token)).toEqual([]);
    expect(await get(`email/${email}`, token)).toMatchObject(notFound);
    expect(await ownerOf(id)).toEqual({ owner_uid: null, payout_email: 'pay@mail.example' });
    expect((await get(`payout?affiliate=${id}`, admin)).status).toBe(200);
  });

  test('belongs to the account that confirmed the affiliate’s email, and keeps the payment email that the admin entered', async () => {
    const { uid, email, token } = await newConfirmedAccount();
    const { id } = await payable(api.rows, { email });
    await fixtures(api.rows).statement({ affiliate_id: id });
    for (const path of ['payout', 'statements', 'statements/2026-01'])
      expect((await get(path, token)).status).toBe(200);
    expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: 'pay@mail.example' });
    expect((await setPayoutEmail('own@mail.example', token)).status).toBe(200);
    expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: 'own@mail.example' });
    const other = unsignedToken((await newAccount()).uid, { email });
    expect(await get('payout', other)).toMatchObject(notFound);
    expect((await get('payout', token)).status).toBe(200);
  });
});

/**
 * Creates an affiliate with a payment email and an approved payout. Its owner never confirmed the email. Also creates another
 * account, which has confirmed the email.
 */
const affiliateOfFormerOwner = async () => {
  const { uid: formerUid, email, token, apply } = await newApplicant(api);
  const { id } = (await apply()).body as { id: string };
  await api.rows("update affiliates set payout_email = 'stranger@mail.example' where id = $1", [id]);
  const { statement, payout: insertPayout } = fixtures(api.rows);
  const payout = await insertPayout({ statement_id: await statement({ affiliate_id: id }) });
  await api.rows(
    "update payouts set state = 'approved', approved_by = 'admin', approved_at = now() where id = $1",
    [payout],
  );
  await deleteAccount(token);
  const { uid, token: ownerToken } = await newConfirmedAccount(email);
  return { formerUid, email, id, payout, uid, ownerToken };
};

test('a new owner takes an affiliate over: no payment email, and payouts back in review', async () => {
  const { formerUid, email, id, payout, uid, ownerToken } = await affiliateOfFormerOwner();
  const unconfirmed = unsignedToken((await newAccount()).uid, { email });
  expect(await list(unconfirmed)).toEqual([]);
  expect(await ownerOf(id)).toEqual({ owner_uid: formerUid, payout_email: 'stranger@mail.example' });
  expect(await list(ownerToken)).toMatchObject([{ id }]);
  expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: null });
  expect(await get('payout', ownerToken)).toMatchObject({ status: 200, body: { payout_email: null } });
  expect(
    await api.rows('select action, actor_id, before, after from audit_log where entity_id = $1', [id]),
  ).toEqual([
    {
      action: 'affiliate.owner',
      actor_id: uid,
      before: { owner_uid: formerUid, payout_email: 'stranger@mail.example', promotion: null },
      after: { owner_uid: uid, payout_email: null, promotion: null, payouts_back_in_review: [payout] },
    },
  ]);
  expect(
    await api.rows('select email, changed_by from payout_email_changes where affiliate_id = $1', [id]),
  ).toEqual([{ email: null, changed_by: uid }]);
  expect(
    await api.rows('select state, approved_by, approved_at from payouts where id = $1', [payout]),
  ).toEqual([{ state: 'proposed', approved_by: null, approved_at: null }]);
  expect(await list(ownerToken)).toMatchObject([{ id }]);
  expect((await setPayoutEmail('own@mail.example', ownerToken)).status).toBe(200);
  expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: 'own@mail.example' });
});

test('a proposed payout loses the address of a former owner', async () => {
  const { uid, id, payout, ownerToken } = await affiliateOfFormerOwner();
  await api.rows(
    "update payouts set state = 'proposed', approved_by = null, approved_at = null where id = $1",
    [payout],
  );
  expect(await list(ownerToken)).toMatchObject([{ id }]);
  expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: null });
  expect(await api.rows('select state, payout_email from payouts where id = $1', [payout])).toEqual([
    { state: 'proposed', payout_email: null },
  ]);
});

test('a new owner takes an affiliate over when they set the payment email', async () => {
  const { formerUid, id, payout, uid, ownerToken } = await affiliateOfFormerOwner();
  expect((await setPayoutEmail('stranger@mail.example', ownerToken)).status).toBe(200);
  expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: 'stranger@mail.example' });
  expect(await api.rows('select state from payouts where id = $1', [payout])).toEqual([
    { state: 'proposed' },
  ]);
  expect(
    await api.rows('select action, before from audit_log where entity_id = $1 order by id', [id]),
  ).toMatchObject([
    { action: 'affiliate.owner', before: { owner_uid: formerUid, payout_email: 'stranger@mail.example' } },
    { action: 'affiliate.payout', before: { payout_email: null } },
  ]);
});

test('an applicant owns their affiliate until an admin changes its email', async () => {
  const { uid, email, token, apply } = await newApplicant(api);
  const confirmed = unsignedToken(uid, { email, email_verified: true });
  const { id } = (await apply()).body as { id: string };
  expect(await ownerOf(id)).toMatchObject({ owner_uid: uid });
  expect((await get('payout', token)).status).toBe(200);
  expect(await list(token)).toMatchObject([{ id }]);
  expect(await setPayoutEmail('own@mail.example', token)).toMatchObject(unverified);
  expect((await setPayoutEmail('own@mail.example', confirmed)).status).toBe(200);
  const changeEmail = (newAddress: string) =>
    api.call(
      'PUT',
      `/api/affiliates/${id}`,
      { name: applicationOf(email).name, email: newAddress },
      { token: admin },
    );
  expect((await changeEmail(email.toUpperCase())).status).toBe(200);
  expect(await ownerOf(id)).toEqual({ owner_uid: uid, payout_email: 'own@mail.example' });
  expect((await changeEmail(newEmail())).status).toBe(200);
  expect(await ownerOf(id)).toEqual({ owner_uid: null, payout_email: null });
  const changes =
    'select email, changed_by from payout_email_changes where affiliate_id = $1 order by changed_at, id';
  expect(await api.rows(changes, [id])).toEqual([
    { email: 'own@mail.example', changed_by: uid },
    { email: null, changed_by: 'seed-admin' },
  ]);
  // An affiliate without an owner keeps a payment email that an admin entered.
  const terms = { payout_email: 'entered@mail.example', no_minimum: false };
  await api.call('PUT', `/api/affiliates/${id}/payout`, terms, { token: admin });
  expect((await changeEmail(newEmail())).status).toBe(200);
  expect(await ownerOf(id)).toEqual({ owner_uid: null, payout_email: 'entered@mail.example' });
});

test('an affiliate that an admin creates belongs to this admin only if it has the admin’s email', async () => {
  const make = async (email: string) => {
    const body = { name: 'Made', email, code: `made${unique()}` };
    const answer = await api.call('POST', '/api/affiliates', body, { token: admin });
    return (answer.body as { id: string }).id;
  };
  const [ofAdmin, ofOther] = [await make('Admin@kithbook.example'), await make(newEmail())];
  expect(await ownerOf(ofAdmin)).toMatchObject({ owner_uid: 'seed-admin' });
  expect(await ownerOf(ofOther)).toMatchObject({ owner_uid: null });
  await api.call('DELETE', `/api/affiliates/${ofAdmin}`, undefined, { token: admin });
});
