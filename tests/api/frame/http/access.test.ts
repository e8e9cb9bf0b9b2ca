import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNames } from '../../../call-names.ts';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import { changeAccount, newAccount, unsignedToken } from '../../accounts.ts';
import { type Api, createTestDatabase, settings, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import type { Row } from './access-row.ts';
import { expected, stranger } from './access-table.ts';

let api: Api;
/** The same API, with the setting that requires a second factor for every role. */
let strictApi: Api;
/**
 * The ids of the callers' accounts. The seeded accounts would not do, because a call ends the sessions that other test files use.
 * Their records are found by the email in the token.
 */
const uids: Record<string, string> = {};
const customAttributes: Readonly<Record<string, object>> = {
  admin: { admin: true },
  finance: { role: 'finance' },
  viewer: { role: 'viewer' },
};
beforeAll(async () => {
  setLongTimeouts();
  const database = await createTestDatabase();
  api = await startApi({ database });
  strictApi = await startApi({ database, settings: { ...settings, isSecondFactorRequired: true } });
  for (const name of ['admin', 'finance', 'viewer', 'ada', 'pia', 'carl']) {
    const { uid } = await newAccount();
    uids[name] = uid;
    await changeAccount(uid, { customAttributes: JSON.stringify(customAttributes[name] ?? {}) });
  }
  await api.rows(
    "insert into user_profiles (id, user_id, email) values (gen_random_uuid(), 'stranger', $1)",
    [stranger],
  );
  await acceptEarlierTokens();
});
afterAll(() => api.close());

/** The accounts are younger than an hour. Without this, their earlier tokens would count as revoked. */
async function acceptEarlierTokens() {
  for (const uid of Object.values(uids)) await changeAccount(uid, { validSince: String(past) });
}

/** Row counts, which a refused call must not change. */
function counts() {
  return api.rows(
    'select (select count(*) from customers) c, (select count(*) from affiliates) a, (select count(*) from audit_log) l, (select count(*) from user_profiles) p',
  );
}

const machine = settings.service ?? { name: '', secret: '' };
function basic(credentials: string) {
  return `Basic ${btoa(credentials)}`;
}
const past = Math.floor(Date.now() / 1_000) - 7_200;
/** Returns the header with a token of a caller, with the email of the seeded account of this name and with these claims. */
function tokenOf(name: string, claims: object = {}): string {
  const user = { email: `${name}@kithbook.example`, email_verified: true, ...customAttributes[name] };
  return `Bearer ${unsignedToken(uids[name] ?? '', { ...user, ...claims })}`;
}
const hourAgo = past + 3_600;
const old = { auth_time: hourAgo };

const refused = [401, 'sign-in-required'] as const;
const stale = [401, 'sign-in-again'] as const;
const forbidden = [403, 'admin-required'] as const;
const missing = [404, 'profile-not-found'] as const;
const tooLow = [403, 'role-too-low'] as const;
const noFactor = [403, 'second-factor-required'] as const;

function answerToUser({ who, yes }: Row) {
  return { yes, '403': forbidden, '404': missing }[who.user];
}

/** The expected answer to somebody with a role whose sign-in is an hour old or had no second factor, or both. */
function answerTo(role: Role, isStale = false) {
  return ({ who, yes, needsFreshSignIn }: Row) => {
    if (who[role] === '403') return tooLow;
    return isStale && needsFreshSignIn ? stale : yes;
  };
}

/** Without the second factor that the settings require, a role does not count. */
function answerWithoutFactor(isStale: boolean) {
  return (row: Row) => {
    if (row.who.user === '403' || row.answersAdmins) return noFactor;
    return isStale && row.needsFreshSignIn ? stale : answerToUser(row);
  };
}

const factor = { firebase: { sign_in_provider: 'password', sign_in_second_factor: 'totp' } };

/** Two callers with a role: one signed in without the second factor, and one with it. */
function strictCallers(role: Role, isStale: boolean): readonly Caller[] {
  const claims = isStale ? old : {};
  const name = `${role}, signed in ${isStale ? 'an hour ago' : 'now'}`;
  return [
    [`${name} without the factor`, () => tokenOf(role, claims), answerWithoutFactor(isStale)],
    [`${name} with the factor`, () => tokenOf(role, { ...claims, ...factor }), answerTo(role, isStale)],
  ];
}

type Caller = readonly [string, () => string | null, (row: Row) => readonly [number, string?]];

/** Each kind of caller, with its Authorization header and the expected status. */
const callers: readonly Caller[] = [
  ['nobody', () => null, ({ who, yes }) => (who.anonymous === 'yes' ? yes : refused)],
  ['an affiliate', () => tokenOf('ada'), answerToUser],
  ['another affiliate', () => tokenOf('pia'), answerToUser],
  ['a customer', () => tokenOf('carl'), answerToUser],
  ['an admin', () => tokenOf('admin'), answerTo('admin')],
  ['an admin who signed in an hour ago', () => tokenOf('admin', old), answerTo('admin', true)],
  ['a viewer', () => tokenOf('viewer'), answerTo('viewer')],
  ['a viewer who signed in an hour ago', () => tokenOf('viewer', old), answerTo('viewer', true)],
  ['somebody of finance', () => tokenOf('finance'), answerTo('finance')],
  ['somebody of finance who signed in an hour ago', () => tokenOf('finance', old), answerTo('finance', true)],
  [
    'an affiliate who signed in an hour ago',
    () => tokenOf('ada', old),
    (row) => (row.needsFreshSignIn && row.who.user === 'yes' ? stale : answerToUser(row)),
  ],
  [
    'a machine with the service credentials',
    () => basic(`${machine.name}:${machine.secret}`),
    ({ who, yes }) => (who.service === 'yes' ? yes : refused),
  ],
  ['a machine with another secret', () => basic(`${machine.name}:${machine.secret}x`), () => refused],
  ['a garbage token', () => 'Bearer garbage', () => refused],
];

test.each(Object.entries(expected))('%s answers each kind of caller as in the table', async (call, row) => {
  await walk(api, callers, call, row);
});

test.each(Object.entries(expected))(
  '%s needs the second factor, where the settings require it',
  (call, row) => walk(strictApi, strictCallers('admin', false), call, row),
);

/** A call for each lowest role. The one for finance also needs a fresh sign-in. */
const sampleCalls = ['GET /api/customers', 'PUT /api/customers/:id', 'POST /api/payouts/approve'] as const;

test.each(sampleCalls)(
  '%s needs the second factor of every role, also after a stale sign-in',
  async (call) => {
    const row = expected[call];
    if (!row) throw new Error(`The table lacks ${call}.`);
    for (const role of roles)
      for (const isStale of [false, true]) await walk(strictApi, strictCallers(role, isStale), call, row);
  },
);

/** Makes a call as each caller. The refused callers go first, because they must change nothing. */
async function walk(called: Api, by: readonly Caller[], call: string, row: Row): Promise<void> {
  const [method = '', pattern = ''] = call.split(' ');
  const planned = by.map(([who, authorization, answerTo]) => {
    // Calls of buyers ignore the Authorization header.
    const [status, code] = row.yes[1] === 'portal-session-required' ? row.yes : answerTo(row);
    return { who, authorization, status, code, isRefused: status >= 401 && status <= 404 };
  });
  const callAs = async ({ who, authorization, status, code }: (typeof planned)[number]) => {
    const header = authorization();
    const answer = await called.call(method, row.path?.() ?? pattern, row.body?.(), {
      headers: header === null ? {} : { authorization: header },
      // Wrong credentials lock an address out, so each call has its own.
      address: unique(),
    });
    expect([who, answer.status]).toEqual([who, status]);
    if (row.endsSessions) await acceptEarlierTokens();
    if (code) expect(answer.body).toMatchObject({ code });
  };
  const before = await counts();
  for (const caller of planned) if (caller.isRefused) await callAs(caller);
  expect(await counts()).toEqual(before);
  for (const caller of planned) if (!caller.isRefused) await callAs(caller);
}

function asAdmin(claims: object) {
  return unsignedToken('seed-admin', { admin: true, ...claims });
}

describe('the Authorization header', () => {
  const list = (authorization: string) =>
    api.call('GET', '/api/customers', undefined, { headers: { authorization }, address: unique() });

  test('accepts its scheme in any letter case, and unsigned tokens of the emulator', async () => {
    expect((await list(tokenOf('admin').replace('Bearer', 'bearer'))).status).toBe(200);
    expect((await list(`Bearer ${asAdmin({})}`)).status).toBe(200);
  });

  test.each([
    ['a machine with another name', () => basic(`${machine.name}x:${machine.secret}`)],
    ['HTTP Basic of an admin', () => basic('admin:admin')],
    ['an empty HTTP Basic', () => 'basic'],
    ['an empty token', () => 'Bearer '],
    ['three garbage parts', () => 'Bearer a.b.c'],
    // Tokens of the emulator are unsigned. Each of these has one wrong claim.
    ['an expired token', () => `Bearer ${asAdmin({ exp: past, iat: past - 60 })}`],
    ['a token for another project', () => `Bearer ${asAdmin({ aud: 'other' })}`],
    ['a token of another issuer', () => `Bearer ${asAdmin({ iss: 'https://evil.example' })}`],
    ['a token without a subject', () => `Bearer ${unsignedToken('', { admin: true })}`],
  ])('is 401 with %s', async (_case, authorization) => {
    expect(await list(authorization())).toMatchObject({ status: 401, body: { code: 'sign-in-required' } });
  });
});

test('an admin claim with a value other than true makes nobody an admin', async () => {
  for (const claim of ['true', 1, 'yes', {}, [true], null]) {
    const token = unsignedToken('seed-carl', { admin: claim });
    expect((await api.call('GET', '/api/customers', undefined, { token })).status).toBe(403);
  }
});

test('the table has every declared call', () => {
  expect(Object.keys(expected).sort()).toEqual([...callNames].sort());
});
