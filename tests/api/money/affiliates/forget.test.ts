import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { openNeon } from '../../neon.ts';

let api: Api;
let token: string;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  const [database, signedIn] = await Promise.all([openNeon(), signIn('admin')]);
  api = await startApi({ database });
  token = signedIn;
  make = fixtures(api.rows);
});
afterAll(() => api.close());

const asAdmin = (method: string, path: string, body?: object) =>
  api.call(method, `/api/affiliates${path}`, body, { token });
const createdSchema = z.object({ id: z.string() });
const create = async (referred_by: string | null = null) => {
  const body = { name: 'Minted', email: newEmail('affiliate'), code: `c${unique()}`, referred_by };
  return { ...body, id: createdSchema.parse((await asAdmin('POST', '', body)).body).id };
};
const remove = (id: string) => asAdmin('DELETE', `/${id}`);
const referrerAndVersion = async (id: string) =>
  (await api.rows('select referred_by, version from affiliates where id = $1', [id]))[0];
const auditEntries = (id: string) =>
  api.rows('select action, before, after, reason from audit_log where entity_id = $1 order by at, id', [id]);
const auditEntriesWith = (email: string) =>
  api.rows('select 1 as one from audit_log where lower(concat(before::text, after::text)) like $1', [
    `%${email.toLowerCase()}%`,
  ]);
const addStatement = async (id: string) => make.statement({ affiliate_id: id });

describe.each([
  ['deleted', () => Promise.resolve()],
  ['closed', addStatement],
])('when an affiliate is %s', (_how, prepare) => {
  test('other affiliates lose the email as their referrer, with a new version and an audit entry', async () => {
    const { id, email } = await create();
    await prepare(id);
    const [first, second] = [await create(email), await create(email.toUpperCase())];
    const stranger = newEmail('stranger');
    const other = await create(stranger);
    expect((await remove(id)).status).toBe(204);
    for (const referred of [first, second]) {
      expect(await referrerAndVersion(referred.id)).toEqual({ referred_by: null, version: 2 });
      expect(await auditEntries(referred.id)).toMatchObject([
        {
          action: 'affiliate.create',
          before: null,
          after: { name: 'Minted', email: referred.email, code: referred.code, referred_by: null },
          reason: 'redacted',
        },
        { action: 'affiliate.update', before: null, after: null, reason: 'redacted' },
      ]);
    }
    expect(await referrerAndVersion(other.id)).toEqual({ referred_by: stranger, version: 1 });
    expect(await auditEntries(other.id)).toMatchObject([{ after: { referred_by: stranger }, reason: null }]);
    expect(await auditEntriesWith(email)).toEqual([]);
  });

  test('audit entries of affiliates that once had the email as their referrer lose it', async () => {
    const { id, email } = await create();
    await prepare(id);
    const referred = await create(email);
    const { name, email: referredEmail } = referred;
    const later = newEmail('later');
    await asAdmin('PUT', `/${referred.id}`, { name, email: referredEmail, referred_by: later });
    await remove(id);
    expect(await referrerAndVersion(referred.id)).toEqual({ referred_by: later, version: 2 });
    expect(await auditEntries(referred.id)).toMatchObject([
      { after: { referred_by: null, email: referredEmail }, reason: 'redacted' },
      {
        before: { referred_by: null, email: referredEmail },
        after: { referred_by: later },
        reason: 'redacted',
      },
    ]);
  });
});

test('payouts of a closed affiliate lose the payment email, paid or not, and nothing else', async () => {
  const { id } = await create();
  const payouts: string[] = [];
  for (const month of ['2026-01-01', '2026-02-01'])
    payouts.push(await make.payout({ statement_id: await make.statement({ affiliate_id: id, month }) }));
  await api.rows(
    "update payouts set state = 'approved', approved_by = 'a', approved_at = now() where id = $1",
    [payouts[0]],
  );
  await api.rows("update payouts set state = 'paid', transaction_id = $2, paid_at = now() where id = $1", [
    payouts[0],
    unique(),
  ]);
  const otherPayout = await make.payout();
  const payoutRows = () =>
    api.rows(
      "select to_jsonb(payouts) - 'payout_email' as kept from payouts where id = any ($1) order by id",
      [payouts],
    );
  const addresses = () =>
    api.rows('select payout_email from payouts where id = any ($1) order by id', [[...payouts, otherPayout]]);
  const before = await payoutRows();
  expect((await remove(id)).status).toBe(204);
  expect(await addresses()).toEqual([
    { payout_email: null },
    { payout_email: null },
    { payout_email: 'payout@mail.example' },
  ]);
  expect(await payoutRows()).toEqual(before);
});

test('former emails disappear too, except an email that another affiliate has today', async () => {
  const { id, email: first, name } = await create();
  const [second, third] = [newEmail('second'), newEmail('third')];
  const referred = await create(first);
  await asAdmin('PUT', `/${id}`, { name, email: second });
  await asAdmin('PUT', `/${id}`, { name, email: third });
  const heir = { name: 'Heir', email: second, code: `c${unique()}` };
  await asAdmin('POST', '', heir);
  await make.audit({ actor_email: first.toUpperCase() });
  await addStatement(id);
  expect((await remove(id)).status).toBe(204);
  expect(await referrerAndVersion(referred.id)).toEqual({ referred_by: null, version: 2 });
  expect([...(await auditEntriesWith(first)), ...(await auditEntriesWith(third))]).toEqual([]);
  expect(await auditEntriesWith(second)).toHaveLength(1);
  expect(
    await api.rows('select 1 as one from audit_log where lower(actor_email) = lower($1)', [first]),
  ).toEqual([]);
});

test('payouts of a closed affiliate lose their reasons of rejection in the audit log, too', async () => {
  const { id } = await create();
  const payout = await make.payout({ statement_id: await make.statement({ affiliate_id: id }) });
  const reason = `Fraud of ${unique()}`;
  await api.call('POST', '/api/payouts/reject', { ids: [payout], reason }, { token });
  expect((await remove(id)).status).toBe(204);
  expect(await auditEntries(payout)).toMatchObject([
    { action: 'payout.reject', after: { state: 'rejected' }, reason: 'redacted' },
  ]);
});

test('reasons for assigning purchases to or from a deleted affiliate are redacted', async () => {
  const { id, code } = await create();
  await api.rows('update affiliates set date_activated = now() where id = $1', [id]);
  const [assigned, unassigned, otherPurchase] = [
    await make.purchase(),
    await make.purchase(),
    await make.purchase(),
  ];
  const reassign = (purchase: string, to: string | null) =>
    api.call(
      'POST',
      `/api/purchases/${purchase}/reattribute`,
      { code: to, reason: `It was ${code}` },
      { token },
    );
  const other = await create();
  await api.rows('update affiliates set date_activated = now() where id = $1', [other.id]);
  for (const [purchase, to] of [
    [assigned, code],
    [unassigned, code],
    [unassigned, null],
    [otherPurchase, other.code],
  ] as const)
    expect((await reassign(purchase, to)).status).toBe(200);
  await addStatement(id);
  expect((await remove(id)).status).toBe(204);
  const reasons = async (purchase: string) => (await auditEntries(purchase)).map(({ reason }) => reason);
  expect(await reasons(assigned)).toEqual(['redacted']);
  expect(await reasons(unassigned)).toEqual(['redacted', 'redacted']);
  expect(await reasons(otherPurchase)).toEqual([`It was ${code}`]);
});

describe('concurrently with a deletion', () => {
  const rounds = Array.from({ length: 5 }, (_, round) => round);

  test('changes of the affiliate leave no personal data in the audit log', async () => {
    for (const round of rounds) {
      const { id, email } = await create();
      if (round % 2) await addStatement(id);
      const [deletion, ...edits] = await Promise.all([
        remove(id),
        ...rounds.map((turn) => asAdmin('PUT', `/${id}`, { name: `Turn ${String(turn)}`, email })),
      ]);
      expect(deletion.status).toBe(204);
      for (const { status } of edits) expect([200, 404]).toContain(status);
      for (const { before, after } of await auditEntries(id)) expect([before, after]).toEqual([null, null]);
      expect(await auditEntriesWith(email)).toEqual([]);
    }
  });

  test('changes of a referred affiliate leave no email in the audit log', async () => {
    for (const _round of rounds) {
      const { id, email } = await create();
      const referred = await create(email);
      const later = newEmail('later');
      const [deletion, edited] = await Promise.all([
        remove(id),
        asAdmin('PUT', `/${referred.id}`, { name: 'x', email: referred.email, referred_by: later }),
      ]);
      expect([deletion.status, edited.status]).toEqual([204, 200]);
      expect(await referrerAndVersion(referred.id)).toMatchObject({ referred_by: later });
      expect(await auditEntriesWith(email)).toEqual([]);
    }
  });

  test('deletions of affiliates that referred each other succeed', async () => {
    for (const _round of rounds) {
      const first = await create();
      const second = await create(first.email);
      await asAdmin('PUT', `/${first.id}`, { name: 'x', email: first.email, referred_by: second.email });
      const answers = await Promise.all([remove(first.id), remove(second.id)]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      expect([...(await auditEntriesWith(first.email)), ...(await auditEntriesWith(second.email))]).toEqual(
        [],
      );
    }
  });
});
