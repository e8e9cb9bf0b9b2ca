import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { asMachine, newProfile } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown) => api.call('POST', '/api/user-profiles', body, asMachine());

const emailOfLength = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;
const pictureOfLength = (length: number) =>
  `https://p.example/${'p'.repeat(length - 'https://p.example/'.length)}`;
/** Returns a user id of this length that no other test uses. */
const userIdOfLength = (length: number, character = 'u') =>
  unique() + character.repeat(length - unique().length);

describe('a profile is accepted with', () => {
  test('texts of the longest length, counted in characters', async () => {
    const longest = {
      userId: userIdOfLength(128, '𝔘'),
      name: '😀'.repeat(100),
      email: emailOfLength(255),
      phone: '+1 (555) 010-0199 x7',
      pictureUrl: pictureOfLength(2_048),
      facebookId: 'f'.repeat(100),
      linkedinId: 'Ab9._-'.repeat(16) + 'abcd',
    };
    expect(await create(longest)).toMatchObject({ status: 201, body: longest });
    const found = await api.call('GET', `/api/user-profiles/user/${encodeURIComponent(longest.userId)}`);
    expect(found).toMatchObject({ status: 200, body: longest });
  });

  test('surrounding spaces and https in capitals, which are normalized', async () => {
    const userId = unique();
    const typed = {
      userId: ` ${userId} `,
      name: '\tAda \n',
      email: ` ${emailOfLength(20)} `,
      pictureUrl: ' HTTPS://P.example/A ',
    };
    expect(await create(typed)).toMatchObject({
      status: 201,
      body: { userId, name: 'Ada', email: emailOfLength(20), pictureUrl: 'https://P.example/A' },
    });
  });

  test('fields that cannot be set, which are ignored', async () => {
    const { body } = await create({
      userId: unique(),
      id: '00000000-0000-7000-8000-000000000000',
      createdAt: '2000-01-01T00:00:00Z',
      updatedAt: 'x',
      version: 7,
      admin: true,
      search_text: 'x',
      ['__proto__']: { name: 'Mallory' },
    });
    expect(body).toMatchObject({ id: expect.not.stringContaining('00000000-') as string, name: null });
    expect(body).not.toMatchObject({ createdAt: expect.stringContaining('2000') as string });
    expect({}).not.toHaveProperty('name');
  });
});

describe('a save has the same rules as a creation:', () => {
  const upsert = (path: string, body: unknown) =>
    api.call('PUT', `/user-profiles/user/${path}/upsert`, body, asMachine());

  test('rejects a user id in the body that differs from the path', async () => {
    const { userId } = await newProfile(api);
    const answer = await upsert(userId, { userId: unique(), name: 'Changed' });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'profile-user-id-differs', fields: [{ field: 'userId' }] },
    });
    expect((await upsert(userId, { userId, name: 'Changed' })).status).toBe(200);
    expect((await upsert(userId, { userId: null, name: 'Changed' })).status).toBe(200);
    expect((await upsert(userId, { userId: userId.toUpperCase() })).status).toBe(422);
  });
});

const count = async () => (await api.rows('select count(*)::int as n from user_profiles'))[0]?.n;

// tests/unit/server/people/profiles/profile-input.test.ts covers the validation of each field.
describe('a creation is rejected with 422 and writes nothing for', () => {
  test('several wrong fields, with one entry each', async () => {
    const before = await count();
    const { status, body } = await create({
      userId: 'a b',
      name: 7,
      email: 'x',
      phone: 'x',
      pictureUrl: 'x',
      facebookId: '/',
    });
    expect(body).toMatchObject({
      code: 'profile-user-id-shape',
      fields: ['userId', 'name', 'email', 'phone', 'pictureUrl', 'facebookId'].map((field) => ({ field })),
    });
    expect(status).toBe(422);
    expect(await count()).toBe(before);
  });
});
