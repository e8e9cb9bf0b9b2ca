import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';
import { asMachine, newInput, newProfile, prefixes } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown, headers: Record<string, string> = {}) => {
  const { address = '', headers: credentials } = asMachine();
  return api.call('POST', '/api/user-profiles', body, { address, headers: { ...credentials, ...headers } });
};
const count = async () => (await api.rows('select count(*)::int as n from user_profiles'))[0]?.n;

const email = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;
const picture = (length: number) => `https://p.example/${'p'.repeat(length - 'https://p.example/'.length)}`;
const id = (length: number, character = 'u') => unique() + character.repeat(length - unique().length);

describe('a profile is taken with', () => {
  const cases: [string, object][] = [
    ['a user id of 128', { userId: id(128) }],
    ['a user id of 128 letters beyond the first plane', { userId: id(128, '𝔘') }],
    ['a user id of every other sign', { userId: `a.b_c-d~e!f$g&h'(i)*+,;=:@é漢😀|^"<>{}[]\`${unique()}` }],
    ['a name of 100', { name: 'x'.repeat(100) }],
    ['a name of 100 emoji', { name: '😀'.repeat(100) }],
    ['a name with direction marks and joined emoji', { name: 'שלום\u200f 👩‍👧' }],
    ['an email of 255', { email: email(255) }],
    ['a phone of 20', { phone: '+1 (555) 010-0199 x7' }],
    ['a phone of 1', { phone: '7' }],
    ['an extension', { phone: '555.0199 ext 12' }],
    ['a picture of 2048', { pictureUrl: picture(2_048) }],
    ['a picture at a port, with a query', { pictureUrl: 'https://p.example:8443/a.png?u=a:b@c#d' }],
    ['a facebookId of 100', { facebookId: 'f'.repeat(100) }],
    ['a linkedinId of 100', { linkedinId: 'Ab9._-'.repeat(16) + 'abcd' }],
  ];
  test.each(cases)('%s', async (_what, fields) => {
    const sent = { userId: unique(), ...fields };
    expect(await create(sent)).toMatchObject({ status: 201, body: sent });
    const found = await api.call('GET', `/api/user-profiles/user/${encodeURIComponent(sent.userId)}`);
    expect(found).toMatchObject({ status: 200, body: sent });
  });

  test('spaces around what was typed, which go, and https in capitals, which goes as well', async () => {
    const userId = unique();
    const typed = {
      userId: ` ${userId} `,
      name: '\tAda \n',
      email: ` ${email(20)} `,
      pictureUrl: ' HTTPS://P.example/A ',
    };
    expect(await create(typed)).toMatchObject({
      status: 201,
      body: { userId, name: 'Ada', email: email(20), pictureUrl: 'https://P.example/A' },
    });
  });

  test.each([
    ['empty', ''],
    ['blank', '  '],
    ['null', null],
    ['missing', undefined],
  ])('%s optional fields, which become null', async (_what, nothing) => {
    const { userId, ...optional } = newInput();
    const body = Object.fromEntries(Object.keys(optional).map((name) => [name, nothing]));
    expect(await create({ userId, ...body })).toMatchObject({
      status: 201,
      body: { userId, ...Object.fromEntries(Object.keys(optional).map((name) => [name, null])) },
    });
  });

  test('fields that are not the sender’s to say, which are ignored', async () => {
    const { body } = await create({
      userId: unique(),
      id: '00000000-0000-7000-8000-000000000000',
      createdAt: '2000-01-01T00:00:00Z',
      updatedAt: 'x',
      version: 7,
      admin: true,
      search_text: 'x',
      __proto__: { name: 'Mallory' },
    });
    expect(body).toMatchObject({ id: expect.not.stringContaining('00000000-') as string, name: null });
    expect(body).not.toMatchObject({ createdAt: expect.stringContaining('2000') as string });
    expect({}).not.toHaveProperty('name');
  });
});

describe('422 says which field, and nothing is written, for', () => {
  const cases: [what: string, body: object, field: string, code?: string][] = [
    ['no user id', {}, 'userId', 'profile-user-id-required'],
    ['a user id of null', { userId: null }, 'userId', 'profile-user-id-required'],
    ['a blank user id', { userId: ' \n' }, 'userId', 'profile-user-id-required'],
    ['a user id of 129', { userId: 'u'.repeat(129) }, 'userId'],
    ['a user id of 129 letters beyond the first plane', { userId: '𝔘'.repeat(129) }, 'userId'],
    ...[
      'a b',
      'a/b',
      'a\\b',
      'a?b',
      'a#b',
      'a%b',
      'a%2Fb',
      '.',
      '..',
      'a\tb',
      'a\u00a0b',
      'a\u200bb',
      'a\u202eb',
      'a\u0007b',
      'a\u3164b',
      '\u00ad',
    ].map((userId): [string, object, string, string] => [
      `the user id ${JSON.stringify(userId)}`,
      { userId },
      'userId',
      'profile-user-id-shape',
    ]),
    ['a number as the user id', { userId: 7 }, 'userId', 'profile-user-id-required'],
    ['a list as the user id', { userId: ['u'] }, 'userId', 'profile-user-id-required'],
    ['a name of 101', { name: 'x'.repeat(101) }, 'name'],
    ['a name of 101 emoji', { name: '😀'.repeat(101) }, 'name'],
    ['a name over two lines', { name: 'a\nb' }, 'name'],
    ['a name that runs backwards', { name: 'a\u202eb' }, 'name'],
    ['an email of 256', { email: email(256) }, 'email', 'email-invalid'],
    ['no email', { email: 'nobody' }, 'email', 'email-invalid'],
    ['a header in the email', { email: 'a@mail.example\r\nBcc: b@mail.example' }, 'email', 'email-invalid'],
    ['a phone of 21', { phone: '1'.repeat(21) }, 'phone'],
    ...['phone', '+', '555;0199', '５５５', '<b>1</b>'].map((phone): [string, object, string, string] => [
      `the phone ${phone}`,
      { phone },
      'phone',
      'profile-phone-shape',
    ]),
    ['a picture of 2049', { pictureUrl: picture(2_049) }, 'pictureUrl'],
    ...[
      'http://p.example/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      '//p.example/a.png',
      'p.example/a.png',
      'https:p.example',
      'https://',
      'https://user:password@p.example/',
      'https://user@p.example/',
      'https://p.example\\@q.example/',
      'https://p.example/a b',
      'https://p.exa\tmple/',
      'https://p .example/',
      'https://p.example:99999/',
    ].map((pictureUrl): [string, object, string, string] => [
      `the picture ${JSON.stringify(pictureUrl)}`,
      { pictureUrl },
      'pictureUrl',
      'profile-picture-shape',
    ]),
    ...['facebookId', 'linkedinId'].flatMap((field): [string, object, string, string?][] => [
      [`a ${field} of 101`, { [field]: 'x'.repeat(101) }, field],
      ...['https://www.facebook.com/ada', 'ada/..', '..', 'ada?x', '@ada', 'ada b', 'ädä', '<b>'].map(
        (text): [string, object, string, string] => [
          `the ${field} ${text}`,
          { [field]: text },
          field,
          'profile-link-shape',
        ],
      ),
    ]),
    ...['name', 'email', 'phone', 'pictureUrl', 'facebookId', 'linkedinId'].flatMap(
      (field): [string, object, string][] => [
        [`NUL in ${field}`, { [field]: 'a\0b' }, field],
        [`a number as ${field}`, { [field]: 7 }, field],
        [`true as ${field}`, { [field]: true }, field],
        [`a list as ${field}`, { [field]: ['a'] }, field],
        [`an object as ${field}`, { [field]: { $ne: null } }, field],
      ],
    ),
    ['NUL in the user id', { userId: 'a\0b' }, 'userId'],
  ];
  test.each(cases)('%s', async (_what, fields, field, code) => {
    const before = await count();
    const sent = field === 'userId' ? fields : { userId: unique(), ...fields };
    const { status, body } = await create(sent);
    expect([status, body]).toMatchObject([422, { code: code ?? 'invalid', fields: [{ field }] }]);
    expect(body).toHaveProperty('fields.length', 1);
    expect(await count()).toBe(before);
  });

  test.each(['userId', 'name', 'email', 'phone', 'pictureUrl', 'facebookId', 'linkedinId'])(
    'half a character in %s',
    async (field) => {
      const other = field === 'userId' ? '' : `"userId":"${unique()}",`;
      const answer = await create(`{${other}"${field}":"a\\ud83d"}`);
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ field }] } });
    },
  );

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

  test('several fields at once, one entry each', async () => {
    const { body } = await create({
      userId: 'a b',
      name: 7,
      email: 'x',
      phone: 'x',
      pictureUrl: 'x',
      facebookId: '/',
    });
    expect(body).toMatchObject({
      fields: ['userId', 'name', 'email', 'phone', 'pictureUrl', 'facebookId'].map((field) => ({ field })),
    });
  });
});

describe('what is saved under an address is held against the same rules:', () => {
  const upsert = (path: string, body: unknown) =>
    api.call('PUT', `/user-profiles/user/${path}/upsert`, body, asMachine());

  test('a field at its edge, and one beyond', async () => {
    const { userId } = await newProfile(api);
    expect((await upsert(userId, { name: 'x'.repeat(100) })).status).toBe(200);
    expect(await upsert(userId, { name: 'x'.repeat(101) })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'name' }] },
    });
  });

  test('a user id of 128 in the address, and one of 129', async () => {
    expect(await upsert(id(128), {})).toMatchObject({ status: 201 });
    expect(await upsert(id(129), {})).toMatchObject({
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
  ])('the user id %s, which nobody can have', async (path) => {
    expect(await upsert(path, {})).toMatchObject({ status: 422, body: { code: 'profile-user-id-shape' } });
  });

  test('another user id in the body than in the address', async () => {
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

describe.each(prefixes)('%s', (prefix) => {
  test('what cannot be read is 400, what is no JSON 415, and what is too large 413, each with its text twice', async () => {
    const { address = '', headers = {} } = asMachine();
    const send = (body: string, type = 'application/json') =>
      api.call('POST', prefix, body, { address, headers: { ...headers, 'content-type': type } });
    const padded = (bytes: number) => {
      const text = `{"userId":"${unique()}","pad":""}`;
      return text.replace('"pad":"', `"pad":"${'x'.repeat(bytes - text.length)}`);
    };
    for (const [answer, status, code] of [
      [await send('{'), 400, 'request-malformed'],
      [await send(''), 400, 'request-malformed'],
      [await send(`{"userId":"${unique()}"}`, 'text/plain'), 415, 'media-type-unsupported'],
      [await send(padded(64 * 1024 + 1)), 413, 'body-too-large'],
      [await send(JSON.stringify({ userId: unique(), email: `${newEmail()}@` })), 422, 'email-invalid'],
    ] as const) {
      expect(answer).toMatchObject({ status, body: { code, error: expect.any(String) as string } });
      const { error, message } = answer.body as { error: string; message: string };
      expect(message).toBe(error);
    }
    expect((await send(padded(64 * 1024))).status).toBe(201);
  });
});
