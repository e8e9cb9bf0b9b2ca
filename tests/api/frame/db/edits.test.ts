import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';

let database: NeonDatabase;
let api: Api;
let token: string;
beforeAll(async () => {
  setLongTimeouts();
  [database, token] = await Promise.all([openNeon(), signIn('admin')]);
  api = await startApi({ database });
});
afterAll(() => api.close());

function runConcurrently<T>(count: number, make: (turn: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => make(turn)));
}
function tally(statuses: readonly number[]) {
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([key, all]) => [key, all.length]),
  );
}
function asAdmin(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return api.call(method, path, body, { token, headers });
}
function auditEntries(id: string) {
  return api.rows('select action, before, after from audit_log where entity_id = $1 order by at, id', [id]);
}

async function newCustomer() {
  const created = await asAdmin('POST', '/api/customers', { name: 'Race', email: newEmail() });
  return z.object({ id: z.string() }).parse(created.body).id;
}
const kinds = [
  ['affiliates', async () => (await newAffiliate(api.rows)).id],
  ['customers', newCustomer],
] as const;

describe.each(kinds)('%s, with Neon’s driver and PostgreSQL', (kind, make) => {
  const path = (id: string) => `/api/${kind}/${id}`;
  const put = (id: string, turn: number, version?: number) =>
    asAdmin('PUT', path(id), { name: `Turn ${String(turn)}`, email: newEmail(), version });

  test('of 8 concurrent changes of one version, one is saved and logged, and the others are conflicts', async () => {
    const id = await make();
    const before = await auditEntries(id);
    const answers = await runConcurrently(8, (turn) => put(id, turn, 1));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 7 });
    const winner = answers.find(({ status }) => status === 200)?.body;
    const [stored] = await api.rows(`select name, version from ${kind} where id = $1`, [id]);
    expect(winner).toMatchObject({ ...stored, version: 2 });
    expect(await auditEntries(id)).toHaveLength(before.length + 1);
  });

  test('a deletion during concurrent changes removes the record, and the log has no personal data of it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await make();
      const [deletion, ...edits] = await Promise.all([
        asAdmin('DELETE', path(id)),
        ...Array.from({ length: 6 }, (_, turn) => put(id, turn)),
      ]);
      expect(deletion.status).toBe(204);
      for (const { status } of edits) expect([200, 404]).toContain(status);
      expect(await api.rows(`select 1 as one from ${kind} where id = $1`, [id])).toEqual([]);
      const entries = await auditEntries(id);
      expect(entries.filter(({ action }) => String(action).endsWith('delete'))).toHaveLength(1);
      for (const entry of entries) expect(entry).toMatchObject({ before: null, after: null });
    }
  });
});

describe('affiliates', () => {
  const bulk = (action: string, ids: readonly string[]) =>
    asAdmin('POST', '/api/affiliates/bulk', { action, ids });
  const bulkResult = z.object({ changed: z.array(z.string()), unchanged: z.array(z.string()) });

  test('6 concurrent activations of the same 20 affiliates, in any order, change each once', async () => {
    const created = await runConcurrently(20, () => newAffiliate(api.rows, { activeFrom: null }));
    const ids = created.map(({ id }) => id);
    const answers = await runConcurrently(6, (turn) => bulk('activate', turn % 2 ? ids : ids.toReversed()));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 6 });
    const changed = answers.flatMap(({ body }) => bulkResult.parse(body).changed);
    expect(changed.sort()).toEqual(ids.toSorted());
    const [counts] = await api.rows(
      `select (select count(*)::int from affiliates where id = any ($1) and version = 2) changed,
         (select count(*)::int from affiliate_activations where affiliate_id = any ($1)) activations,
         (select count(*)::int from audit_log where entity_id = any ($2)) logged`,
      [ids, ids],
    );
    expect(counts).toEqual({ changed: 20, activations: 20, logged: 20 });
  });

  test('a deletion waits for the open transaction of a purchase, and then closes the affiliate', async () => {
    const { id } = await newAffiliate(api.rows);
    // The purchase locks the affiliate, and the deletion waits.
    const purchase = api.rows(
      `with named as (select id, code from affiliates where id = $1 for key share),
       bought as (
         insert into purchases (id, provider_id, type, plan_id, state, amount_cents, affiliate_code, affiliate_id)
         select $2, $3, 'one-time', 'basic', 'completed', 5999, code, id from named returning 1
       ) select pg_sleep(1) from bought`,
      [id, randomUUID(), unique()],
    );
    await expect
      .poll(
        () =>
          api.rows(
            "select 1 as one from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
          ),
        { timeout: 15_000 },
      )
      .toHaveLength(1);
    const deletion = await asAdmin('DELETE', `/api/affiliates/${id}`);
    await purchase;
    expect(deletion.status).toBe(204);
    const [stored] = await api.rows('select name, closed_at from affiliates where id = $1', [id]);
    expect(stored).toMatchObject({ name: 'Closed account', closed_at: expect.any(Date) as Date });
  });
});
