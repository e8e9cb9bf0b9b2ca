import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';
import { email, picture } from './lengths.ts';
import { asMachine, prefixes } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown) => api.call('POST', '/api/user-profiles', body, asMachine());
const count = async () => (await api.rows('select count(*)::int as n from user_profiles'))[0]?.n;

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
    ...['phone', '+', '#*,/', '555;0199', '1\t2', '1\\2', '1?2', '５５５', '<b>1</b>'].map(
      (phone): [string, object, string, string] => [
        `the phone ${phone}`,
        { phone },
        'phone',
        'profile-phone-shape',
      ],
    ),
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
