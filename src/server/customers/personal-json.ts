import { type SQL, sql } from 'drizzle-orm';
import { affiliateJson } from '../affiliates/affiliate.ts';
import { iso } from '../db/sql/iso.ts';

/** The rows of a FROM as an array of `json`. */
export const all = (json: SQL, from: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(${json}), '[]') from ${from})`;

/** A row (a table, or an alias of one) without some of its columns. */
export const without = (row: SQL, columns: readonly string[]): SQL =>
  sql`(to_jsonb(${row}) - ${`{${columns.join(',')}}`}::text[])`;

const holds = all(
  sql`jsonb_build_object('reason', reason, 'placed_at', placed_at, 'released_at', released_at)`,
  sql`commission_holds where payment_id = commission_entries.payment_id`,
);

/** Which payment an entry is about is the buyer's. */
const entries = (row: SQL): SQL =>
  all(
    sql`jsonb_build_object(
      'id', id, 'kind', kind, 'amount_cents', amount_cents, 'base_cents', base_cents,
      'rate_basis_points', rate_basis_points, 'terms_version', terms_version, 'occurred_at', occurred_at,
      'recorded_at', recorded_at, 'holds', ${holds})`,
    sql`commission_entries where affiliate_id = ${row}.id`,
  );

const statements = (row: SQL): SQL =>
  all(
    sql`${without(sql`statements`, ['affiliate_id'])} || jsonb_build_object(
      'entry_ids', ${all(sql`to_jsonb(entry_id)`, sql`statement_entries where statement_id = statements.id`)},
      'payouts', ${all(without(sql`payouts`, ['statement_id', 'approved_by', 'exported_by']), sql`payouts where statement_id = statements.id`)})`,
    sql`statements where affiliate_id = ${row}.id`,
  );

/** An affiliate (an alias of the table) with all that hangs on the record: nothing of its buyers, nor of the admins. */
export const ownAffiliate = (row: SQL): SQL => sql`${affiliateJson(row)}::jsonb || jsonb_build_object(
  'owner_uid', ${row}.owner_uid, 'payout_email', ${row}.payout_email, 'no_minimum', ${row}.no_minimum,
  'activations', ${all(without(sql`affiliate_activations`, ['affiliate_id']), sql`affiliate_activations where affiliate_id = ${row}.id`)},
  'payout_email_changes', ${all(without(sql`payout_email_changes`, ['affiliate_id', 'changed_by']), sql`payout_email_changes where affiliate_id = ${row}.id`)},
  'commission_entries', ${entries(row)},
  'statements', ${statements(row)})`;

/**
 * An entry of the log (an alias of it) as far as it is about whoever has the address, given in lower case: who did it
 * where it was them (by address, or by the account of their record in `own`), before and after in full where the record
 * is one of `records`, else the fields that name the address. What a purchase was before and after is its affiliate's.
 */
export const ownAuditEntry = (row: SQL, address: SQL): SQL => {
  const byThem = sql`(coalesce(lower(${row}.actor_email) = ${address}, false)
    or ${row}.actor_id in (select owner_uid from own where owner_uid is not null))`;
  const theirs = sql`(${row}.entity <> 'purchase'
    and (${row}.entity, ${row}.entity_id) in (select entity, entity_id from records))`;
  const said = (facts: SQL) => sql`case when ${theirs} then ${facts} else (
    select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(${facts}) when 'object' then ${facts} end)
    where lower(value #>> '{}') = ${address}) end`;
  const ifThem = (column: SQL) => sql`case when ${byThem} then ${column} end`;
  return sql`jsonb_build_object(
    'id', ${row}.id, 'at', ${iso(sql`${row}.at`)}, 'by_them', ${byThem},
    'actor_id', ${ifThem(sql`${row}.actor_id`)}, 'actor_email', ${ifThem(sql`${row}.actor_email`)},
    'request_id', ${ifThem(sql`${row}.request_id`)}, 'action', ${row}.action, 'entity', ${row}.entity,
    'entity_id', ${row}.entity_id, 'before', ${said(sql`${row}.before`)}, 'after', ${said(sql`${row}.after`)},
    'reason', ${row}.reason)`;
};
