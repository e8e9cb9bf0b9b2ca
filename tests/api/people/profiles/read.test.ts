import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { newInput, newProfile } from './service.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a read', () => {
  const get = (path: string) => api.call('GET', `/api/user-profiles${path}`, undefined, { token });

  test('the public profile has exactly ten fields, and is not cached', async () => {
    const input = newInput();
    const { userId } = await newProfile(api, input);
    const answer = await api.call('GET', `/api/user-profiles/user/${userId}`);
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

  test('finds no profile for an email that nobody has', async () => {
    for (const text of ['', 'nobody', 'a%00@mail.example', 'a%40b%40c', `${'a'.repeat(250)}%40mail.example`])
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

  test('is 404 for every call if no user can have it', async () => {
    const broken = ['%', '%zz', '%E0%A4%A', '%FF'];
    const impossible = ['%00', '..%2Fadmin', '%25', '%E2%80%8B', 'a'.repeat(129)];
    for (const path of [...broken, ...impossible])
      for (const [method, to] of [
        ['GET', `/user/${path}`],
        ['DELETE', `/user/${path}`],
        ['GET', `?id=${path}`],
      ] as const)
        expect(await api.call(method, `/api/user-profiles${to}`, undefined, { token })).toMatchObject({
          status: 404,
          body: { code: 'profile-not-found', message: 'Profile not found' },
        });
    for (const path of broken)
      expect(await api.call('PUT', `/api/user-profiles/user/${path}/upsert`, {}, { token })).toMatchObject({
        status: 404,
        body: { code: 'profile-not-found' },
      });
  });
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
});
