import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Overview } from '../../../../src/server/admin/overview/show-overview.ts';
import { signIn } from '../../accounts.ts';
import { newEmail } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { newMail, newSubscription, queueLetter } from '../../newsletter-factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const dayMs = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const failed = (days: number, changes = {}) =>
  newMail(api.rows, {
    kind: 'receipt',
    state: 'failed',
    attempts: 24,
    last_error: '550 No such mailbox',
    finished_at: ago(days * dayMs),
    ...changes,
  });
const read = async (id: string) => (await api.rows('select * from mails where id = $1', [id]))[0];
const overview = async () =>
  (await api.call('GET', '/api/admin/overview', undefined, { token })).body as Overview;

test('an admin sees late and given-up mails, and retries the given-up ones', async () => {
  const [newest, older] = [await failed(1), await failed(29, { last_error: null })];
  const old = await failed(31);
  const forgotten = await failed(2, { address: null, data: null });
  const reader = await newSubscription(api.rows, 'confirmed');
  const left = await newSubscription(api.rows, 'left');
  const [letter = '', leftLetter = ''] = await queueLetter(api.rows, [reader, left]);
  for (const id of [letter, leftLetter])
    await api.rows(
      "update mails set state = 'failed', finished_at = now() - interval '3 days' where id = $1",
      [id],
    );
  await newMail(api.rows, { created_at: ago(16 * 60_000) });
  await newMail(api.rows, { created_at: ago(14 * 60_000) });

  const { mails } = await overview();
  expect(mails).toMatchObject({ given_up: 3, late: 1 });
  const ids = mails.newest.map(({ id }) => id);
  expect(ids).toEqual([newest, letter, older]);
  expect(mails.newest[0]).toMatchObject({ id: newest, kind: 'receipt', error: '550 No such mailbox' });

  expect(await api.call('POST', '/api/mails/retry', undefined, { token })).toMatchObject({
    status: 200,
    body: { mails: 3 },
  });
  for (const id of [newest, older, letter])
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0, finished_at: null });
  for (const id of [old, forgotten, leftLetter]) expect(await read(id)).toMatchObject({ state: 'failed' });
  expect(
    await api.rows("select entity_id from audit_log where action = 'mail.retry' order by entity_id"),
  ).toEqual([newest, older, letter].sort().map((entity_id) => ({ entity_id })));
  expect((await overview()).mails.given_up).toBe(0);
  expect((await api.call('POST', '/api/mails/retry', undefined, { token })).body).toEqual({ mails: 0 });
});

test('an overview lists the newest ten mails that were given up, without addresses', async () => {
  const email = newEmail();
  for (let mail = 0; mail < 12; mail += 1) await failed(1, { address: email });
  const { mails } = await overview();
  expect(mails.newest).toHaveLength(10);
  expect(mails.given_up).toBeGreaterThanOrEqual(12);
  expect(JSON.stringify(mails)).not.toContain(email);
});
