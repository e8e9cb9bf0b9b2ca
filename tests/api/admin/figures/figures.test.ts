import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '../../../../src/server/admin/figures/show-figures.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { newSubscription } from '../../newsletter-factories.ts';

/** A Monday. Twelve months earlier is Sunday, March 2, 2025, in the week that begins on February 24. */
const now = new Date('2026-03-02T12:00:00Z');

let api: Api;
let token: string;
let ada: Awaited<ReturnType<typeof newAffiliate>>;
let ben: Awaited<ReturnType<typeof newAffiliate>>;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi({ now: () => now }), signIn('admin')]);
  await api.rows('truncate daily_counts, link_clicks', []);
  await api.rows('delete from newsletter_subscriptions', []);
  [ada, ben] = [await newAffiliate(api.rows), await newAffiliate(api.rows)];
  for (const values of [
    ['2025-02-23', 'view', '/buy', 1_000],
    ['2025-02-24', 'view', '/buy', 1],
    ['2026-02-22', 'view', '/', 5],
    ['2026-02-23', 'view', '/buy', 20],
    ['2026-03-01', 'view', '/buy', 10],
    ['2026-03-01', 'view', '/', 7],
    ['2026-03-01', 'plan-chosen', 'basic', 6],
    ['2026-03-01', 'plan-chosen', 'annual', 3],
    ['2026-03-01', 'payment-begun', 'basic', 4],
    ['2026-03-02', 'download', 'Kithbook-1.0-mac.zip', 2],
  ])
    await api.rows('insert into daily_counts (day, event, subject, count) values ($1, $2, $3, $4)', values);
  await newSubscription(api.rows, 'confirmed', { confirmed_at: '2026-03-01T23:59:59Z' });
  await newSubscription(api.rows, 'left', { confirmed_at: '2026-03-01T00:00:00Z' });
  await newSubscription(api.rows, 'asked');
  await insertPayments();
  await insertClicks();
});
afterAll(() => api.close());

/** Five first payments and a renewal. One is pending, one came before the twelve months, one before the first click. */
async function insertPayments(): Promise<void> {
  const { purchase, payment } = fixtures(api.rows);
  await api.rows("update payments set paid_at = '2020-01-01'", []);
  const credited = { affiliate_id: ada.id, affiliate_code: ada.code, created_at: '2026-03-01T12:00:00Z' };
  const early = { ...credited, created_at: '2025-06-02T12:00:00Z' };
  const subscription = await purchase({
    ...credited,
    type: 'subscription',
    plan_id: 'annual',
    state: 'active',
  });
  await payment({ purchase_id: subscription, paid_at: '2026-02-23T00:00:00Z', state: 'reversed' });
  await payment({ purchase_id: subscription, paid_at: '2026-03-01T00:00:00Z', sequence: 2 });
  await payment({ purchase_id: await purchase(credited), paid_at: '2026-03-01T12:00:00Z' });
  await payment({ purchase_id: await purchase(early), paid_at: '2025-06-02T12:00:00Z' });
  const pending = await purchase({ ...credited, state: 'pending' });
  await payment({ purchase_id: pending, paid_at: '2026-03-01T12:00:00Z', state: 'pending' });
  await payment({ purchase_id: await purchase(early), paid_at: '2025-02-23T23:59:59Z' });
}

/** Ada’s clicks are those of two codes. Clicks from before the twelve months do not count. */
async function insertClicks(): Promise<void> {
  const namedCode = `n${unique()}`;
  await api.rows('insert into affiliate_codes (code, affiliate_id, label) values ($1, $2, $3)', [
    namedCode,
    ada.id,
    'Newsletter',
  ]);
  for (const [code, day, clicks] of [
    [ada.code, '2026-03-01', 30],
    [namedCode, '2026-02-23', 50],
    [namedCode, '2025-02-23', 500],
    [ben.code, '2026-03-01', 9],
  ])
    await api.rows('insert into link_clicks (code, day, clicks) values ($1, $2, $3)', [code, day, clicks]);
}

async function fetchFigures(query = ''): Promise<Figures> {
  const answer = await api.call('GET', `/api/figures${query}`, undefined, { token });
  expect(answer.status).toBe(200);
  return answer.body as Figures;
}

const none = {
  views: 0,
  plans_chosen: 0,
  payments_begun: 0,
  paid: 0,
  newsletter_confirmed: 0,
  downloads: 0,
};

test('an admin gets the sums of each week or day of twelve months, and zero without events', async () => {
  const { periods, first_day, last_day } = await fetchFigures('?unit=week');
  expect([first_day, last_day]).toEqual(['2025-02-24', '2026-03-02']);
  expect(periods).toHaveLength(54);
  expect(periods[0]).toEqual({ ...none, start: '2025-02-24', views: 1 });
  expect(periods[1]).toEqual({ ...none, start: '2025-03-03' });
  expect(periods.slice(-2)).toEqual([
    {
      start: '2026-02-23',
      views: 37,
      plans_chosen: 9,
      payments_begun: 4,
      paid: 2,
      newsletter_confirmed: 2,
      downloads: 0,
    },
    { ...none, start: '2026-03-02', downloads: 2 },
  ]);
  const days = (await fetchFigures('?unit=day')).periods;
  expect(days).toHaveLength(372);
  expect(days.at(-2)).toMatchObject({ start: '2026-03-01', views: 17, paid: 1 });
});

test('a chosen page limits the views, and neither the steps to a payment nor the list of pages', async () => {
  const all = await fetchFigures();
  const { periods, funnel, pages } = await fetchFigures('?unit=week&page=/');
  expect(periods.map(({ views }) => views).filter(Boolean)).toEqual([5, 7]);
  expect(funnel).toEqual({
    first_day: '2025-02-24',
    buy_views: 31,
    plans_chosen: 9,
    payments_begun: 4,
    paid: 3,
  });
  expect(pages).toEqual([
    { page: '/buy', views: 31 },
    { page: '/', views: 12 },
  ]);
  expect([funnel, pages]).toEqual([all.funnel, all.pages]);
});

test('affiliates have the clicks of all their codes, and the purchases since the first click', async () => {
  const { affiliates } = await fetchFigures();
  const common = { name: 'Minted' };
  expect(affiliates).toEqual([
    { ...common, affiliate_id: ada.id, code: ada.code, clicks: 80, purchases: 2, conversion_percent: 2.5 },
    { ...common, affiliate_id: ben.id, code: ben.code, clicks: 9, purchases: 0, conversion_percent: 0 },
  ]);
});

test('the CSV has a line for each week, figure and subject', async () => {
  const answer = await api.call('GET', '/api/figures?unit=week&page=/buy&format=csv', undefined, { token });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="figures-2026-03-02.csv"');
  const [head, ...lines] = parseCsv(String(answer.body)) ?? [];
  expect(head).toEqual(['day', 'figure', 'subject', 'count']);
  expect(lines).toHaveLength(13);
  expect(lines.filter(([day]) => day === '2026-02-23').map((line) => line.slice(1).join(' '))).toEqual(
    [
      `affiliate-click ${ada.code} 80`,
      `affiliate-click ${ben.code} 9`,
      `affiliate-purchase ${ada.code} 2`,
      'newsletter-confirmed  2',
      'paid annual 1',
      'paid basic 1',
      'payment-begun basic 4',
      'plan-chosen annual 3',
      'plan-chosen basic 6',
      'view /buy 30',
    ].sort(),
  );
});

test('the steps to a payment leave out payments from before the first counted event', async () => {
  await api.rows("delete from daily_counts where day < '2026-02-22'", []);
  expect((await fetchFigures()).funnel).toMatchObject({ first_day: '2026-02-22', paid: 2 });
  await api.rows('delete from daily_counts', []);
  expect((await fetchFigures()).funnel).toMatchObject({ first_day: null, paid: 0 });
});
