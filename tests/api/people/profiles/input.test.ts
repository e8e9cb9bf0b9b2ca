import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { asMachine, newInput, newProfile, prefixes } from './service.ts';

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
  const cases: [string, object][] = [
    ['a user id of 128 characters', { userId: userIdOfLength(128) }],
    ['a user id of 128 letters outside the Basic Multilingual Plane', { userId: userIdOfLength(128, '𝔘') }],
    [
      'a user id with every kind of allowed character',
      { userId: `a.b_c-d~e!f$g&h'(i)*+,;=:@é漢😀|^"<>{}[]\`${unique()}` },
    ],
    ['a name of 100 characters', { name: 'x'.repeat(100) }],
    ['a name of 100 emoji', { name: '😀'.repeat(100) }],
    ['a name with direction marks and joined emoji', { name: 'שלום\u200f 👩‍👧' }],
    ['an email of 255 characters', { email: emailOfLength(255) }],
    ['a phone of 20 characters', { phone: '+1 (555) 010-0199 x7' }],
    ['a phone of 1 character', { phone: '7' }],
    ['an extension', { phone: '555.0199 ext 12' }],
    ['a slash in the phone', { phone: '030/1234567' }],
    ['a number sign in the phone', { phone: '+49 30 1234#12' }],
    ['a comma in the phone', { phone: '555 0199,12' }],
    ['a star in the phone', { phone: '*100#' }],
    ['a picture URL of 2048 characters', { pictureUrl: pictureOfLength(2_048) }],
    ['a picture URL with a port and a query', { pictureUrl: 'https://p.example:8443/a.png?u=a:b@c#d' }],
    ['a facebookId of 100 characters', { facebookId: 'f'.repeat(100) }],
    ['a linkedinId of 100 characters', { linkedinId: 'Ab9._-'.repeat(16) + 'abcd' }],
  ];
  test.each(cases)('%s', async (_what, fields) => {
    const sent = { userId: unique(), ...fields };
    expect(await create(sent)).toMatchObject({ status: 201, body: sent });
    const found = await api.call('GET', `/api/user-profiles/user/${encodeURIComponent(sent.userId)}`);
    expect(found).toMatchObject({ status: 200, body: sent });
  });

  test('surrounding spaces and https in capitals, which are normalised', async () => {
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

  test.each([
    ['empty', ''],
    ['blank', '  '],
    ['null', null],
    ['missing', undefined],
  ])('%s optional fields, which become null', async (_what, emptyValue) => {
    const { userId, ...optional } = newInput();
    const body = Object.fromEntries(Object.keys(optional).map((name) => [name, emptyValue]));
    expect(await create({ userId, ...body })).toMatchObject({
      status: 201,
      body: { userId, ...Object.fromEntries(Object.keys(optional).map((name) => [name, null])) },
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

  test('accepts a name of 100 characters and rejects a name of 101', async () => {
    const { userId } = await newProfile(api);
    expect((await upsert(userId, { name: 'x'.repeat(100) })).status).toBe(200);
    expect(await upsert(userId, { name: 'x'.repeat(101) })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'name' }] },
    });
  });

  test('accepts a user id of 128 characters in the path and rejects a user id of 129', async () => {
    expect(await upsert(userIdOfLength(128), {})).toMatchObject({ status: 201 });
    expect(await upsert(userIdOfLength(129), {})).toMatchObject({
      status: 422,
      body: { code: 'profile-user-id-shape', fields: [{ field: 'userId' }] },
    });
  });

  test.each([
    'a%2Fb',
    'a%5Cb',
    'a%3Fb',
    'a%23b',
    'a%25b',
    'a%20b',
    '%20ab',
    'a%00b',
    'a%C2%A0b',
    '%E2%80%8B',
  ])('rejects the user id %s in the path', async (path) => {
    expect(await upsert(path, {})).toMatchObject({ status: 422, body: { code: 'profile-user-id-shape' } });
  });

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
  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"user"'],
    ['a number', '7'],
    ['deep lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep objects in a field', `{"userId":"u","name":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`],
  ])('%s', async (_what, body) => {
    const before = await count();
    expect(await create(body)).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(await count()).toBe(before);
  });

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

describe.each(prefixes)('%s', (prefix) => {
  test('invalid JSON is 400, another media type 415, a large body 413 and a wrong field 422; `message` repeats `error`', async () => {
    const { address = '', headers = {} } = asMachine();
    const send = (body: string, type = 'application/json') =>
      api.call('POST', prefix, body, { address, headers: { ...headers, 'content-type': type } });
    const bodyOfLength = (bytes: number) => {
      const text = `{"userId":"${unique()}","pad":""}`;
      return text.replace('"pad":"', `"pad":"${'x'.repeat(bytes - text.length)}`);
    };
    for (const [answer, status, code] of [
      [await send('{'), 400, 'request-malformed'],
      [await send(''), 400, 'request-malformed'],
      [await send(`{"userId":"${unique()}"}`, 'text/plain'), 415, 'media-type-unsupported'],
      [await send(bodyOfLength(64 * 1024 + 1)), 413, 'body-too-large'],
      [await send(JSON.stringify({ userId: unique(), email: `${newEmail()}@` })), 422, 'email-invalid'],
    ] as const) {
      expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) as string } });
      const { error, message } = answer.body as { error: string; message: string };
      expect(message).toBe(error);
    }
    expect((await send(bodyOfLength(64 * 1024))).status).toBe(201);
  });
});
