import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
let now: Date;
beforeAll(async () => {
  api = await startApi({ now: () => now });
});
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  await api.rows('delete from daily_counts', []);
});
afterAll(() => api.close());

const count = (event: string, subject: string) =>
  api.call('POST', `/api/counts/${event}?of=${encodeURIComponent(subject)}`);

const countFrom = (event: string, subject: string, code: string) =>
  api.call('POST', `/api/counts/${event}?of=${subject}&from=${code}`);

const stored = () =>
  api.rows(
    'select day::text, event::text, subject, count from daily_counts order by day, event, subject',
    [],
  );

test('events are added up by UTC day and subject', async () => {
  const file = releaseFile('1.0.0', 'mac.zip');
  now = new Date('2026-02-28T23:59:59Z');
  expect(await count('view', '/buy')).toMatchObject({ status: 204, body: null });
  now = new Date('2026-03-01T00:00:00Z');
  for (const subject of ['/buy', '/', '/buy']) await count('view', subject);
  await count('plan-chosen', 'basic');
  await count('payment-begun', 'basic');
  await count('download', file);
  expect(await stored()).toEqual([
    { day: '2026-02-28', event: 'view', subject: '/buy', count: 1 },
    { day: '2026-03-01', event: 'download', subject: file, count: 1 },
    { day: '2026-03-01', event: 'payment-begun', subject: 'basic', count: 1 },
    { day: '2026-03-01', event: 'plan-chosen', subject: 'basic', count: 1 },
    { day: '2026-03-01', event: 'view', subject: '/', count: 1 },
    { day: '2026-03-01', event: 'view', subject: '/buy', count: 2 },
  ]);
});

test('simultaneous views of a page are all counted', async () => {
  await Promise.all(Array.from({ length: 20 }, () => count('view', '/why')));
  expect(await stored()).toEqual([{ day: '2026-03-01', event: 'view', subject: '/why', count: 20 }]);
});

test('events after an owner’s link count for the link, too, and a payment for the link alone', async () => {
  await api.rows("insert into owner_links (id, name, code) values (gen_random_uuid(), 'Spring', 'spring')");
  await Promise.all(Array.from({ length: 100 }, () => countFrom('view', '/buy', 'spring')));
  await countFrom('paid', 'basic', 'spring');
  expect((await countFrom('view', '/', 'unknown')).status).toBe(204);
  for (const code of ['SPRING', '', '%00', 'a'.repeat(17)])
    expect((await countFrom('view', '/', code)).status).toBe(422);
  await count('paid', 'basic');
  expect(
    await api.rows('select day::text, event::text, count from owner_link_counts order by event'),
  ).toEqual([
    { day: '2026-03-01', event: 'paid', count: 1 },
    { day: '2026-03-01', event: 'view', count: 100 },
  ]);
  const counted = await stored();
  expect(counted.map(({ event }) => event)).toEqual(['view', 'view']);
  expect(counted).toContainEqual({ day: '2026-03-01', event: 'view', subject: '/buy', count: 100 });
});

test('the address of a profile counts as /profile, without the id of the user', async () => {
  await count('view', '/profile/Seed-Ada');
  await count('view', '/profile');
  expect(await stored()).toEqual([{ day: '2026-03-01', event: 'view', subject: '/profile', count: 2 }]);
});

test('after 500 installers of a day, only names of this and the last day count apart', async () => {
  const file = (number: number) => releaseFile(`${String(number)}.0.0`, 'mac.zip');
  await api.rows(
    `insert into daily_counts (day, event, subject, count)
     select '2026-03-01', 'download', name, 1 from json_array_elements_text($1) name`,
    [JSON.stringify(Array.from({ length: 499 }, (_, index) => file(index + 1)))],
  );
  await api.rows("insert into daily_counts values ('2026-02-28', 'download', $1, 1)", [file(900)]);
  for (const number of [500, 501, 502, 500, 900, 900]) await count('download', file(number));
  const rows = (await stored()).filter(({ day }) => day === '2026-03-01');
  expect(rows).toHaveLength(502);
  expect(rows.filter((row) => row.count !== 1)).toEqual([
    { day: '2026-03-01', event: 'download', subject: '(other)', count: 2 },
    { day: '2026-03-01', event: 'download', subject: file(500), count: 2 },
    { day: '2026-03-01', event: 'download', subject: file(900), count: 2 },
  ]);
});

test('a view of a page that is not in the build is answered with 204 and not counted', async () => {
  const built = await startApi({ now: () => now, countedPages: ['/buy'] });
  for (const page of ['/invented', '/buy'])
    expect((await built.call('POST', `/api/counts/view?of=${page}`)).status).toBe(204);
  expect(await built.rows('select subject, count from daily_counts')).toEqual([
    { subject: '/buy', count: 1 },
  ]);
  await built.close();
});

test.each([
  ['view', '/buy?email=a@mail.example'],
  ['view', `/${'a'.repeat(80)}`],
  ['view', '(other)'],
  ['payment-begun', 'golden'],
  ['download', '/dist/Kithbook-1.0-mac.zip'],
])('%s of “%s” is refused and not counted', async (event, subject) => {
  expect(await count(event, subject)).toMatchObject({ status: 422, body: { code: 'invalid' } });
  expect(await stored()).toEqual([]);
});
