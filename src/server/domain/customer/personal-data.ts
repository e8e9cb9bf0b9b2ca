import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Context } from '../../context.ts';
import { affiliateJson } from '../affiliate/affiliate.ts';
import { auditJson } from '../operations/list-audit.ts';
import { oneRow } from '../operations/one-row.ts';
import { eventsAbout, providerIds } from '../purchase/events-about.ts';
import { normaliseEmail } from '../purchase/normalise-email.ts';
import { customerJson } from './customer.ts';

/** Whose data: an email address, in any case. */
export const personQuery = z.object({
  email: z.string('email-invalid').trim().pipe(z.email('email-invalid').max(255)),
});

const rows = z.array(z.record(z.string(), z.unknown()));
const outcome = z.object({
  customers: rows,
  affiliates: rows,
  purchases: rows,
  payment_events: rows,
  user_profiles: rows,
  audit_entries: rows,
});

/** Everything that is kept about an address, table by table; dates are ISO 8601 with their offset. */
export type PersonalData = { readonly email: string; readonly as_of: string } & z.infer<typeof outcome>;

const all = (json: SQL, from: SQL): SQL => sql`(select coalesce(json_agg(${json}), '[]') from ${from})`;
const whole = (table: string): SQL => sql`to_jsonb(${sql.identifier(table)})`;

const payments = all(
  sql`${whole('payments')} || jsonb_build_object(
    'refunds', ${all(whole('refunds'), sql`refunds where payment_id = payments.id`)},
    'commission_holds', ${all(whole('commission_holds'), sql`commission_holds where payment_id = payments.id`)},
    'commission_entries', ${all(whole('commission_entries'), sql`commission_entries where payment_id = payments.id`)})`,
  sql`payments where purchase_id = bought.id`,
);

/** Everything kept about an email address, in one round trip; purchases are found by its normalised form. */
export const personalData = async ({ db, now }: Context, email: string): Promise<PersonalData> => {
  const address = sql`lower(${email})`;
  const found = await oneRow(
    db,
    sql`with known as (select * from customers where lower(email) = ${address}),
      own as (select * from affiliates where lower(email) = ${address} or lower(payout_email) = ${address}),
      bought as (select * from purchases where payer_email_key = ${normaliseEmail(email)})
      select
        ${all(customerJson(sql`known`), sql`known`)} as customers,
        ${all(
          sql`${affiliateJson(sql`own`)}::jsonb || jsonb_build_object(
            'payout_email', own.payout_email, 'no_minimum', own.no_minimum,
            'activations', ${all(whole('affiliate_activations'), sql`affiliate_activations where affiliate_id = own.id`)},
            'payout_email_changes', ${all(whole('payout_email_changes'), sql`payout_email_changes where affiliate_id = own.id`)})`,
          sql`own`,
        )} as affiliates,
        ${all(sql`${whole('bought')} || jsonb_build_object('payments', ${payments})`, sql`bought`)} as purchases,
        ${all(whole('webhook_events'), sql`webhook_events where ${eventsAbout(providerIds(sql`bought`))}`)} as payment_events,
        ${all(whole('user_profiles'), sql`user_profiles where lower(email) = ${address}`)} as user_profiles,
        ${all(
          auditJson,
          sql`audit_log where lower(actor_email) = ${address}
            or (entity = 'customer' and entity_id in (select id::text from known))
            or (entity = 'affiliate' and entity_id in (select id::text from own))`,
        )} as audit_entries`,
    outcome,
  );
  return { email, as_of: now.toISOString(), ...found };
};
