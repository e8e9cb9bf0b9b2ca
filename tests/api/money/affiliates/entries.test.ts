import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';

const now = new Date('2026-03-15T12:00:00Z');
const path = '/api/affiliates/entries';
let api: Api;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  api = await startApi({ now: () => now });
  make = fixtures(api.rows);
});
afterAll(() => api.close());

async function newMember() {
  const { email, token } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  const get = (query = '') => api.call('GET', path + query, undefined, { token });
  return { id, get };
}

/** Inserts a payment with its commission. */
async function earn(affiliate_id: string, at: string): Promise<string> {
  const purchase_id = await make.purchase({ payer_email: 'buyer@mail.example', payer_id: 'BUYER' });
  const payment_id = await make.payment({ purchase_id, paid_at: at });
  await make.entry({ affiliate_id, payment_id, occurred_at: at });
  return payment_id;
}

/** Inserts an affiliate with two commissions and a refund, in two months. */
async function memberWithEntries() {
  const member = await newMember();
  const affiliate_id = member.id;
  const payment_id = await earn(affiliate_id, '2026-01-31T23:59:59.999Z');
  await earn(affiliate_id, '2026-02-01T00:00:00Z');
  const refund = { kind: 'refund', amount_cents: -550, occurred_at: '2026-02-28T23:59:59.999Z' };
  await make.entry({ affiliate_id, payment_id, ...refund });
  return member;
}

const list = z.object({
  entries: z.array(z.looseObject({ id: z.string(), date: z.string(), kind: z.string() })),
  months: z.array(z.string()),
});

type Get = (query?: string) => ReturnType<Api['call']>;

async function fetchEntries(get: Get, query = '') {
  const { status, body, headers } = await get(query);
  expect(status).toBe(200);
  return {
    ...list.parse(body),
    total: headers.get('x-total-count'),
    next: headers.get('x-next-cursor'),
  };
}

function daysOf({ entries }: z.infer<typeof list>): readonly string[] {
  return entries.map(({ date }) => date.slice(0, 10));
}

test('an affiliate filters their own entries by month and kind', async () => {
  const { get } = await memberWithEntries();
  await earn((await newMember()).id, '2026-02-02T00:00:00Z');
  const months = ['2026-02', '2026-01'];
  for (const [query, days] of [
    ['', ['2026-02-28', '2026-02-01', '2026-01-31']],
    ['?month=2026-02', ['2026-02-28', '2026-02-01']],
    ['?kind=commission', ['2026-02-01', '2026-01-31']],
    ['?month=2026-02&kind=refund', ['2026-02-28']],
    ['?month=2026-03', []],
  ] as const) {
    const report = await fetchEntries(get, query);
    expect(daysOf(report), query).toEqual(days);
    expect(report, query).toMatchObject({ months, total: String(days.length), next: null });
  }
  expect((await fetchEntries(get, '?kind=refund')).entries).toMatchObject([
    {
      plan: 'Basic',
      amount_cents: -550,
      state: 'Pending',
      explanation:
        '10% of $59.99 refunded, adjusted for rounding across refunds (first payment on 1/31/2026)',
    },
  ]);
  expect(JSON.stringify((await get()).body)).not.toMatch(/buyer/i);
});

test('the pages have every entry once, even entries of the same moment', async () => {
  const { id, get } = await newMember();
  for (let entry = 0; entry < 5; entry += 1) await earn(id, '2026-01-10T00:00:00.123456Z');
  const seen: string[] = [];
  let query = '?limit=2';
  for (const length of [2, 2, 1]) {
    const page = await fetchEntries(get, query);
    expect([page.entries.length, page.total, page.next !== null]).toEqual([length, '5', length === 2]);
    seen.push(...page.entries.map((entry) => entry.id));
    query = `?limit=2&cursor=${page.next ?? ''}`;
  }
  expect(new Set(seen).size).toBe(5);
  expect(await get('?cursor=nonsense')).toMatchObject({ status: 422, body: { code: 'invalid' } });
});

test('the CSV has every entry that matches, without buyers', async () => {
  const { get } = await memberWithEntries();
  const answer = await get('?format=csv&limit=1');
  expect(answer.status).toBe(200);
  expect(
    ['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name)),
  ).toEqual(['text/csv; charset=utf-8', 'attachment; filename="commissions-2026-03-15.csv"', 'no-store']);
  const rows = parseCsv(String(answer.body)) ?? [];
  expect(rows).toHaveLength(4);
  expect(rows.slice(0, 2)).toEqual([
    ['date', 'plan', 'kind', 'commission_usd', 'rate_percent', 'base_usd', 'explanation', 'state'],
    [
      '2026-02-28T23:59:59.999Z',
      'Basic',
      'refund',
      '-5.50',
      '10',
      '59.99',
      '10% of $59.99 refunded, adjusted for rounding across refunds (first payment on 1/31/2026)',
      'Pending',
    ],
  ]);
  expect(answer.body).not.toMatch(/buyer/i);
  const january = await get('?format=csv&month=2026-01');
  expect(parseCsv(String(january.body))).toMatchObject([{}, { 2: 'commission', 3: '6.00' }]);
});

test('an admin reads the entries of any affiliate, and an affiliate only their own', async () => {
  const [{ id }, other] = [await memberWithEntries(), await newMember()];
  const token = await signIn('admin');
  const answer = await api.call('GET', `${path}?affiliate=${id}&kind=refund`, undefined, { token });
  expect(list.parse(answer.body).entries).toHaveLength(1);
  expect(await other.get(`?affiliate=${id}`)).toMatchObject({ status: 404 });
});
