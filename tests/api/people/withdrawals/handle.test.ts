import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Withdrawal } from '../../../../src/server/people/withdrawals/withdrawal.ts';
import { sweepWithdrawals } from '../../../../src/server/people/withdrawals/sweep-withdrawals.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newWithdrawal, unique } from '../../factories.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';

let api: Api;
let token: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  [api, token] = await Promise.all([startApi({ database }), signIn('admin')]);
});
afterAll(() => api.close());

async function withdraw(changes?: Parameters<typeof newWithdrawal>[0]): Promise<string> {
  const { body } = await api.call('POST', '/api/withdrawals', newWithdrawal(changes));
  return (body as { id: string }).id;
}

function handle(id: string, note: string) {
  return api.call('PUT', `/api/withdrawals/${id}`, { note }, { token });
}

async function list(query = ''): Promise<readonly Withdrawal[]> {
  const { status, body } = await api.call('GET', `/api/withdrawals${query}`, undefined, { token });
  expect(status).toBe(200);
  return (body as { withdrawals: Withdrawal[] }).withdrawals;
}

const auditEntries = (id: string) =>
  api.rows('select action, entity, after, reason from audit_log where entity_id = $1', [id]);

test('an admin lists open withdrawals first, with known orders at the top', async () => {
  const make = fixtures(api.rows);
  const [order, payment] = [unique().toUpperCase(), unique().toUpperCase()];
  const purchase = await make.purchase({ provider_id: order });
  await make.payment({ purchase_id: purchase, provider_id: payment });
  const handled = await withdraw();
  await handle(handled, 'Refunded');
  const unknownId = await withdraw({ order_number: 'Basic, on November 1' });
  const open = [
    await withdraw({ order_number: ` #${order.toLowerCase()}` }),
    await withdraw({ order_number: payment }),
    unknownId,
  ];
  const [byOrder, byPayment, unknown, last] = await list();
  expect([byOrder, byPayment, unknown, last].map((row) => row?.id)).toEqual([...open, handled]);
  const found = { id: purchase, order_id: order, state: 'completed' };
  expect([byOrder, byPayment, unknown].map((row) => row?.purchase)).toEqual([found, found, null]);
  expect(Date.parse(byOrder?.due_at ?? '') - Date.parse(byOrder?.received_at ?? '')).toBe(14 * 86_400_000);

  expect((await list('?state=open')).map(({ id }) => id)).toEqual(open);
  expect((await list('?state=known')).map(({ id }) => id)).toEqual(open.slice(0, 2));
  expect((await list('?state=unknown')).map(({ id }) => id)).toEqual([unknownId]);
  expect((await list('?state=handled')).map(({ id }) => id)).toEqual([handled]);
  const { headers } = await api.call('GET', '/api/withdrawals?limit=2', undefined, { token });
  const cursor = headers.get('x-next-cursor') ?? '';
  expect((await list(`?cursor=${cursor}`)).map(({ id }) => id)).toEqual([open[2], handled]);
});

test('an admin marks a withdrawal as handled with a note, which is audited once', async () => {
  const id = await withdraw();
  expect(await handle(id, ' ')).toMatchObject({ status: 422, body: { code: 'note-required' } });
  const answers = await Promise.all([1, 2, 3].map(() => handle(id, 'Refunded in full')));
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { id, handled_note: 'Refunded in full' } });
  expect(await auditEntries(id)).toEqual([
    { action: 'withdrawal.handle', entity: 'withdrawal', after: { note: 'Refunded in full' }, reason: null },
  ]);
});

test('an admin marks many withdrawals as handled at once, and each is audited', async () => {
  const [first, second, handled] = [await withdraw(), await withdraw(), await withdraw()];
  await handle(handled, 'Refunded');
  const ids = [first, handled, second, randomUUID()];
  const answer = await api.call('POST', '/api/withdrawals/handle', { ids, note: 'No such order' }, { token });
  expect(answer).toMatchObject({
    status: 200,
    body: { changed: [first, second], unchanged: [handled], missing: [ids[3]] },
  });
  const notes = Object.fromEntries((await list()).map((row) => [row.id, row.handled_note]));
  expect([first, second, handled].map((id) => notes[id])).toEqual([
    'No such order',
    'No such order',
    'Refunded',
  ]);
  expect(await auditEntries(second)).toMatchObject([{ after: { note: 'No such order' } }]);
  expect(await auditEntries(handled)).toMatchObject([{ after: { note: 'Refunded' } }]);
});

test('a handled withdrawal without a known order is deleted after 90 days', async () => {
  const order = unique().toUpperCase();
  await fixtures(api.rows).purchase({ provider_id: order });
  const ids = [await withdraw(), await withdraw(), await withdraw({ order_number: order }), await withdraw()];
  const [old, recent, known, open] = ids;
  await api.call('POST', '/api/withdrawals/handle', { ids: ids.slice(0, 3), note: 'Done' }, { token });
  await api.rows("update withdrawals set handled_at = now() - interval '91 days' where id = any ($1)", [
    [old, known],
  ]);
  await api.rows("update withdrawals set handled_at = now() - interval '89 days' where id = $1", [recent]);
  await sweepWithdrawals({ db: database.db, now: new Date() });
  const left = await api.rows('select id from withdrawals where id = any ($1) order by id', [ids]);
  expect(left.map(({ id }) => id)).toEqual([recent, known, open]);
});

test('a withdrawal that another admin has handled is 409, and keeps the note', async () => {
  const id = await withdraw();
  await api.rows(
    "update withdrawals set handled_at = now(), handled_by = 'another-admin', handled_note = 'Refunded' where id = $1",
    [id],
  );
  expect(await handle(id, 'Mine')).toMatchObject({ status: 409, body: { code: 'withdrawal-handled' } });
  expect(await auditEntries(id)).toEqual([]);
  expect(await list('?state=handled')).toContainEqual(
    expect.objectContaining({ id, handled_note: 'Refunded' }),
  );
});
