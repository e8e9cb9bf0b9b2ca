import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';
import { asMachine, prefixes } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown) => api.call('POST', '/api/user-profiles', body, asMachine());
const count = async () => (await api.rows('select count(*)::int as n from user_profiles'))[0]?.n;

// tests/unit/server/profile-input.test.ts has what each field refuses.
describe('422 says which field, and nothing is written, for', () => {
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
