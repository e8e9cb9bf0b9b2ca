import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/server/frame/context/database.ts';
import {
  affiliateListQuery,
  listAffiliates,
} from '../../../../src/server/money/affiliates/list-affiliates.ts';
import { customerListQuery, listCustomers } from '../../../../src/server/people/customers/list-customers.ts';
import type { ListPage } from '../../../../src/server/frame/lists/list-page.ts';
import { listPayouts, payoutQuery } from '../../../../src/server/money/payouts/list-payouts.ts';
import { listProfiles, profileListQuery } from '../../../../src/server/people/profiles/list-profiles.ts';
import { listPurchases, purchaseListQuery } from '../../../../src/server/admin/purchases/list-purchases.ts';
import { loadBuyer } from '../../../../src/server/money/purchases/load-buyer.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { openPostgres, type Postgres } from '../../neon.ts';
import { isDeep } from '../../../seed.ts';
import { recordingDatabase } from './recording-database.ts';
import { explain, type PlanNode, type Statement } from './explain.ts';
import { seedLedger } from './seed-ledger.ts';
import { seedLists } from './seed-lists.ts';

/** Rows in each list: enough for plans with indexes, and more than the 10,000 rows that a total counts exactly. */
const SIZE = isDeep ? 100_000 : 12_000;

let postgres: Postgres;
let db: Database;
let api: Api;
let token: string;
/** The statements that were run, newest last. */
const statements: Statement[] = [];
beforeAll(async () => {
  [postgres, token] = await Promise.all([openPostgres(), signIn('admin')]);
  const client = await postgres.pool.connect();
  // Turns triggers off, because they would slow down the inserts.
  await client.query('set session_replication_role = replica');
  await seedLists((text, values) => client.query(text, values), SIZE);
  client.release(true);
  db = recordingDatabase(postgres.pool, (query) => statements.push(query));
  api = await startApi({ database: { db, rows: postgres.rows, close: postgres.close } });
});
afterAll(() => api.close());

/** Returns the scans and sorts that find the rows of a page, without those for counts and for subqueries of each row. */
function nodesOf(plan: PlanNode): string[] {
  return [
    plan['Node Type'],
    ...(plan.Plans ?? [])
      .filter((child) => child['Parent Relationship'] === 'Outer')
      .flatMap((child) => nodesOf(child)),
  ];
}
/** Returns the newest statement that read a page. */
function lastPage(): Statement {
  return (
    statements.findLast(({ text }) => /"id" (asc|desc) limit \$\d+$/.test(text)) ?? { text: '', values: [] }
  );
}
async function nodesOfLastPage(): Promise<string[]> {
  return nodesOf(await explain(postgres.rows, lastPage()));
}
async function expectIndexScan() {
  const nodes = await nodesOfLastPage();
  expect(nodes[0]).toBe('Limit');
  expect(nodes.at(-1)).toMatch(/^Index( Only)? Scan$/);
  expect(nodes).not.toContain('Sort');
}

type Rows = ListPage<{ id: string }>;
interface SortedPageQuery {
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
const lists = {
  affiliates: ({ sort, ...paging }: SortedPageQuery): Promise<Rows> =>
    listAffiliates({ db }, { ...affiliateListQuery.parse({ sort }), ...paging }),
  customers: ({ sort, ...paging }: SortedPageQuery): Promise<Rows> =>
    listCustomers({ db }, { ...customerListQuery.parse({ sort }), ...paging }),
  'user-profiles': ({ sort, ...paging }: SortedPageQuery): Promise<Rows> =>
    listProfiles({ db, actor: { kind: 'service' } }, { ...profileListQuery.parse({ sort }), ...paging }),
};
const sorts = [
  ['affiliates', 'name'],
  ['affiliates', 'email'],
  ['affiliates', 'code'],
  ['affiliates', 'date_created'],
  ['affiliates', 'date_activated'],
  ['affiliates', 'waiting'],
  ['customers', 'name'],
  ['customers', 'email'],
  ['customers', 'created_at'],
  ['user-profiles', 'name'],
  ['user-profiles', 'userId'],
  ['user-profiles', 'email'],
  ['user-profiles', 'createdAt'],
].flatMap(([list = '', column = '']) =>
  // The deep check also sorts backwards.
  (isDeep ? [column, `-${column}`] : [column]).map((sort) => [list as keyof typeof lists, sort] as const),
);

test.each(sorts)('the first and later pages of many %s sorted by %s use an index', async (name, sort) => {
  const list = lists[name];
  const first = await list({ sort, limit: 50 });
  expect(first).toMatchObject({ total: '10000+', rows: { length: 50 } });
  await expectIndexScan();
  expect((await list({ sort, limit: 50, cursor: first.next ?? '' })).rows).toHaveLength(50);
  await expectIndexScan();
});

// Names repeat and may be missing. The deep check walks each list by every column.
const walks = sorts.filter(([, sort]) => isDeep || sort === 'name');

test.each(walks)('the pages of many %s sorted by %s have each row once', async (name, sort) => {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Rows = await lists[name]({ sort, limit: 10_000, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  }
  expect(ids).toHaveLength(name === 'affiliates' ? 0.99 * SIZE : SIZE);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Returns the tables that a plan reads completely. */
function fullyReadTables(plan: PlanNode): readonly (string | undefined)[] {
  return [
    ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']] : []),
    ...(plan.Plans ?? []).flatMap(fullyReadTables),
  ];
}

describe('with many payouts and purchases', () => {
  beforeAll(async () => {
    const client = await postgres.pool.connect();
    await seedLedger((text, values) => client.query(text, values), Math.min(SIZE, 20_000));
    for (const table of [
      'purchases',
      'payments',
      'commission_entries',
      'commission_holds',
      'statements',
      'statement_entries',
      'payouts',
    ])
      await client.query(`analyze ${table}`);
    client.release();
  });

  const payoutsOf = (filter: Record<string, string>) =>
    listPayouts({ db, now: new Date() }, payoutQuery.parse(filter));
  const planOfLastPage = () => explain(postgres.rows, lastPage());

  test('the anomalies of payouts are found without a full scan of the ledger', async () => {
    expect((await payoutsOf({ state: 'proposed' })).rows.length).toBeGreaterThan(100);
    const fullyRead = fullyReadTables(await planOfLastPage());
    for (const table of ['statement_entries', 'commission_entries', 'payments', 'purchases', 'statements'])
      expect(fullyRead).not.toContain(table);
  });

  test.each([
    ['affiliates', () => listAffiliates({ db }, affiliateListQuery.parse({ limit: '50' }))],
    ['purchases', () => listPurchases({ db }, purchaseListQuery.parse({ limit: '50' }))],
  ])('subqueries of a page of %s run only for its rows', async (_name, list) => {
    expect((await list()).rows).toHaveLength(50);
    const fullyRead = fullyReadTables(await planOfLastPage());
    for (const table of ['commission_entries', 'commission_holds', 'payments', 'statements'])
      expect(fullyRead).not.toContain(table);
  });

  test('the account of a buyer is found with an index', async () => {
    const buyer = await loadBuyer(db, {
      reference: { providerId: 'ORDER778' },
      payer: { id: 'PAYER400', email: 'payer401@list.example' },
      codes: ['l1'],
    });
    expect(buyer.purchases).toHaveLength(6);
    const plan = await explain(postgres.rows, statements.at(-1) ?? { text: '', values: [] });
    for (const table of ['purchases', 'payments', 'commission_entries', 'affiliates', 'commission_holds'])
      expect(fullyReadTables(plan)).not.toContain(table);
  });

  test.each(['payer777@', 'capture777'])(
    'a search for %s finds the purchases first and sorts them afterwards',
    async (q) => {
      const { rows } = await listPurchases({ db }, purchaseListQuery.parse({ q, limit: '50' }));
      expect(rows.length).toBeGreaterThan(0);
      expect(await nodesOfLastPage()).toContain('Sort');
    },
  );
});

describe('with many rows', () => {
  const totalOf = (count: number) => (count > 10_000 ? '10000+' : String(count));

  test.each([
    ['affiliates', 'q=person11777@', '1'],
    ['affiliates', 'q=list.example', '10000+'],
    ['affiliates', 'state=active', totalOf(0.66 * SIZE)],
    ['affiliates', 'state=inactive&q=person1133', '3'],
    ['customers', 'q=reader11777@', '1'],
    ['user-profiles', 'q=USER-11777', '1'],
    ['user-profiles', 'q=list.example', totalOf((2 / 3) * SIZE)],
    ['user-profiles', 'q=nobody@', '0'],
  ])('%s?%s finds %s', async (name, query, total) => {
    const answer = await api.call('GET', `/api/${name}?limit=50&${query}`, undefined, { token });
    expect([answer.status, answer.headers.get('x-total-count')]).toEqual([200, total]);
  });

  test.each([['affiliates', 0.99 * SIZE]])('an export has each of all %s once', async (name, count) => {
    const answer = await api.call('GET', `/api/${name}/export`, undefined, { token });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    const [header = [], ...rows] = parseCsv(String(answer.body)) ?? [];
    const email = header.indexOf('email');
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map((row) => row[email])).size).toBe(count);
  });
});
