import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { callNames } from '../../../call-names.ts';
import type { ProblemCode } from '../../../../src/shared/problems.ts';
import { isRole, type Role, roles } from '../../../../src/shared/roles.ts';
import { changeAccount, newAccount, unsignedToken } from '../../accounts.ts';
import { type Changes, exampleRequest } from '../../example-request.ts';
import { newEmail, unique } from '../../factories.ts';
import { type Api, createTestDatabase, settings, startApi } from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { type Access, expected } from './access-table.ts';

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
  for (const name of ['admin', 'finance', 'viewer', 'ada']) {
    const { uid } = await newAccount();
    uids[name] = uid;
    await changeAccount(uid, { customAttributes: JSON.stringify(customAttributes[name] ?? {}) });
  }
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

interface Caller {
  readonly name: string;
  readonly kind: 'nobody' | 'user' | Role | 'machine' | 'impostor';
  readonly authorization: () => string | null;
  /** True if the caller signed in an hour ago. */
  readonly isStale?: boolean;
  /** True if the settings require a second factor, and the caller signed in without it. */
  readonly lacksFactor?: boolean;
}

const callers: readonly Caller[] = [
  { name: 'nobody', kind: 'nobody', authorization: () => null },
  ...[false, true].flatMap((isStale) => [
    {
      name: 'an affiliate',
      kind: 'user',
      isStale,
      authorization: () => tokenOf('ada', isStale ? old : {}),
    } as const,
    ...roles.map((role) => ({
      name: role,
      kind: role,
      isStale,
      authorization: () => tokenOf(role, isStale ? old : {}),
    })),
  ]),
  { name: 'the service', kind: 'machine', authorization: () => basic(`${machine.name}:${machine.secret}`) },
  {
    name: 'another secret',
    kind: 'impostor',
    authorization: () => basic(`${machine.name}:${machine.secret}x`),
  },
  { name: 'a garbage token', kind: 'impostor', authorization: () => 'Bearer garbage' },
];

const factor = { firebase: { sign_in_provider: 'password', sign_in_second_factor: 'totp' } };

/** Two callers with a role: one signed in without the second factor, and one with it. */
function strictCallers(role: Role, isStale: boolean): readonly Caller[] {
  const claims = isStale ? old : {};
  return [
    {
      name: `${role} without the factor`,
      kind: role,
      isStale,
      lacksFactor: true,
      authorization: () => tokenOf(role, claims),
    },
    {
      name: `${role} with the factor`,
      kind: role,
      isStale,
      authorization: () => tokenOf(role, { ...claims, ...factor }),
    },
  ];
}

/** Returns the problem that a caller gets, or null for a caller who may make the call. */
function refusalOf(access: Access, { kind, isStale, lacksFactor }: Caller): ProblemCode | null {
  const [lowest = ''] = access.split(/,? /);
  const isForMachines = access.endsWith('or machine');
  if (access === 'buyer') return 'portal-session-required';
  if (kind === 'impostor') return 'sign-in-required';
  if (kind === 'machine') return isForMachines ? null : 'sign-in-required';
  if (lacksFactor && access.endsWith('knows admins')) return 'second-factor-required';
  if (lowest === 'everybody') return null;
  if (kind === 'nobody') return 'sign-in-required';
  if (isRole(lowest)) {
    const hasRole = kind !== 'user' && !lacksFactor;
    if (!hasRole && isForMachines) return 'profile-not-found';
    if (!hasRole) return lacksFactor ? 'second-factor-required' : 'admin-required';
    if (roles.indexOf(kind) < roles.indexOf(lowest)) return 'role-too-low';
  }
  return isStale && access.endsWith('fresh') ? 'sign-in-again' : null;
}

const refusals: readonly unknown[] = [
  'portal-session-required',
  'sign-in-required',
  'second-factor-required',
  'profile-not-found',
  'admin-required',
  'role-too-low',
  'sign-in-again',
] satisfies ProblemCode[];

test.each(Object.entries(expected))('%s answers each kind of caller as in the table', (call, access) =>
  walk(api, callers, call, access),
);

/** A call of each kind of access. */
const sampleCalls = [...Map.groupBy(Object.entries(expected), ([, access]) => access).values()].flatMap(
  ([first]) => (first ? [first] : []),
);

test.each(sampleCalls)(
  '%s needs the second factor of every role, where the settings require it',
  (call, access) => {
    const everyRole = roles.flatMap((role) =>
      [false, true].flatMap((isStale) => strictCallers(role, isStale)),
    );
    return walk(strictApi, everyRole, call, access);
  },
);

/** Requests that differ from the example. An admin's example is an affiliate of somebody else, which needs a fresh sign-in. */
const requests: Readonly<Record<string, Changes>> = {
  'POST /api/affiliates': { body: { name: 'Nobody', code: 'nobody0001' } },
};

/** Makes the example request of a call as each caller. The refused callers go first, because they must change nothing. */
async function walk(called: Api, by: readonly Caller[], call: string, access: Access): Promise<void> {
  const planned = await Promise.all(
    by.map(async (caller) => {
      const changes = call.includes('user-profiles') ? { params: await newStranger() } : requests[call];
      return { caller, request: exampleRequest(call, changes), refusal: refusalOf(access, caller) };
    }),
  );
  const callAs = async ({ caller, request, refusal }: (typeof planned)[number]) => {
    const [method, path, body, options] = request;
    const header = caller.authorization();
    const answer = await called.call(method, path, body, {
      headers: { ...options?.headers, ...(header !== null && { authorization: header }) },
      // Wrong credentials lock an address out, so each call has its own.
      address: unique(),
    });
    if (call.endsWith('sessions/end')) await acceptEarlierTokens();
    const { code } = z
      .object({ code: z.optional(z.string()) })
      .catch({})
      .parse(answer.body);
    expect([caller.name, caller.isStale, refusals.includes(code) ? code : null]).toEqual([
      caller.name,
      caller.isStale,
      refusal,
    ]);
  };
  const before = await counts();
  for (const request of planned) if (request.refusal) await callAs(request);
  expect(await counts()).toEqual(before);
  for (const request of planned) if (!request.refusal) await callAs(request);
}

/** Inserts the profile of a user who is no caller. Returns the parameters of a path about it. */
async function newStranger() {
  const stranger = { userId: unique(), email: newEmail('stranger') };
  await api.rows('insert into user_profiles (id, user_id, email) values (gen_random_uuid(), $1, $2)', [
    stranger.userId,
    stranger.email,
  ]);
  return stranger;
}

test('the Authorization header accepts its scheme in any letter case', async () => {
  const headers = { authorization: tokenOf('admin').replace('Bearer', 'bearer') };
  expect((await api.call('GET', '/api/customers', undefined, { headers })).status).toBe(200);
});

test('the table has every declared call', () => {
  expect(Object.keys(expected).sort()).toEqual([...callNames].sort());
});
