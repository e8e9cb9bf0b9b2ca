import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAccount, newConfirmedAccount, signIn } from '../../accounts.ts';
import { type Answer, type Api, type CallOptions, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { asMachine, newProfile, prefixes } from './service.ts';

let api: Api;
let owner: Awaited<ReturnType<typeof newAccount>>;
let other: Awaited<ReturnType<typeof newAccount>>;
let admin: string;
beforeAll(async () => {
  [api, owner, other, admin] = await Promise.all([startApi(), newAccount(), newAccount(), signIn('admin')]);
});
afterAll(() => api.close());

/** The owner's profile, created for each test. */
let profile: Awaited<ReturnType<typeof newProfile>>;
beforeEach(async () => {
  await api.rows('delete from user_profiles where user_id in ($1, $2)', [owner.uid, other.uid]);
  profile = await newProfile(api, { userId: owner.uid, email: newEmail('owner') });
});

type Role = 'anonymous' | 'owner' | 'other' | 'admin' | 'machine';
const optionsOf: Record<Role, () => CallOptions> = {
  anonymous: () => ({}),
  owner: () => ({ token: owner.token }),
  other: () => ({ token: other.token }),
  admin: () => ({ token: admin }),
  machine: asMachine,
};

/** Answers to a call for the owner of the profile, admins and machines. */
const ownerToo = { anonymous: 401, owner: 200, other: 404, admin: 200, machine: 200 };

interface Case {
  readonly method: string;
  /** The path after the prefix. */
  readonly path: () => string;
  readonly body?: () => object;
  readonly answers: Record<Role, number>;
}

const cases: Record<string, Case> = {
  'a profile by user id': { method: 'GET', path: () => `?id=${owner.uid}`, answers: ownerToo },
  'a profile by its own id': { method: 'GET', path: () => `?id=${profile.id}`, answers: ownerToo },
  'a profile by email': {
    method: 'GET',
    path: () => `/email/${encodeURIComponent(profile.email?.toUpperCase() ?? '')}`,
    answers: ownerToo,
  },
  'creation of one’s own profile': {
    method: 'POST',
    path: () => '',
    body: () => ({ userId: other.uid, name: 'Own' }),
    answers: { anonymous: 401, owner: 404, other: 201, admin: 201, machine: 201 },
  },
  'creation of an existing profile': {
    method: 'POST',
    path: () => '',
    body: () => ({ userId: owner.uid }),
    answers: { anonymous: 401, owner: 409, other: 404, admin: 409, machine: 409 },
  },
  'save of an existing profile': {
    method: 'PUT',
    path: () => `/user/${owner.uid}/upsert`,
    body: () => ({ name: 'Saved' }),
    answers: ownerToo,
  },
  'save of a missing profile': {
    method: 'PUT',
    path: () => `/user/${other.uid}/upsert`,
    body: () => ({ userId: other.uid, name: 'Saved' }),
    answers: { anonymous: 401, owner: 404, other: 201, admin: 201, machine: 201 },
  },
  'deletion of a profile': {
    method: 'DELETE',
    path: () => `/user/${owner.uid}`,
    answers: { anonymous: 401, owner: 204, other: 404, admin: 204, machine: 204 },
  },
};

const storedProfiles = () => api.rows('select user_id, name, version from user_profiles order by user_id');

/** Returns an answer without its request id. */
const comparable = ({ status, body }: Answer) => ({
  status,
  body: JSON.stringify(body)?.replace(/"requestId":"[^"]*"/, ''),
});

// tests/api/frame/http/access.test.ts covers both prefixes, and the calls that only admins and machines may make.
describe.each(prefixes.slice(0, 1))('%s', (prefix) => {
  describe.each(Object.entries(cases))('%s', (_name, { method, path, body, answers }) => {
    test.each(Object.entries(answers))('by %s is answered with %d', async (role, status) => {
      const before = await storedProfiles();
      const answer = await api.call(method, prefix + path(), body?.(), optionsOf[role as Role]());
      expect(answer.status).toBe(status);
      if (status === 401) expect(answer.body).toMatchObject({ code: 'sign-in-required' });
      if (status === 404)
        expect(answer.body).toMatchObject({ code: 'profile-not-found', error: 'Profile not found' });
      if (status >= 400) expect(await storedProfiles()).toEqual(before);
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });
  });

  test.each(['?id=', '/email/'])(
    'another user’s profile is answered like a missing one: %s',
    async (search) => {
      const find = (text: string) =>
        api.call('GET', prefix + search + text, undefined, { token: other.token });
      const [otherUsers, missing] = [
        profile[search === '/email/' ? 'email' : 'userId'] ?? '',
        `missing-${unique()}@mail.example`,
      ];
      expect(comparable(await find(otherUsers))).toEqual(comparable(await find(missing)));
    },
  );
});

test('a user finds their own profile by email, even if a newer profile has the same email', async () => {
  await newProfile(api, { email: profile.email ?? '' });
  const found = await api.call('GET', `/api/user-profiles/email/${profile.email ?? ''}`, undefined, {
    token: owner.token,
  });
  expect(found).toMatchObject({ status: 200, body: { userId: owner.uid } });
});

test('a user saves only the confirmed email of their account; admins and machines save every email', async () => {
  const unconfirmed = await newAccount();
  const confirmed = await newConfirmedAccount();
  const save = (uid: string, email: string | null, options: CallOptions) =>
    api.call('PUT', `/api/user-profiles/user/${uid}/upsert`, { email }, options);
  const refused = { status: 422, body: { code: 'profile-email-not-own', fields: [{ field: 'email' }] } };
  for (const [account, email] of [
    [unconfirmed, unconfirmed.email],
    [unconfirmed, newEmail()],
    [confirmed, newEmail()],
  ] as const) {
    expect(await save(account.uid, email, { token: account.token })).toMatchObject(refused);
    const created = await api.call(
      'POST',
      '/api/user-profiles',
      { userId: account.uid, email },
      { token: account.token },
    );
    expect(created).toMatchObject(refused);
  }
  expect((await save(unconfirmed.uid, null, { token: unconfirmed.token })).status).toBe(201);
  expect((await save(confirmed.uid, confirmed.email.toUpperCase(), { token: confirmed.token })).status).toBe(
    201,
  );
  for (const options of [{ token: admin }, asMachine()])
    expect((await save(confirmed.uid, newEmail(), options)).status).toBe(200);
});
