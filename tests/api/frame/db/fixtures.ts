import { uuidv7 } from 'uuidv7';
import { newAffiliate, unique } from '../../factories.ts';
import type { Row, Rows } from '../../rows.ts';

/** Inserts a row with default values for missing columns, and returns its id. */
export type Insert = (changes?: Row) => Promise<string>;

async function insert(rows: Rows, table: string, columns: Row): Promise<string> {
  const row: Row = { id: uuidv7(), ...columns };
  const names = Object.keys(row);
  const placeholders = names.map((_, index) => `$${String(index + 1)}`);
  await rows(
    `insert into ${table} (${names.join(', ')}) values (${placeholders.join(', ')})`,
    Object.values(row),
  );
  return String(row.id);
}

/** Factories that insert rows directly into the tables. */
export function fixtures(rows: Rows) {
  const affiliate: Insert = async () => (await newAffiliate(rows)).id;
  const purchase: Insert = (changes = {}) =>
    insert(rows, 'purchases', {
      provider_id: unique(),
      type: 'one-time',
      plan_id: 'basic',
      state: 'completed',
      amount_cents: 5999,
      ...changes,
    });
  const payment: Insert = async (changes = {}) =>
    insert(rows, 'payments', {
      purchase_id: changes.purchase_id ?? (await purchase()),
      provider_id: unique(),
      sequence: 1,
      state: 'completed',
      amount_cents: 5999,
      paid_at: '2026-01-15T00:00:00Z',
      ...changes,
    });
  const entry: Insert = async (changes = {}) =>
    insert(rows, 'commission_entries', {
      affiliate_id: changes.affiliate_id ?? (await affiliate()),
      payment_id: changes.payment_id ?? (await payment()),
      kind: 'commission',
      source: unique(),
      amount_cents: 600,
      base_cents: 5999,
      rate_basis_points: 1000,
      terms_version: 'test',
      age_rule: 1,
      occurred_at: '2026-01-15T00:00:00Z',
      ...changes,
    });
  const statement: Insert = async (changes = {}) =>
    insert(rows, 'statements', {
      affiliate_id: changes.affiliate_id ?? (await affiliate()),
      month: '2026-01-01',
      opening_cents: 0,
      entries_cents: 600,
      paid_cents: 600,
      closing_cents: 0,
      threshold_cents: 10000,
      no_minimum: false,
      terms_version: 'test',
      ...changes,
    });
  const payout: Insert = async (changes = {}) =>
    insert(rows, 'payouts', {
      statement_id: changes.statement_id ?? (await statement()),
      amount_cents: 600,
      payout_email: 'payout@mail.example',
      ...changes,
    });
  const refund: Insert = async (changes = {}) =>
    insert(rows, 'refunds', {
      payment_id: changes.payment_id ?? (await payment()),
      provider_id: unique(),
      kind: 'refund',
      amount_cents: 100,
      refunded_at: '2026-01-20T00:00:00Z',
      ...changes,
    });
  const audit: Insert = (changes = {}) =>
    insert(rows, 'audit_log', { actor_id: 'a', action: 'x', entity: 'y', entity_id: 'z', ...changes });
  const payoutEmailChange: Insert = async (changes = {}) =>
    insert(rows, 'payout_email_changes', { affiliate_id: await affiliate(), changed_by: 'a', ...changes });
  /** Inserts a row into another table, without default values. */
  const other = (table: string, values: Row) => insert(rows, table, values);
  return { affiliate, purchase, payment, entry, statement, payout, refund, audit, payoutEmailChange, other };
}
