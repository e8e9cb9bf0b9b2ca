import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { unique } from '../mint.ts';
import { email, id, picture } from './lengths.ts';
import { asMachine, newInput } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown) => api.call('POST', '/api/user-profiles', body, asMachine());

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
    ['a slash in the phone', { phone: '030/1234567' }],
    ['a number sign in the phone', { phone: '+49 30 1234#12' }],
    ['a comma in the phone', { phone: '555 0199,12' }],
    ['a star in the phone', { phone: '*100#' }],
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
