import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { isDeep } from '../../../seed.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { asMachine, auditOf, basic, machine, newProfile } from './service.ts';

let database: NeonDatabase;
let api: Api;
beforeAll(async () => {
  setLongTimeouts();
  database = await openNeon();
  // A fixed time, because failures are counted in windows of 15 minutes.
  const now = new Date();
  api = await startApi({ database, now: () => now });
});
afterAll(() => api.close());

const runConcurrently = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tally = (answers: readonly { readonly status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );

const save = (userId: string, name: string, headers: Record<string, string> = {}) => {
  const { address = '', headers: credentials } = asMachine();
  return api.call(
    'PUT',
    `/api/user-profiles/user/${userId}/upsert`,
    { name },
    {
      address,
      headers: { ...credentials, ...headers },
    },
  );
};
const find = (userId: string) => api.call('GET', `/api/user-profiles/user/${userId}`);
const remove = (userId: string) =>
  api.call('DELETE', `/api/user-profiles/user/${userId}`, undefined, asMachine());

describe('concurrent calls on PostgreSQL', () => {
  test('of 12 creations of one profile, one is saved and audited, and the others answer 409', async () => {
    const userId = unique();
    const answers = await runConcurrently(12, (n) =>
      api.call('POST', '/api/user-profiles', { userId, name: `Maker ${String(n)}` }, asMachine()),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 11 });
    const winner = answers.find(({ status }) => status === 201)?.body as { id: string };
    expect((await find(userId)).body).toEqual(winner);
    expect(await auditOf(api.rows, winner.id)).toHaveLength(1);
  });

  test('of 12 saves of the same version, one succeeds, and the others are conflicts', async () => {
    const { userId, tag } = await newProfile(api);
    const answers = await runConcurrently(12, (n) =>
      save(userId, `Editor ${String(n)}`, { 'if-match': tag }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ code: 'edit-conflict' });
    expect((await find(userId)).body).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  test('saves and deletions leave no personal data of a deleted profile in the audit log', async () => {
    for (let turn = 0; turn < (isDeep ? 100 : 2); turn += 1) {
      const { userId } = await newProfile(api);
      const work = [
        ...Array.from({ length: 10 }, (_, n) => () => save(userId, `Racer ${String(n)}`)),
        ...Array.from({ length: 6 }, () => () => remove(userId)),
      ];
      // 7 has no common divisor with the 16 calls, so each turn makes every call once, in another order.
      const order = work.map((_, n) => (n * 7 + turn * 5) % work.length);
      const answers = await Promise.all(order.map((n) => work[n]?.() ?? remove(userId)));
      for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status);
      await remove(userId);
      // The search by user id also finds entries of profiles that a save created again in between.
      expect(
        await api.rows(
          `select action, before, after from audit_log
           where entity = 'user-profile' and $1 in (before ->> 'userId', after ->> 'userId')`,
          [userId],
        ),
      ).toEqual([]);
    }
  });

  test('of 15 calls with wrong credentials, ten answer 401, and the others answer 429', async () => {
    const options = { headers: basic(machine.name, 'wrong'), address: unique() };
    const answers = await runConcurrently(15, () =>
      api.call('GET', '/api/user-profiles', undefined, options),
    );
    expect(tally(answers)).toEqual({ 401: 10, 429: 5 });
  });
});
