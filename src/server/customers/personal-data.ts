import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { anyEmail, normaliseAddress, normaliseEmail } from '../../shared/email.ts';
import { plainText } from '../../shared/schemas/text.ts';
import type { Context } from '../context.ts';
import { iso, oneRow } from '../db/sql.ts';
import { eventsAbout, providerIds } from '../webhooks/event-summary.ts';
import { customerJson } from './customer.ts';
import { affiliateJson } from '../affiliates/affiliate.ts';

/** Names a person by email address, in any case; a host in other letters as records have it (`xn--…`). */
export const person = z.object({
  email: z.pipe(
    z.string('email-invalid'),
    z.pipe(
      z.pipe(plainText, z.email({ pattern: anyEmail, error: 'email-invalid' })),
      z.transform(normaliseAddress),
    ),
  ),
});

const rows = z.array(z.record(z.string(), z.unknown()));
const outcome = z.object({
  customers: rows,
  affiliates: rows.check(z.describe('With their ledger, statements and payouts, and nothing of the buyers')),
  mentions: rows.check(z.describe('Which records of other affiliates name the address, and in which field')),
  purchases: rows.check(
    z.describe('What the person bought: with payments and refunds, and nothing of an affiliate'),
  ),
  payment_events: rows,
  user_profiles: rows,
  audit_entries: rows.check(
    z.describe('What the person did, and what was done to their records or with their address'),
  ),
});

/** Everything that is kept about an address, table by table; dates are ISO 8601 with their offset. */
export type PersonalData = { readonly email: string; readonly as_of: string } & z.infer<typeof outcome>;

const payments = all(
  sql`to_jsonb(payments) || jsonb_build_object(
    'refunds', ${all(sql`to_jsonb(refunds)`, sql`refunds where payment_id = payments.id`)})`,
  sql`payments where purchase_id = bought.id`,
);

/** Which records of other affiliates name the address: their ids alone, since the rest is about somebody else. */
const mentions = (address: SQL): SQL =>
  all(
    sql`jsonb_build_object('entity', entity, 'id', id, 'field', field)`,
    sql`(
      select 'affiliate' as entity, id, 'referred_by' as field, id as of from affiliates where lower(referred_by) = ${address}
      union all
      select 'affiliate', id, 'payout_email', id from affiliates where lower(payout_email) = ${address}
      union all
      select distinct 'affiliate', affiliate_id, 'former_payout_email', affiliate_id from payout_email_changes
        where lower(email) = ${address}
      union all
      select 'payout', payouts.id, 'payout_email', affiliate_id
        from payouts join statements on statements.id = payouts.statement_id
        where lower(payouts.payout_email) = ${address}
    ) as mentioned
    where not exists (select 1 from own where own.id = mentioned.of)`,
  );

/** Everything kept about an email address, in one round trip; customers and purchases are found by its normalised form. */
export const personalData = async ({ db, now }: Context, email: string): Promise<PersonalData> => {
  const address = sql`lower(${email}::text)`;
  const found = await oneRow(
    db,
    sql`with known as (select * from customers where normalise_email(email) = ${normaliseEmail(email)}),
      own as (select * from affiliates where lower(email) = ${address}),
      profiles as (select * from user_profiles where lower(email) = ${address}),
      bought as (select * from purchases where payer_email_key = ${normaliseEmail(email)}),
      records (entity, entity_id) as (
        select 'customer', id::text from known
        union all select 'affiliate', id::text from own
        union all select 'user-profile', unnest(array[id::text, user_id]) from profiles
        union all select 'purchase', id::text from bought
      ),
      logged as (
        select * from audit_log where lower(actor_email) = ${address}
        union
        select * from audit_log where actor_id in (select owner_uid from own)
        union
        select * from audit_log where mentioned_emails(before, after) @> array[${address}]
        union
        select audit_log.* from audit_log join records using (entity, entity_id)
      )
      select
        ${all(customerJson(sql`known`), sql`known`)} as customers,
        ${all(ownAffiliate(sql`own`), sql`own`)} as affiliates,
        ${mentions(address)} as mentions,
        ${all(
          sql`${without(sql`bought`, ['affiliate_id', 'search_text'])} || jsonb_build_object('payments', ${payments})`,
          sql`bought`,
        )} as purchases,
        ${all(sql`to_jsonb(webhook_events)`, sql`webhook_events where ${eventsAbout(providerIds(sql`bought`))}`)} as payment_events,
        ${all(without(sql`profiles`, ['search_text']), sql`profiles`)} as user_profiles,
        ${all(ownAuditEntry(sql`logged`, address), sql`logged`)} as audit_entries`,
    outcome,
  );
  return { email, as_of: now.toISOString(), ...found };
};

/** The rows of a FROM as an array of `json`. */
export function all(json: SQL, from: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(${json}), '[]') from ${from})`;
}

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
