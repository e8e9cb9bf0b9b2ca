import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { unique } from '../mint.ts';
import { id } from './lengths.ts';
import { asMachine, newProfile } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

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
