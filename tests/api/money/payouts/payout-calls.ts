import { beforeAll, beforeEach, expect } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { signIn } from '../../accounts.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { payable } from '../statements/ledger-maker.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';

/** The moment of the tests: August and September 2025 can be closed. */
export const now = new Date('2025-10-03T12:00:00Z');

/** A new database and API for each test. */
export interface Scene {
  database: TestDatabase;
  api: Api;
  /** An admin's ID token. */
  admin: string;
}

/** Sets up a scene for each test of a file, and returns helpers that act as an admin. */
export const payoutScene = () => {
  const scene = {} as Scene;
  beforeAll(async () => {
    setLongTimeouts();
    scene.admin = await signIn('admin');
  });
  beforeEach(async () => {
    scene.database = await createTestDatabase();
    scene.api = await startApi({ database: scene.database, now: () => now });
    return () => scene.api.close();
  });

  const post = (action: string, body: unknown) =>
    scene.api.call('POST', `/api/payouts/${action}`, body, { token: scene.admin });
  const get = (query = '') =>
    scene.api.call('GET', `/api/payouts${query}`, undefined, { token: scene.admin });
  const close = (month: string) => closeMonth({ db: scene.database.db, now }, month);
  /** Approves payouts as the setup of a test. */
  const approve = async (ids: readonly string[]) => {
    expect(await post('approve', { ids })).toMatchObject({
      status: 200,
      body: { changed: expect.arrayContaining([...ids]) as unknown },
    });
  };

  /** Creates proposed payouts for new affiliates, of 100.00, 101.00, … Returns their ids. */
  const createProposed = async (count: number, month = '2025-08'): Promise<string[]> => {
    const people = [];
    for (let index = 0; index < count; index += 1) {
      const person = await payable(scene.api.rows, { payoutEmail: `pay-${String(index)}@mail.example` });
      await person.earn(`${month}-05T00:00:00Z`, (100 + index) * 100);
      people.push(person);
    }
    await close(month);
    return Promise.all(people.map(async ({ payouts }) => String((await payouts())[0]?.id)));
  };

  const stateOf = async (id: string) =>
    (await scene.api.rows('select state::text as state from payouts where id = $1', [id]))[0]?.state;
  const auditEntries = (id: string) =>
    scene.api.rows('select action, reason from audit_log where entity_id = $1 order by at, id', [id]);

  return { scene, post, get, close, approve, createProposed, stateOf, auditEntries };
};

/** Returns the answer to a change of the state of payouts. */
export const changeResult = (changed: string[], unchanged: string[] = [], missing: string[] = []) => ({
  status: 200,
  body: { changed, unchanged, missing },
});
