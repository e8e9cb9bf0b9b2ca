import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { lenientEmailPattern, normaliseAddress, normaliseEmail } from '../../../shared/email.ts';
import { plainText } from '../../../shared/schemas/text.ts';
import { affiliateColumns } from '../../money/affiliates/affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { iso, jsonObject } from '../../frame/db/sql.ts';
import { eventsAbout } from '../../money/purchases/event-summary.ts';
import { hasOwnOrder } from '../buyers/withdrawal-order.ts';
import { type Customer, customerColumns } from './customer.ts';

/** Names a person by email, in any letter case. The host becomes ASCII, as records store it (`xn--…`). */
export const person = z.object({
  email: z.pipe(
    z.string('email-invalid'),
    z.pipe(
      z.pipe(plainText, z.email({ pattern: lenientEmailPattern, error: 'email-invalid' })),
      z.transform(normaliseAddress),
    ),
  ),
});

const rows = z.array(z.record(z.string(), z.unknown()));
const otherTables = z.object({
  affiliates: rows.check(z.describe('With ledger, statements and payouts, without the buyers')),
  mentions: rows.check(z.describe('Ids of records of other affiliates with the address, and its field')),
  purchases: rows.check(z.describe('With payments and refunds, without the affiliate')),
  payment_events: rows,
  user_profiles: rows,
  newsletter_subscriptions: rows,
  withdrawals: rows.check(
    z.describe('Withdrawals from contracts whose order belongs to the address, without the admin'),
  ),
  address_changes: rows.check(z.describe('Changes of the address of the sign-in account')),
  sign_ins: rows.check(
    z.describe('Times and browsers of sign-ins, if an affiliate or a profile names the account'),
  ),
  mails: rows.check(z.describe('Kind, state and dates of the mails to the address')),
  audit_entries: rows.check(
    z.describe('Actions of the person, and changes to their records or with their address'),
  ),
});

/** All stored data about an email, by table. Dates are ISO 8601 with an offset. */
export type PersonalData = { readonly email: string; readonly as_of: string } & {
  readonly customers: readonly Customer[];
} & z.infer<typeof otherTables>;

/**
 * Loads all data about an email in one round trip. Customers, purchases, subscriptions, withdrawals and mails are found by
 * the normalised email. With the id of the account that confirmed the email, it also loads the account's profile, sign-ins and actions.
 */
export async function loadPersonalData(
  { db, now }: Context,
  email: string,
  uid: string | null = null,
): Promise<PersonalData> {
  const address = sql`lower(${email}::text)`;
  const isOwn = sql`normalise_email(${customers.email}) = ${normaliseEmail(email)}`;
  const [ownCustomers, [rest]] = await db.atomically((tx) => [
    tx.select(customerColumns).from(customers).where(isOwn),
    tx.execute(sql`with own_customers as (select * from customers where normalise_email(email) = ${normaliseEmail(email)}),
      own_affiliates as (select * from affiliates where lower(email) = ${address} or owner_uid = ${uid}::text),
      own_profiles as (select * from user_profiles where lower(email) = ${address} or user_id = ${uid}::text),
      own_purchases as (
        select * from purchases
        where payer_email_key = ${normaliseEmail(email)} or normalise_email(receipt_email) = ${normaliseEmail(email)}
      ),
      own_withdrawals as (
        select * from withdrawals where normalise_email(email) = ${normaliseEmail(email)} and ${hasOwnOrder(email)}
      ),
      records (entity, entity_id) as (
        select 'customer', id::text from own_customers
        union all select 'affiliate', id::text from own_affiliates
        union all select 'user-profile', unnest(array[id::text, user_id]) from own_profiles
        union all select 'purchase', id::text from own_purchases
        union all select 'withdrawal', id::text from own_withdrawals
      ),
      own_entries as (
        select * from audit_log where lower(actor_email) = ${address}
        union
        select * from audit_log
        where actor_id in (select owner_uid from own_affiliates union all select ${uid}::text)
        union
        select * from audit_log where mentioned_emails(before, after) @> array[${address}]
        union
        select audit_log.* from audit_log join records using (entity, entity_id)
      )
      select
        ${jsonArray(affiliateData(sql`own_affiliates`), sql`own_affiliates`)} as affiliates,
        ${mentions(address)} as mentions,
        ${jsonArray(
          sql`${purchase(email)} || jsonb_build_object('payments', ${payments()})`,
          sql`own_purchases`,
        )} as purchases,
        ${jsonArray(sql`to_jsonb(webhook_events)`, sql`webhook_events where ${eventsAbout(sql`select id from own_purchases`)}`)} as payment_events,
        ${jsonArray(rowWithout(sql`own_profiles`, ['search_text']), sql`own_profiles`)} as user_profiles,
        ${jsonArray(rowWithout(sql`subscription`, ['search_text']), sql`newsletter_subscriptions subscription where normalise_email(email) = ${normaliseEmail(email)}`)} as newsletter_subscriptions,
        ${jsonArray(rowWithout(sql`own_withdrawals`, ['handled_by']), sql`own_withdrawals`)} as withdrawals,
        ${jsonArray(addressChange(email, uid), sql`address_changes where normalise_email(old_email) = ${normaliseEmail(email)} or normalise_email(new_email) = ${normaliseEmail(email)} or uid = ${uid}::text`)} as address_changes,
        ${jsonArray(sql`to_jsonb(sign_ins)`, sql`sign_ins where uid in (select owner_uid from own_affiliates union select user_id from own_profiles) or uid = ${uid}::text`)} as sign_ins,
        ${jsonArray(mailData(sql`mails`), sql`mails where normalise_email(address) = ${normaliseEmail(email)}`)} as mails,
        ${jsonArray(auditEntry(sql`own_entries`, address, uid), sql`own_entries`)} as audit_entries`),
  ]);
  return { email, as_of: now.toISOString(), customers: ownCustomers, ...otherTables.parse(rest) };
}

/** SQL array of `json` for each row of a FROM clause. */
function jsonArray(json: SQL, from: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(${json}), '[]') from ${from})`;
}

/** A row (a table or an alias) as JSON, without some columns. */
function rowWithout(row: SQL, columns: readonly string[]): SQL {
  return sql`(to_jsonb(${row}) - ${`{${columns.join(',')}}`}::text[])`;
}

/** The ids of other affiliates' records with the address. The rest of those records is about somebody else. */
function mentions(address: SQL): SQL {
  return jsonArray(
    sql`jsonb_build_object('entity', entity, 'id', id, 'field', field)`,
    sql`(
      select 'affiliate' as entity, id, 'referred_by' as field, id as affiliate_id from affiliates where lower(referred_by) = ${address}
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
    where not exists (select 1 from own_affiliates where own_affiliates.id = mentioned.affiliate_id)`,
  );
}

/** A row of `own_purchases`. The payer is left out if only the receipt went to the email, because the payer may be somebody else. */
function purchase(email: string): SQL {
  const payer = ['payer_id', 'payer_email', 'payer_email_key'];
  return sql`case when payer_email_key = ${normaliseEmail(email)}
    then ${rowWithout(sql`own_purchases`, ['affiliate_id', 'search_text'])}
    else ${rowWithout(sql`own_purchases`, ['affiliate_id', 'search_text', ...payer])} end`;
}

/**
 * A row of `address_changes`. The account and its address are left out if it only asked for this email and never proved it, because
 * somebody else may have entered the email.
 */
function addressChange(email: string, uid: string | null): SQL {
  return sql`case when completed_at is not null or uid = ${uid}::text or normalise_email(old_email) = ${normaliseEmail(email)}
    then to_jsonb(address_changes)
    else ${rowWithout(sql`address_changes`, ['uid', 'old_email', 'affiliate_id', 'payment_email'])} end`;
}

/** The payments of a row of `own_purchases`, with their refunds. */
function payments(): SQL {
  return jsonArray(
    sql`to_jsonb(payments) || jsonb_build_object(
    'refunds', ${jsonArray(sql`to_jsonb(refunds)`, sql`refunds where payment_id = payments.id`)})`,
    sql`payments where purchase_id = own_purchases.id`,
  );
}

/** A mail without its contents, which may name other people. */
function mailData(row: SQL): SQL {
  return sql`jsonb_build_object('address', ${row}.address, 'kind', ${row}.kind, 'state', ${row}.state,
    'created_at', ${iso(sql`${row}.created_at`)}, 'finished_at', ${iso(sql`${row}.finished_at`)})`;
}

/** An affiliate (an alias of the table) with everything that belongs to it, without its buyers and without the admins. */
function affiliateData(row: SQL): SQL {
  const affiliate = sql`(select ${jsonObject(affiliateColumns)} from ${affiliates} where ${affiliates.id} = ${row}.id)`;
  return sql`${affiliate}::jsonb || jsonb_build_object(
  'owner_uid', ${row}.owner_uid, 'payout_email', ${row}.payout_email, 'no_minimum', ${row}.no_minimum,
  'activations', ${jsonArray(rowWithout(sql`affiliate_activations`, ['affiliate_id']), sql`affiliate_activations where affiliate_id = ${row}.id`)},
  'codes', ${jsonArray(rowWithout(sql`affiliate_codes`, ['affiliate_id']), sql`affiliate_codes where affiliate_id = ${row}.id`)},
  'clicks', ${jsonArray(sql`to_jsonb(link_clicks)`, sql`link_clicks where code in (select code from affiliate_codes where affiliate_id = ${row}.id)`)},
  'payout_email_changes', ${jsonArray(rowWithout(sql`payout_email_changes`, ['affiliate_id', 'changed_by']), sql`payout_email_changes where affiliate_id = ${row}.id`)},
  'commission_entries', ${commissionEntries(row)},
  'statements', ${statements(row)})`;
}

/** The affiliate's commission entries without the payments, which belong to the buyers. */
function commissionEntries(affiliate: SQL): SQL {
  const holds = jsonArray(
    sql`jsonb_build_object('reason', reason, 'placed_at', placed_at, 'released_at', released_at)`,
    sql`commission_holds where payment_id = commission_entries.payment_id`,
  );
  return jsonArray(
    sql`jsonb_build_object(
      'id', id, 'kind', kind, 'amount_cents', amount_cents, 'base_cents', base_cents,
      'rate_basis_points', rate_basis_points, 'terms_version', terms_version, 'occurred_at', occurred_at,
      'recorded_at', recorded_at, 'holds', ${holds})`,
    sql`commission_entries where affiliate_id = ${affiliate}.id`,
  );
}

function statements(affiliate: SQL): SQL {
  const payouts = jsonArray(
    rowWithout(sql`payouts`, ['statement_id', 'approved_by', 'exported_by']),
    sql`payouts where statement_id = statements.id`,
  );
  return jsonArray(
    sql`${rowWithout(sql`statements`, ['affiliate_id'])} || jsonb_build_object(
      'entry_ids', ${jsonArray(sql`to_jsonb(entry_id)`, sql`statement_entries where statement_id = statements.id`)},
      'payouts', ${payouts})`,
    sql`statements where affiliate_id = ${affiliate}.id`,
  );
}

/**
 * The parts of an audit entry (an alias of the table) that are about the person with the address (lowercase).
 *
 * - The actor appears only if the person acted: by their address, or by the account of their affiliate in `own_affiliates`.
 * - `before` and `after` are complete for the person's own `records`, except for purchases, whose facts belong to the
 *   affiliate. Of all other records they have only the fields with the address.
 * - The reason is left out for a purchase that somebody else paid, although its receipt went to the person.
 */
function auditEntry(row: SQL, address: SQL, uid: string | null): SQL {
  const isByPerson = sql`(coalesce(lower(${row}.actor_email) = ${address}, false)
    or ${row}.actor_id in (select owner_uid from own_affiliates where owner_uid is not null)
    or coalesce(${row}.actor_id = ${uid}::text, false))`;
  const isOwnRecord = sql`(${row}.entity <> 'purchase'
    and (${row}.entity, ${row}.entity_id) in (select entity, entity_id from records))`;
  const isOthersPurchase = sql`(${row}.entity = 'purchase' and not exists (
    select from own_purchases
    where own_purchases.id::text = ${row}.entity_id and normalise_email(payer_email) = normalise_email(${address})
  ))`;
  const visibleFields = (facts: SQL) => sql`case when ${isOwnRecord} then ${facts} else (
    select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(${facts}) when 'object' then ${facts} end)
    where lower(value #>> '{}') = ${address}) end`;
  const onlyIfByPerson = (column: SQL) => sql`case when ${isByPerson} then ${column} end`;
  return sql`jsonb_build_object(
    'id', ${row}.id, 'at', ${iso(sql`${row}.at`)}, 'by_them', ${isByPerson},
    'actor_id', ${onlyIfByPerson(sql`${row}.actor_id`)}, 'actor_email', ${onlyIfByPerson(sql`${row}.actor_email`)},
    'request_id', ${onlyIfByPerson(sql`${row}.request_id`)}, 'action', ${row}.action, 'entity', ${row}.entity,
    'entity_id', ${row}.entity_id, 'before', ${visibleFields(sql`${row}.before`)}, 'after', ${visibleFields(sql`${row}.after`)},
    'reason', case when ${isOthersPurchase} then null else ${row}.reason end)`;
}
