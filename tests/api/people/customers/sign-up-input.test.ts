import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const signUp = (body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/customers', body, { headers });
const count = async () => (await api.rows('select count(*)::int as n from customers'))[0]?.n;

const emailOfLength = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;

// tests/unit/server/people/customers/sign-up-input.test.ts covers the validation of each field.
describe('a sign-up is rejected with 422 and writes nothing', () => {
  const cases: [string, unknown, object][] = [
    ['an empty object', {}, { code: 'email-required', error: 'Email is required' }],
    [
      'two wrong fields',
      { name: 'a\nb', email: 'nobody' },
      {
        fields: [{ field: 'name', message: 'Contains characters that cannot be stored' }, { field: 'email' }],
      },
    ],
    ['null', 'null', { code: 'invalid' }],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, { code: 'invalid' }],
    [
      'deep nesting in a field',
      `{"name":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
      { code: 'invalid' },
    ],
  ];
  test.each(cases)('for %s', async (_what, body, problem) => {
    const before = await count();
    const answer = await signUp(body);
    expect(answer).toMatchObject({ status: 422, body: problem });
    expect(await count()).toBe(before);
  });
});

test.each([
  ['a name of 100 characters', { name: 'x'.repeat(100), email: newEmail() }],
  ['a name of 100 emoji', { name: '😀'.repeat(100), email: newEmail() }],
  ['a name with direction marks and joined emoji', { name: 'שלום\u200f 👩‍👧', email: newEmail() }],
  ['an address with every sign', { name: null, email: `rock&roll!#$%'*+/=?^_\`{|}~-${newEmail()}` }],
  ['an address of 255 characters', { name: null, email: emailOfLength(255) }],
])('a sign-up accepts %s', async (_what, body) => {
  expect(await signUp(body)).toMatchObject({ status: 201, body });
});

test('a sign-up normalizes decomposed letters', async () => {
  expect((await signUp({ name: 'Zoe\u0308', email: newEmail() })).body).toMatchObject({ name: 'Zo\u00eb' });
});

test('a sign-up ignores the field __proto__, as any unknown field', async () => {
  const email = newEmail();
  const answer = await signUp(`{"email":"${email}","__proto__":{"name":"Mallory"}}`);
  expect(answer).toMatchObject({ status: 201, body: { name: null, email } });
  expect({}).not.toHaveProperty('name');
});

describe('a body', () => {
  test.each(['', '{', '{"email":}', "{'email':'a@mail.example'}", '\u0000', 'email=a'])(
    'that is not JSON is 400: %j',
    async (body) => {
      expect(await signUp(body)).toMatchObject({ status: 400, body: { code: 'request-malformed' } });
    },
  );

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonp', ''])(
    'with the media type %j is 415',
    async (type) => {
      const answer = await signUp(`{"email":"${newEmail()}"}`, { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
    },
  );

  test('is accepted with a charset in the media type', async () => {
    const type = 'Application/JSON; charset=utf-8';
    expect((await signUp({ email: newEmail() }, { 'content-type': type })).status).toBe(201);
  });
});

describe('a body of 64 KB is accepted, and one byte more is 413', () => {
  const bodyOfLength = (bytes: number) => {
    const text = `{"email":"${newEmail()}","pad":""}`;
    return text.replace('"pad":"', `"pad":"${'x'.repeat(bytes - text.length)}`);
  };
  /** Sends a body of this length over a real connection, with a content length or in chunks, and returns the status. */
  const send = async (bytes: number, chunked: boolean): Promise<number | undefined> => {
    const server = await serveHandler(async (incoming) => api.app.fetch(incoming), 0);
    const { port } = server.address() as AddressInfo;
    const body = bodyOfLength(bytes);
    const headers = {
      'content-type': 'application/json',
      ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }),
    };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/customers', headers });
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject);
      call.write(body.slice(0, 40_000));
      call.end(body.slice(40_000));
    });
    await closeServer(server);
    return status;
  };

  test.each([
    [65_536, false, 201],
    [65_536, true, 201],
    [65_537, false, 413],
    [65_537, true, 413],
  ])('%i bytes, chunked: %j → %i', async (bytes, chunked, status) => {
    expect(limits.bodyBytes).toBe(65_536);
    expect(await send(bytes, chunked)).toBe(status);
  });

  test('the answer to a larger body is an error in JSON', async () => {
    const answer = await signUp(bodyOfLength(65_537));
    expect(answer).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
  });
});
