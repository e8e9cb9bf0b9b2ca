import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '../../../../src/server/admin/figures/show-figures.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';

const now = new Date('2026-03-02T12:00:00Z');

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi({ now: () => now }), signIn('admin')]);
});
afterAll(() => api.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  api.call(method, `/api/figures${path}`, body, { token });
const makeLink = async (name: string) => {
  const { status, body } = await asAdmin('POST', '/links', { name });
  expect(status).toBe(201);
  return body as { readonly id: string; readonly code: string };
};
const listLinks = async () => ((await asAdmin('GET', '')).body as Figures).links;

const noNumbers = { views: 0, plans_chosen: 0, payments_begun: 0, paid: 0, downloads: 0 };

test('a link has the sums of twelve months, in the figures and by week in the CSV', async () => {
  const { id, code } = await makeLink('Spring letter');
  for (const [day, event, count] of [
    ['2025-02-23', 'view', 1_000],
    ['2026-02-23', 'view', 40],
    ['2026-03-01', 'view', 60],
    ['2026-03-01', 'plan-chosen', 9],
    ['2026-03-01', 'payment-begun', 5],
    ['2026-03-01', 'paid', 3],
    ['2026-03-02', 'download', 12],
  ])
    await api.rows('insert into owner_link_counts (link_id, day, event, count) values ($1, $2, $3, $4)', [
      id,
      day,
      event,
      count,
    ]);
  const other = await makeLink('A post');
  expect(await listLinks()).toEqual([
    { ...other, name: 'A post', ...noNumbers },
    {
      id,
      name: 'Spring letter',
      code,
      views: 100,
      plans_chosen: 9,
      payments_begun: 5,
      paid: 3,
      downloads: 12,
    },
  ]);
  const csv = await asAdmin('GET', '?unit=week&format=csv');
  const lines = (parseCsv(String(csv.body)) ?? []).filter(([, figure]) => figure?.startsWith('link-'));
  expect(lines).toEqual([
    ['2026-02-23', 'link-paid', 'Spring letter', '3'],
    ['2026-02-23', 'link-payment-begun', 'Spring letter', '5'],
    ['2026-02-23', 'link-plan-chosen', 'Spring letter', '9'],
    ['2026-02-23', 'link-view', 'Spring letter', '100'],
    ['2026-03-02', 'link-download', 'Spring letter', '12'],
  ]);
});

test('a name belongs to one link, and must not be empty', async () => {
  await makeLink('Autumn letter');
  expect(await asAdmin('POST', '/links', { name: 'autumn LETTER' })).toMatchObject({
    status: 409,
    body: { code: 'link-label-taken' },
  });
  expect((await asAdmin('POST', '/links', { name: ' ' })).body).toMatchObject({
    code: 'link-label-required',
  });
});

test('deleting a link deletes its figures, and both changes are audited', async () => {
  const { id, code } = await makeLink('Short-lived');
  await api.call('POST', `/api/counts/view?of=/&from=${code}`);
  expect((await asAdmin('DELETE', `/links/${id}`)).status).toBe(204);
  expect(await api.rows('select 1 from owner_link_counts where link_id = $1', [id])).toEqual([]);
  expect((await asAdmin('DELETE', `/links/${id}`)).body).toMatchObject({ code: 'owner-link-not-found' });
  // A view after the deletion counts for the page alone.
  expect((await api.call('POST', `/api/counts/view?of=/&from=${code}`)).status).toBe(204);
  const entries = await api.rows(
    'select action, before, after from audit_log where entity_id = $1 order by at, id',
    [id],
  );
  const facts = { name: 'Short-lived', code };
  expect(entries).toEqual([
    { action: 'owner-link.create', before: null, after: facts },
    { action: 'owner-link.delete', before: facts, after: null },
  ]);
});
