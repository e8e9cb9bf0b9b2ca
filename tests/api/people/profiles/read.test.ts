import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { asMachine, newInput, newProfile, prefixes } from './service.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(prefixes)('%s', (prefix) => {
  const get = (path: string) => api.call('GET', prefix + path, undefined, { token });

  test('the public profile has exactly ten fields, and is not cached', async () => {
    const input = newInput();
    const { userId } = await newProfile(api, input);
    const answer = await api.call('GET', `${prefix}/user/${userId}`);
    expect(answer.body).toEqual({
      ...input,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      createdAt: expect.stringMatching(moment) as string,
      updatedAt: expect.stringMatching(moment) as string,
    });
    expect(Object.keys(answer.body ?? {})).toHaveLength(10);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  test('missing fields are null', async () => {
    const userId = unique();
    await api.call('POST', prefix, { userId }, asMachine());
    expect((await api.call('GET', `${prefix}/user/${userId}`)).body).toMatchObject({
      ...Object.fromEntries(Object.keys(newInput()).map((name) => [name, null])),
      userId,
    });
  });

  test('finds a profile by its user id first, then by its own id, with its version', async () => {
    const profile = await newProfile(api);
    for (const id of [profile.userId, profile.id, profile.id.toUpperCase()]) {
      const found = await get(`?id=${id}`);
      expect(found).toMatchObject({ status: 200, body: { id: profile.id } });
      expect(found.headers.get('etag')).toBe(profile.tag);
    }
    const namesake = await newProfile(api, { userId: profile.id });
    expect(await get(`?id=${profile.id}`)).toMatchObject({ body: { id: namesake.id } });
  });

  test('finds the profile of the account that confirmed a shared email; otherwise answers 409 with the user ids', async () => {
    const { uid, email } = await newConfirmedAccount(newEmail('Shared'));
    const own = await newProfile(api, { userId: uid, email });
    const alone = await get(`/email/${encodeURIComponent(email.toUpperCase())}`);
    expect(alone).toMatchObject({ status: 200, body: { id: own.id } });
    expect(alone.headers.get('etag')).toBe('"1"');
    const otherProfiles = [
      await newProfile(api, { email: email.toUpperCase() }),
      await newProfile(api, { email }),
    ];
    expect(await get(`/email/${encodeURIComponent(email)}`)).toMatchObject({
      status: 200,
      body: { id: own.id },
    });
    await api.rows('delete from user_profiles where id = $1', [own.id]);
    const { status, body } = await get(`/email/${encodeURIComponent(email)}`);
    expect([status, body]).toMatchObject([409, { code: 'profile-email-ambiguous' }]);
    const { fields } = body as { fields: { message: string }[] };
    expect(fields.map(({ message }) => message).sort()).toEqual(
      otherProfiles.map(({ userId }) => userId).sort(),
    );
  });

  test('finds an email with special characters', async () => {
    const email = `o'brien!$&*+=^_{|}~-${unique()}@mail.xn--p1ai`;
    const { id } = await newProfile(api, { email });
    expect(await get(`/email/${encodeURIComponent(email)}`)).toMatchObject({ body: { id } });
    expect(await get(`/email/${email}`)).toMatchObject({ body: { id } });
    const profileWithSlash = await newProfile(api, { email: `a/b?c#d%2F${unique()}@mail.example` });
    expect(await get(`/email/${encodeURIComponent(profileWithSlash.email ?? '')}`)).toMatchObject({
      body: { id: profileWithSlash.id },
    });
  });

  test.each([
    '',
    'nobody',
    'a%00@mail.example',
    'a%40b%40c',
    `${'a'.repeat(250)}%40mail.example`,
    '%25',
    "'%20or%201=1--",
  ])('finds no profile for the email %j', async (text) => {
    expect((await get(`/email/${text}`)).status).toBe(404);
  });
});

describe('the user id in the path', () => {
  const signs = `a+b&c=d:@e;f,g$h(i)*!'~é漢😀${unique()}`;

  test('is percent-decoded once', async () => {
    await newProfile(api, { userId: signs });
    for (const path of [encodeURIComponent(signs), encodeURI(signs)])
      expect(await api.call('GET', `/api/user-profiles/user/${path}`)).toMatchObject({
        status: 200,
        body: { userId: signs },
      });
    const twice = encodeURIComponent(encodeURIComponent(signs));
    expect((await api.call('GET', `/api/user-profiles/user/${twice}`)).status).toBe(404);
  });

  test('is compared exactly: letter case, spaces and spelling', async () => {
    const { userId } = await newProfile(api, { userId: `Case-é${unique()}` });
    for (const other of [userId.toLowerCase(), ` ${userId}`, `${userId} `, userId.normalize('NFD')])
      expect((await api.call('GET', `/api/user-profiles/user/${encodeURIComponent(other)}`)).status).toBe(
        404,
      );
  });

  const broken = ['%', '%zz', '%E0%A4%A', '%FF', '%C0%80', '%ED%A0%80', 'a%2', '%u0041'];
  const impossible = [
    '%00',
    'a%00b',
    '%2F',
    '..%2Fadmin',
    '%2E%2E%2F',
    '%25',
    '%20',
    '%E2%80%8B',
    'a'.repeat(129),
  ];
  test.each([...broken, ...impossible])('is 404 if no user can have it: %s', async (path) => {
    for (const prefix of prefixes)
      for (const method of ['GET', 'DELETE'])
        expect(await api.call(method, `${prefix}/user/${path}`, undefined, { token })).toMatchObject({
          status: 404,
          body: { code: 'profile-not-found', message: 'Profile not found' },
        });
  });

  test.each(broken)('is 404 for changes and searches if it cannot be decoded: %s', async (path) => {
    const before = await api.rows('select count(*) from user_profiles');
    const saved = await api.call('PUT', `/api/user-profiles/user/${path}/upsert`, {}, { token });
    expect(saved).toMatchObject({ status: 404, body: { code: 'profile-not-found' } });
    for (const search of ['/email/', '?id='])
      expect((await api.call('GET', `/api/user-profiles${search}${path}`, undefined, { token })).status).toBe(
        404,
      );
    expect(await api.rows('select count(*) from user_profiles')).toEqual(before);
  });

  test.each(['?id=%00', '?id=a%20b', '?id=%2F', `?id=${'a'.repeat(129)}`, "?id='%20or%201=1--"])(
    'is 404 in a search if no user can have it: %s',
    async (query) => {
      expect(await api.call('GET', `/api/user-profiles${query}`, undefined, { token })).toMatchObject({
        status: 404,
        body: { code: 'profile-not-found' },
      });
    },
  );
});

describe('markup in a profile', () => {
  const name = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
  const pictureUrl = 'https://p.example/"onerror="alert(1)';

  test('is returned unchanged, as JSON that browsers do not render', async () => {
    const { userId } = await newProfile(api, { name, pictureUrl });
    for (const path of [`/user/${userId}`, `?id=${userId}`, `?q=${userId}`]) {
      const response = await api.app.fetch(
        new Request(`http://site.example/api/user-profiles${path}`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      );
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const body: unknown = await response.json();
      expect(Array.isArray(body) ? body[0] : body).toMatchObject({ name, pictureUrl });
    }
  });

  test('in an unknown user id does not appear in the answer', async () => {
    const answer = await api.call('GET', `/api/user-profiles/user/${encodeURIComponent('<b>x<i>')}`);
    expect(answer).toMatchObject({ status: 404 });
    expect(JSON.stringify(answer.body)).not.toContain('<');
  });
});

describe.each(prefixes)('the protocol of %s', (prefix) => {
  test('HEAD answers like GET without a body', async () => {
    const { userId } = await newProfile(api);
    const answer = await api.call('HEAD', `${prefix}/user/${userId}`);
    expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([200, null, '"1"']);
    expect((await api.call('HEAD', `${prefix}/user/nobody`)).status).toBe(404);
  });

  test('a method that is not supported is 405 with error and message', async () => {
    const answer = await api.call('PATCH', prefix, {}, { token });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
    expect(answer.body).toHaveProperty('message', (answer.body as { error: string }).error);
  });

  test.each([
    '/',
    '/user',
    '/user/',
    '/user/a/b',
    '/USER/u',
    '/admin',
    '/email',
    '/email/',
    '/admin/statistics/x',
  ])('%s is 404 with error and message', async (path) => {
    const answer = await api.call('GET', prefix + path, undefined, { token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(answer.body).toHaveProperty('message', (answer.body as { error: string }).error);
  });

  test('logs neither user ids nor emails nor credentials', async () => {
    const from = api.log.length;
    const { userId, email } = await newProfile(api);
    const { headers = {} } = asMachine();
    await api.call('GET', `${prefix}/user/${userId}`);
    await api.call('GET', `${prefix}?id=${userId}`, undefined, asMachine());
    await api.call('GET', `${prefix}/email/${email ?? ''}`, undefined, asMachine());
    await api.call('PUT', `${prefix}/user/${userId}/upsert`, { email: `${email ?? ''}@` }, asMachine());
    await api.call('DELETE', `${prefix}/user/${userId}`, undefined, asMachine());
    const text = JSON.stringify(api.log.slice(from));
    for (const secret of [userId, email ?? '', headers.authorization?.slice(6) ?? ''])
      expect(text).not.toContain(secret);
    expect(text).toContain(`${prefix}/user/:userId`);
  });
});
