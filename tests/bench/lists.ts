import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { affiliateListQuery, listAffiliates } from '../../src/server/money/affiliates/list-affiliates.ts';
import { customerListQuery, listCustomers } from '../../src/server/people/customers/list-customers.ts';
import { auditSearch, listAudit } from '../../src/server/admin/audit/list-audit.ts';
import { showFigures } from '../../src/server/admin/figures/show-figures.ts';
import { listPayouts, payoutQuery } from '../../src/server/money/payouts/list-payouts.ts';
import { listProfiles, profileListQuery } from '../../src/server/people/profiles/list-profiles.ts';
import { listPurchases, purchaseListQuery } from '../../src/server/admin/purchases/list-purchases.ts';
import { migratePostgres } from '../builds/postgres-database.ts';
import { seedCounts } from '../api/frame/db/seed-counts.ts';
import { seedLedger } from '../api/frame/db/seed-ledger.ts';
import { seedLists } from '../api/frame/db/seed-lists.ts';
import { limits } from '../../src/shared/limits.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { createDatabase } from '../../src/server/frame/db/create-database.ts';
import { poolDriver } from '../../stack/postgres/connect.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- lists`: measures the first page of each admin list in a PostgreSQL with 100,000 affiliates, customers, profiles,
 * purchases, payouts and audit entries: every sort order, every state, searches with many, few and no results, and the longest page,
 * which callers get without a limit. Then measures the
 * owner's figures of a year with 10 million clicks in 100,000 rows, and 100,000 purchases. Exits with 1 if the median time of a page
 * with its total count, or of the figures, is more than 100 ms.
 */
const SIZE = 100_000;
const GOAL_MS = 100;
const TURNS = 21;

const postgres = await startPostgres({ isDurable: false });
const url = await postgres.createDatabase('bench');
await migratePostgres(url);
// The migrations change settings of later connections.
const pool = new pg.Pool({ connectionString: url, max: 1 });
console.log(`Writing ${SIZE.toLocaleString('en')} rows into each list …`);
await seedLists((text, values) => pool.query(text, values), SIZE);
await seedLedger((text, values) => pool.query(text, values), SIZE);
await pool.query('vacuum analyze');
const db = createDatabase(poolDriver(pool));

/** Stands for a request without a limit. */
const withoutLimit = 'no limit';

const searches = ['q=list.example', 'q=person7777', 'q=reader7777', 'q=member7777', 'q=nobody'];
const affiliateQueries = [
  withoutLimit,
  ...['name', 'email', 'code', 'date_created', 'date_activated'].flatMap((by) => [
    `sort=${by}`,
    `sort=-${by}`,
  ]),
  ...['active', 'inactive', 'closed'].map((state) => `state=${state}`),
  ...searches,
];
const customerQueries = [
  withoutLimit,
  ...['name', 'email', 'created_at'].flatMap((by) => [`sort=${by}`, `sort=-${by}`]),
  ...searches,
];
const profileQueries = [
  withoutLimit,
  ...['name', 'userId', 'email', 'createdAt'].flatMap((by) => [`sort=${by}`, `sort=-${by}`]),
  ...searches,
];

const purchaseQueries = [
  withoutLimit,
  ...['created_at', 'payer_email', 'code'].flatMap((by) => [`sort=${by}`, `sort=-${by}`]),
  ...['completed', 'pending', 'hold'].map((state) => `state=${state}`),
  'q=list.example',
  'q=payer7777@',
  'q=capture7777',
  'q=nobody',
];
const payoutQueries = [
  withoutLimit,
  '',
  'state=proposed',
  'state=paid',
  'state=rejected',
  'month=2020-03',
  'month=2021-01&state=approved',
];
const auditQueries = [withoutLimit, '', 'entity=affiliate', 'actor=admin1', 'q=admin2@', 'q=nobody'];

type FetchList = (query: Record<string, string>) => Promise<{ rows: readonly unknown[]; total: string }>;
const affiliates: FetchList = (query) => listAffiliates({ db }, affiliateListQuery.parse(query));
const customers: FetchList = (query) => listCustomers({ db }, customerListQuery.parse(query));
const profiles: FetchList = (query) =>
  listProfiles({ db, actor: { kind: 'service' } }, profileListQuery.parse(query));

const purchases: FetchList = (query) => listPurchases({ db }, purchaseListQuery.parse(query));
const payouts: FetchList = (query) => listPayouts({ db, now: new Date() }, payoutQuery.parse(query));
const auditLog: FetchList = ({ limit, ...query }) =>
  listAudit({ db }, auditSearch.parse({ ...query, limit: Number(limit) }));

/** The rows are the periods of the figures, and the total is their number of views. */
const figures: FetchList = async ({ unit, page }) => {
  const { periods } = await showFigures({ db, now: new Date() }, unit === 'day' ? 'day' : 'week', page);
  return { rows: periods, total: String(periods.reduce((sum, { views }) => sum + views, 0)) };
};

async function measure(list: string, fetchList: FetchList, queryText: string) {
  const query = {
    limit: queryText === withoutLimit ? String(limits.listRows) : '50',
    ...Object.fromEntries(new URLSearchParams(queryText === withoutLimit ? '' : queryText)),
  };
  const { rows, total } = await fetchList(query);
  const turns: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = performance.now();
    await fetchList(query);
    turns.push(performance.now() - start);
  }
  const ms = (value: number) => rounded(value, 1);
  return {
    list,
    query: queryText,
    rows: rows.length,
    total,
    median: ms(median(turns)),
    slowest: ms(Math.max(...turns)),
  };
}

const results = [];
for (const query of affiliateQueries) results.push(await measure('affiliates', affiliates, query));
for (const query of customerQueries) results.push(await measure('customers', customers, query));
for (const query of profileQueries) results.push(await measure('user-profiles', profiles, query));
for (const query of purchaseQueries) results.push(await measure('purchases', purchases, query));
for (const query of payoutQueries) results.push(await measure('payouts', payouts, query));
for (const query of auditQueries) results.push(await measure('audit log', auditLog, query));

await seedCounts((text, values) => pool.query(text, values), SIZE);
await pool.query('vacuum analyze');
for (const query of ['unit=week', 'unit=day', 'unit=day&page=/page-7'])
  results.push(await measure('figures', figures, query));
await pool.end();
await postgres.stop();

console.log('Milliseconds from the database:');
console.table(results);
const slow = results.filter(({ median }) => !(median <= GOAL_MS));
for (const { list, query, median } of slow) console.error(`${list}?${query}: ${String(median)} ms`);
process.exitCode = slow.length === 0 ? 0 : 1;
