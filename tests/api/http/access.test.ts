import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access, type Call } from '../../../src/server/http/access.ts';
import { signIn, unsignedToken } from '../accounts.ts';
import { type Api, settings, startApi } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';

/** What the decisions say, beside src/server/http/access.ts and not made from it. */
const open = { anonymous: 'yes', user: 'yes', admin: 'yes', service: 'no' } as const;
const signedIn = { anonymous: '401', user: 'yes', admin: 'yes', service: 'no' } as const;
const admin = { anonymous: '401', user: '403', admin: 'yes', service: 'no' } as const;
/** Nobody's own profile: the same answer as for a missing one. */
const profiles = { anonymous: '401', user: '404', admin: 'yes', service: 'yes' } as const;

interface Row {
  readonly who: {
    anonymous: 'yes' | '401';
    user: 'yes' | '403' | '404';
    admin: 'yes';
    service: 'yes' | 'no';
  };
  readonly path?: () => string;
  readonly body?: () => object;
  /** What the call answers to those who may make it. */
  readonly yes: readonly [status: number, code?: string];
}

/** The email of a profile that is nobody's own here. */
const stranger = newEmail('stranger');

/** The calls that exist under both addresses, as one of them has them. */
const profileRows = (prefix: string): [call: string, row: Row][] => {
  const path = `${prefix}/user-profiles`;
  return [
    [
      `GET ${path}/user/:userId`,
      { who: { ...open, service: 'yes' }, path: () => `${path}/user/seed-pia`, yes: [200] },
    ],
    [`GET ${path}/admin/statistics`, { who: profiles, yes: [200] }],
    [`GET ${path}`, { who: profiles, yes: [200] }],
    [`GET ${path}/email/:email`, { who: profiles, path: () => `${path}/email/${stranger}`, yes: [200] }],
    [`POST ${path}`, { who: profiles, body: () => ({ userId: unique() }), yes: [201] }],
    [
      `PUT ${path}/user/:userId/upsert`,
      { who: profiles, path: () => `${path}/user/${unique()}/upsert`, body: () => ({}), yes: [201] },
    ],
    [
      `DELETE ${path}/user/:userId`,
      { who: profiles, path: () => `${path}/user/nobody`, yes: [404, 'profile-not-found'] },
    ],
  ];
};

const others: Record<Exclude<Call, `${string}/user-profiles${string}`>, Row> = {
  'GET /api/health': { who: open, yes: [200] },
  'POST /api/customers': { who: open, body: () => ({ email: newEmail() }), yes: [201] },
  'GET /api/customers': { who: admin, yes: [200] },
  'GET /api/customers/export': { who: admin, yes: [200] },
  'GET /api/customers/data': { who: admin, yes: [422, 'email-invalid'] },
  'GET /api/customers/:id': {
    who: admin,
    path: () => `/api/customers/${randomUUID()}`,
    yes: [404, 'customer-not-found'],
  },
  'PUT /api/customers/:id': {
    who: admin,
    path: () => `/api/customers/${randomUUID()}`,
    body: () => ({ name: 'Nobody' }),
    yes: [404, 'customer-not-found'],
  },
  'DELETE /api/customers/:id': {
    who: admin,
    path: () => `/api/customers/${randomUUID()}`,
    yes: [404, 'customer-not-found'],
  },
  'GET /api/affiliates/validate/:code': {
    who: { ...open, service: 'yes' },
    path: () => '/api/affiliates/validate/ada0001',
    yes: [200],
  },
  'GET /api/affiliates': { who: signedIn, yes: [200] },
  'POST /api/affiliates': {
    who: signedIn,
    body: () => ({ name: 'Nobody', code: 'nobody0001' }),
    yes: [422, 'email-required'],
  },
  'GET /api/affiliates/email/:email': {
    who: signedIn,
    path: () => '/api/affiliates/email/nobody@mail.example',
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/referrals': {
    who: signedIn,
    path: () => '/api/affiliates/referrals?format=none',
    yes: [422, 'invalid'],
  },
  'GET /api/affiliates/statements': {
    who: signedIn,
    path: () => `/api/affiliates/statements?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-missing'],
  },
  'GET /api/affiliates/statements/:month': {
    who: signedIn,
    path: () => `/api/affiliates/statements/2025-08?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-missing'],
  },
  'GET /api/affiliates/payout': {
    who: signedIn,
    path: () => `/api/affiliates/payout?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-missing'],
  },
  'PUT /api/affiliates/payout-email': {
    who: signedIn,
    body: () => ({ email: 'nobody' }),
    yes: [422, 'email-invalid'],
  },
  'PUT /api/affiliates/:id/payout': {
    who: admin,
    path: () => `/api/affiliates/${randomUUID()}/payout`,
    body: () => ({ payout_email: null, no_minimum: true }),
    yes: [404, 'affiliate-missing'],
  },
  'GET /api/payouts': { who: admin, yes: [200] },
  'GET /api/payouts/export': { who: admin, yes: [200] },
  'POST /api/payouts/approve': { who: admin, body: () => ({ ids: [randomUUID()] }), yes: [200] },
  'POST /api/payouts/reject': {
    who: admin,
    body: () => ({ ids: [randomUUID()], reason: 'Nobody’s' }),
    yes: [200],
  },
  'POST /api/payouts/paid': {
    who: admin,
    body: () => ({ items: [{ id: randomUUID(), transactionId: unique() }] }),
    yes: [200],
  },
  'GET /api/affiliates/export': { who: admin, yes: [200] },
  'POST /api/affiliates/import': {
    who: admin,
    body: () => ({ csv: 'name,email', dryRun: true }),
    yes: [200],
  },
  'POST /api/affiliates/bulk': {
    who: admin,
    body: () => ({ action: 'activate', ids: [randomUUID()] }),
    yes: [200],
  },
  'GET /api/affiliates/:id': {
    who: admin,
    path: () => `/api/affiliates/${randomUUID()}`,
    yes: [404, 'affiliate-missing'],
  },
  'PUT /api/affiliates/:id': {
    who: admin,
    path: () => `/api/affiliates/${randomUUID()}`,
    body: () => ({ name: 'Nobody', email: newEmail() }),
    yes: [404, 'affiliate-missing'],
  },
  'DELETE /api/affiliates/:id': {
    who: admin,
    path: () => `/api/affiliates/${randomUUID()}`,
    yes: [404, 'affiliate-missing'],
  },
  'GET /api/purchases': { who: admin, yes: [200] },
  'GET /api/purchases/:id': {
    who: admin,
    path: () => `/api/purchases/${randomUUID()}`,
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/reattribute': {
    who: admin,
    path: () => `/api/purchases/${randomUUID()}/reattribute`,
    body: () => ({ code: null, reason: 'Nobody’s', version: 1 }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/release-hold': {
    who: admin,
    path: () => `/api/purchases/${randomUUID()}/release-hold`,
    body: () => ({ holdId: randomUUID(), reason: 'Nobody’s' }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/events/:id/retry': {
    who: admin,
    path: () => '/api/events/WH-NONE/retry',
    yes: [404, 'event-not-found'],
  },
  'GET /api/reconciliation/latest': { who: admin, yes: [200] },
  'GET /api/audit': { who: admin, yes: [200] },
  'GET /api/auth/validate-reset-token/:token': {
    who: open,
    path: () => '/api/auth/validate-reset-token/sample',
    yes: [200],
  },
  'POST /api/auth/reset-password': {
    who: open,
    body: () => ({ token: 'sample', newPassword: 'a new one for nobody' }),
    yes: [422, 'reset-link-invalid'],
  },
  'POST /api/referral': { who: open, body: () => ({ code: 'ada0001' }), yes: [204] },
  'POST /api/purchase/track': {
    who: open,
    body: () => ({ orderId: 'ORDER', amount: '59.99', affiliateCode: null, type: 'one-time' }),
    yes: [202],
  },
  'POST /api/paypal/webhook': { who: open, body: () => ({}), yes: [401, 'webhook-unverified'] },
};

const expected: Readonly<Record<string, Row>> = {
  ...others,
  ...Object.fromEntries(['/api', ''].flatMap(profileRows)),
};

let api: Api;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  await api.rows(
    "insert into user_profiles (id, user_id, email) values (gen_random_uuid(), 'stranger', $1)",
    [stranger],
  );
  for (const name of ['admin', 'ada', 'pia', 'carl'] as const) tokens[name] = await signIn(name);
});
afterAll(() => api.close());

/** What a refused call must leave as it is. */
const counts = () =>
  api.rows(
    'select (select count(*) from customers) c, (select count(*) from affiliates) a, (select count(*) from audit_log) l, (select count(*) from user_profiles) p',
  );

const machine = settings.service ?? { name: '', secret: '' };
const basic = (credentials: string) => `Basic ${btoa(credentials)}`;
const past = Math.floor(Date.now() / 1_000) - 7_200;
const refused = [401, 'sign-in-required'] as const;
const forbidden = [403, 'admin-required'] as const;
const missing = [404, 'profile-not-found'] as const;
const ofUser = ({ who, yes }: Row) => ({ yes, '403': forbidden, '404': missing })[who.user];

/** Each caller with its Authorization header, and the answer a row gives it. */
const callers: readonly [string, () => string | null, (row: Row) => readonly [number, string?]][] = [
  ['nobody', () => null, ({ who, yes }) => (who.anonymous === 'yes' ? yes : refused)],
  ['an affiliate', () => `Bearer ${tokens.ada ?? ''}`, ofUser],
  ['another affiliate', () => `Bearer ${tokens.pia ?? ''}`, ofUser],
  ['a customer', () => `Bearer ${tokens.carl ?? ''}`, ofUser],
  ['an admin', () => `Bearer ${tokens.admin ?? ''}`, ({ yes }) => yes],
  ['an admin, in lower case', () => `bearer ${tokens.admin ?? ''}`, ({ yes }) => yes],
  [
    'a machine with the service’s credentials',
    () => basic(`${machine.name}:${machine.secret}`),
    ({ who, yes }) => (who.service === 'yes' ? yes : refused),
  ],
  ['a machine with another secret', () => basic(`${machine.name}:${machine.secret}x`), () => refused],
  ['a machine with another name', () => basic(`${machine.name}x:${machine.secret}`), () => refused],
  ['HTTP Basic', () => basic('admin:admin'), () => refused],
  ['an empty HTTP Basic', () => 'basic', () => refused],
  ['a garbage token', () => 'Bearer garbage', () => refused],
  ['an empty token', () => 'Bearer ', () => refused],
  ['three garbage parts', () => 'Bearer a.b.c', () => refused],
  // The emulator's tokens are unsigned, so this one is as good as its own: the next ones each differ in one claim.
  [
    'an unsigned token of an admin, as the emulator gives',
    () => `Bearer ${unsignedToken('seed-admin', { admin: true })}`,
    ({ yes }) => yes,
  ],
  [
    'an expired token',
    () => `Bearer ${unsignedToken('seed-admin', { admin: true, exp: past, iat: past - 60 })}`,
    () => refused,
  ],
  [
    'another project’s token',
    () => `Bearer ${unsignedToken('seed-admin', { admin: true, aud: 'other' })}`,
    () => refused,
  ],
  [
    'another issuer’s token',
    () => `Bearer ${unsignedToken('seed-admin', { admin: true, iss: 'https://evil.example' })}`,
    () => refused,
  ],
  ['a token without a subject', () => `Bearer ${unsignedToken('', { admin: true })}`, () => refused],
];

describe.each(Object.entries(expected))('%s', (call, row) => {
  const [method = '', pattern = ''] = call.split(' ');

  test.each(callers)('by %s', async (_who, authorization, answerTo) => {
    const header = authorization();
    const before = await counts();
    const answer = await api.call(method, row.path?.() ?? pattern, row.body?.(), {
      headers: header === null ? {} : { authorization: header },
      // Wrong credentials lock an address out.
      address: unique(),
    });
    const [status, code] = answerTo(row);
    expect(answer.status).toBe(status);
    if (code) expect(answer.body).toMatchObject({ code });
    if (status >= 401 && status <= 404) expect(await counts()).toEqual(before);
  });
});

test('nobody becomes an admin by a claim that is not true', async () => {
  for (const claim of ['true', 1, 'yes', {}, [true], null]) {
    const token = unsignedToken('seed-carl', { admin: claim });
    expect((await api.call('GET', '/api/customers', undefined, { token })).status).toBe(403);
  }
});

test('the table here and the server’s have the same rows', () => {
  expect(Object.keys(expected).sort()).toEqual(Object.keys(access).sort());
});

test('the paths that are mounted are the table’s', () => {
  const paths = Object.keys(access).map((call) => call.split(' ')[1]);
  expect(new Set(api.app.routes.map(({ path }) => path))).toEqual(new Set(paths));
});

test.each([...Map.groupBy(Object.keys(access), (call) => call.split(' ')[1] ?? '')])(
  '%s answers to the methods of the table alone',
  async (path, calls) => {
    const methods = calls.map((call) => call.split(' ')[0] ?? '');
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.includes(method)) continue;
      const answer = await api.call(method, path.replace(/:\w+/, unique()));
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    }
  },
);
