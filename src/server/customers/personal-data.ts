import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { anyEmail, normaliseAddress } from '../../shared/email.ts';
import { plainText } from '../../shared/schemas/text.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { eventsAbout, providerIds } from '../events/stored-event.ts';
import { normaliseEmail } from '../../shared/normalise-email.ts';
import { customerJson } from './customer.ts';
import { all, ownAffiliate, ownAuditEntry, without } from './personal-json.ts';

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
    sql`with known as (select * from customers where email_key(email) = ${normaliseEmail(email)}),
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
        select * from audit_log where addresses_in(before, after) @> array[${address}]
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
