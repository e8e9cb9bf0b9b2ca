import { afterAll, beforeAll, expect, test } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import type { Database } from '../../../../src/server/frame/context/database.ts';
import { auditSearch, listAudit } from '../../../../src/server/admin/audit/list-audit.ts';
import { forgetBuyer } from '../../../../src/server/people/customers/delete-customer.ts';
import { loadPersonalData } from '../../../../src/server/people/customers/personal-data.ts';
import { showFigures } from '../../../../src/server/admin/figures/show-figures.ts';
import { showOverview } from '../../../../src/server/admin/overview/show-overview.ts';
import { listPurchases, purchaseListQuery } from '../../../../src/server/admin/purchases/list-purchases.ts';
import { claimDue } from '../../../../src/server/frame/queue/queue.ts';
import { eventQueue } from '../../../../src/server/money/webhooks/event-queue.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { settings } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { openPostgres, type Postgres } from '../../neon.ts';
import { recordingDatabase } from './recording-database.ts';
import { explain, type PlanNode, type Statement } from './explain.ts';
import { terms } from '../../settings.ts';

const SIZE = 8_000;

let postgres: Postgres;
let db: Database;
let person: string;
/** The statements that were run, newest last. */
const statements: Statement[] = [];
beforeAll(async () => {
  postgres = await openPostgres();
  db = recordingDatabase(postgres.pool, (query) => statements.push(query));
  const { id, email } = await newAffiliate(postgres.rows);
  person = email;
  const numbers = `from generate_series(1, ${String(SIZE)}) as n`;
  const client = await postgres.pool.connect();
  // Turns the triggers of the ledger off, because they would slow down the inserts.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into webhook_events (id, type, body, state, processed_at, last_error, occurred_at, received_at)
     select 'WH-' || n, 'X', '{}', 'ignored', now(), 'another merchant', now(), now() - n * interval '1 minute' ${numbers}`,
  );
  await client.query(
    `insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, after)
     select gen_random_uuid(), now() - n * interval '1 minute', 'a' || n % 1000, 'a' || n % 1000 || '@mail.example', 'customer.update', 'customer', n::text,
       jsonb_build_object('email', 'c' || n || '@mail.example') ${numbers}`,
  );
  await client.query(
    `insert into customers (id, email) select gen_random_uuid(), 'c' || n || '@mail.example' ${numbers}`,
  );
  await client.query(
    `with bought as (
       insert into purchases (id, provider_id, type, plan_id, state, amount_cents, created_at)
       select gen_random_uuid(), 'plan-' || n, 'one-time', 'basic', 'completed', 5999, now() - n * interval '1 hour'
       ${numbers} returning id
     ), paid as (
       insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, paid_at)
       select gen_random_uuid(), id, 'pay-' || id, 1, 'completed', 5999, now() from bought returning id
     ), held as (
       insert into commission_holds (id, payment_id, reason, released_at, released_by)
       select gen_random_uuid(), id, 'self-referral', case when place % 100 > 0 then now() end, case when place % 100 > 0 then 'admin' end
       from (select id, row_number() over () as place from paid) as placed
     )
     insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents,
       rate_basis_points, terms_version, age_rule, occurred_at)
     select gen_random_uuid(), $1, id, 'commission', 's-' || id, 600, 5999, 1000, 'test', 1, now() from paid`,
    [id],
  );
  await client.query(
    `with joined as (
       insert into affiliates (id, name, email, code, payout_email)
       select gen_random_uuid(), 'Affiliate', 'a' || n || '@mail.example', 'a' || n, 'pay' || n || '@mail.example' ${numbers}
       returning id, payout_email
     ), changed as (
       insert into payout_email_changes (id, affiliate_id, email, changed_by)
       select gen_random_uuid(), id, payout_email, 'a' from joined
     ), closed as (
       insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents, threshold_cents,
         no_minimum, terms_version, closed_at)
       select gen_random_uuid(), id, '2026-01-01', 0, 6000, 6000, 0, 5000, false, 'test', now() from joined returning id, affiliate_id
     )
     insert into payouts (id, statement_id, state, amount_cents, payout_email)
     select gen_random_uuid(), closed.id, 'proposed', 6000, payout_email from closed join joined on joined.id = affiliate_id`,
  );
  // Without a vacuum, PostgreSQL does not know which rows an index-only scan can skip.
  await client.query('vacuum analyze');
  client.release(true);
});
afterAll(() => postgres.close());

function context() {
  return newContext(
    {
      db,
      paypal: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
      identity: unconfiguredIdentity,
      settings,
      terms,
      now: () => new Date(),
    },
    'plans',
  );
}

function planNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(planNodes)];
}

/** Runs a call, and returns the nodes of the plans of all its statements. */
async function plansOf(call: () => Promise<unknown>): Promise<PlanNode[]> {
  statements.length = 0;
  await call();
  expect(statements).not.toEqual([]);
  const plans = [];
  for (const statement of [...statements]) plans.push(await explain(postgres.rows, statement));
  return plans.flatMap(planNodes);
}

/** Returns the tables that a call reads with a sequential scan. */
async function fullyScannedTables(call: () => Promise<unknown>): Promise<string[]> {
  const nodes = await plansOf(call);
  return nodes
    .filter((found) => found['Node Type'].endsWith('Seq Scan'))
    .map((found) => found['Relation Name'] ?? '');
}

test('a due event among many processed events is found with an index', async () => {
  expect(await fullyScannedTables(() => claimDue(eventQueue, context()))).toEqual([]);
});

test('the data of a person is found without a full scan of a large table', async () => {
  const scanned = await fullyScannedTables(async () => {
    expect((await loadPersonalData(context(), person)).affiliates).toHaveLength(1);
  });
  const large = ['audit_log', 'customers', 'commission_holds', 'webhook_events', 'purchases'];
  for (const table of [...large, 'affiliates', 'payouts', 'payout_email_changes'])
    expect(scanned).not.toContain(table);
});

test.each([
  ['a person', { actor: 'a7@mail.example' }],
  ['a record', { entity: 'customer', entityId: '7' }],
  ['an action', { action: 'affiliate.update' }],
])('the changes of %s are found without a full scan of the audit log', async (_name, filter) => {
  const scanned = await fullyScannedTables(() =>
    listAudit({ db }, auditSearch.parse({ ...filter, limit: 50 })),
  );
  expect(scanned).not.toContain('audit_log');
});

test('the overview for an admin is loaded without a full scan of events, holds, payments or purchases', async () => {
  const scanned = await fullyScannedTables(() => showOverview(context()));
  for (const table of ['webhook_events', 'commission_holds', 'payments', 'purchases'])
    expect(scanned).not.toContain(table);
});

test('purchases on hold are found by their holds, not by walking through the list', async () => {
  const nodes = await plansOf(async () => {
    const { rows } = await listPurchases({ db }, purchaseListQuery.parse({ state: 'hold', limit: '50' }));
    expect(rows).toHaveLength(50);
  });
  const read = nodes.flatMap((node) => [node['Relation Name'], node['Index Name']]);
  expect(read).toContain('purchases_pkey');
  expect(read).not.toContain('purchases_created_idx');
  expect(nodes.filter((node) => node['Node Type'].endsWith('Seq Scan'))).toEqual([]);
});

test('the figures count first payments without reading the table of payments', async () => {
  const nodes = await plansOf(() => showFigures({ db, now: new Date() }, 'week', undefined));
  const payments = nodes.filter((node) => node['Relation Name'] === 'payments');
  expect(payments.map((node) => node['Index Name'])).toEqual(['payments_first_paid_idx']);
});

test('a customer is found with an index by any spelling of the email', async () => {
  const scanned = await fullyScannedTables(() => forgetBuyer(context(), 'nobody@mail.example'));
  expect(scanned).not.toContain('customers');
});
