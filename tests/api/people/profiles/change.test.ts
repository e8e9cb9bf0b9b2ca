import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount, signIn } from '../../accounts.ts';
import { type Api, type CallOptions, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { asMachine, auditOf, newInput, newProfile } from './service.ts';

let api: Api;
let admin: string;
let now = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi({ now: () => now }), signIn('admin')]);
});
afterAll(() => api.close());

const advanceClock = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
  return now.toISOString();
};
const asAdmin = (): CallOptions => ({ token: admin });
const ifMatch = (tag: string): CallOptions => ({ token: admin, headers: { 'if-match': tag } });

describe('a change', () => {
  const prefix = '/api/user-profiles';
  const upsert = (userId: string, body: object, options: CallOptions) =>
    api.call('PUT', `${prefix}/user/${userId}/upsert`, body, options);
  const remove = (userId: string, options: CallOptions) =>
    api.call('DELETE', `${prefix}/user/${userId}`, undefined, options);

  test('a creation answers 201, and a second creation of the profile answers 409', async () => {
    const input = newInput();
    const created = await api.call('POST', prefix, input, asAdmin());
    expect(created).toMatchObject({
      status: 201,
      body: { ...input, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    });
    expect(Object.keys(created.body ?? {})).toHaveLength(10);
    expect(created.headers.get('etag')).toBe('"1"');
    const text = 'A profile with this user ID already exists.';
    expect(await api.call('POST', prefix, { ...input, name: 'Another' }, asAdmin())).toMatchObject({
      status: 409,
      body: { code: 'profile-exists', error: text, message: text },
    });
    expect((await api.call('GET', `${prefix}/user/${input.userId}`)).body).toEqual(created.body);
  });

  test('a save replaces all fields, keeps id and creation date, and increments the version', async () => {
    const before = await newProfile(api);
    const updatedAt = advanceClock(5);
    const saved = await upsert(before.userId, { name: 'New' }, asAdmin());
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      id: before.id,
      userId: before.userId,
      name: 'New',
      email: null,
      phone: null,
      pictureUrl: null,
      facebookId: null,
      linkedinId: null,
      createdAt: before.createdAt,
      updatedAt,
    });
    expect(saved.headers.get('etag')).toBe('"2"');
    expect((await api.call('GET', `${prefix}/user/${before.userId}`)).body).toEqual(saved.body);
  });

  describe('the version in If-Match', () => {
    test('must be the current version, for saving and deleting', async () => {
      const { userId } = await newProfile(api);
      const saved = await upsert(userId, { name: 'One' }, ifMatch('"1"'));
      expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"']);
      for (const stale of ['"1"', '"3"'])
        for (const answer of [
          await upsert(userId, { name: 'Two' }, ifMatch(stale)),
          await remove(userId, ifMatch(stale)),
        ])
          expect(answer).toMatchObject({ status: 409, body: { code: 'edit-conflict' } });
      expect(await api.call('GET', `${prefix}/user/${userId}`)).toMatchObject({ body: { name: 'One' } });
      expect((await upsert(userId, { name: 'Three' }, ifMatch('*'))).status).toBe(200);
      expect((await remove(userId, ifMatch('"3"'))).status).toBe(204);
    });

    test('does not create a deleted profile again', async () => {
      const { userId } = await newProfile(api);
      await remove(userId, asAdmin());
      expect((await upsert(userId, { name: 'Again' }, ifMatch('*'))).status).toBe(409);
      expect(await upsert(userId, { name: 'Again' }, ifMatch('"1"'))).toMatchObject({
        status: 409,
        body: { code: 'edit-conflict' },
      });
      expect((await api.call('GET', `${prefix}/user/${userId}`)).status).toBe(404);
    });
  });

  test('a deletion answers 204, a second deletion answers 404, and the user id can be used again', async () => {
    const { userId, id } = await newProfile(api);
    expect(await remove(userId, asAdmin())).toMatchObject({ status: 204, body: null });
    expect(await remove(userId, asAdmin())).toMatchObject({
      status: 404,
      body: { code: 'profile-not-found' },
    });
    const again = await newProfile(api, { userId });
    expect(again.id).not.toBe(id);
    expect(again.tag).toBe('"1"');
  });

  test('creation, save and deletion are audited, and a deletion redacts the entries', async () => {
    const userId = unique();
    const created = await api.call('POST', prefix, { userId, name: 'Made' }, asAdmin());
    const { id } = created.body as { id: string };
    const saved = await upsert(userId, { name: 'Saved', email: 'p@mail.example' }, asMachine());
    expect(await auditOf(api.rows, id)).toEqual([
      {
        action: 'user-profile.create',
        actor_id: 'seed-admin',
        actor_email: 'admin@kithbook.example',
        before: null,
        after: created.body,
        reason: null,
      },
      {
        action: 'user-profile.update',
        actor_id: 'service',
        actor_email: null,
        before: created.body,
        after: saved.body,
        reason: null,
      },
    ]);
    await remove(userId, asMachine());
    const entries = await auditOf(api.rows, id);
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['user-profile.create', 'seed-admin'],
      ['user-profile.update', 'service'],
      ['user-profile.delete', 'service'],
    ]);
    for (const { before, after } of entries) expect([before, after]).toEqual([null, null]);
    const entriesWithUserId = await api.rows(
      'select 1 from audit_log where before::text like $1 or after::text like $1',
      [`%${userId}%`],
    );
    expect(entriesWithUserId).toEqual([]);
  });

  test('changes by the profile’s user are not audited, and a deletion redacts the entries of admins', async () => {
    const { uid, token } = await newAccount();
    const created = await api.call('POST', prefix, { userId: uid, name: 'Own' }, { token });
    const { id } = created.body as { id: string };
    await upsert(uid, { name: 'Own again' }, { token });
    expect(await auditOf(api.rows, id)).toEqual([]);
    await upsert(uid, { name: 'By an admin' }, asAdmin());
    expect(await auditOf(api.rows, id)).toHaveLength(1);
    expect((await remove(uid, { token })).status).toBe(204);
    expect(await auditOf(api.rows, id)).toMatchObject([
      { action: 'user-profile.update', before: null, after: null, reason: 'redacted' },
    ]);
  });
});
