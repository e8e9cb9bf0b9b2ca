import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { optionalMailKinds } from '../../../shared/mail-kinds.ts';
import { applicationStates } from '../../../shared/schemas/affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { existsFor, iso } from '../../frame/db/sql.ts';

/** An affiliate as the API answers it. Dates are ISO 8601 UTC. */
export const affiliateShape = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.nullable(z.string()).check(z.describe('Null for a closed affiliate')),
    code: z.string().check(z.describe('Lowercase; never changes')),
    date_activated: z.nullable(z.iso.datetime()).check(z.describe('Null while the affiliate is not active')),
    referred_by: z.nullable(z.string()).check(z.describe('The email of the affiliate who referred this one')),
    date_created: z.iso.datetime(),
    promotion: z
      .nullable(z.string())
      .check(z.describe('How the applicant will tell people about the product, in their own words')),
    application_state: z
      .enum(applicationStates)
      .check(z.describe('An affiliate who was ever active is approved')),
    declined_reason: z.nullable(z.string()).check(z.describe('Why the application was declined')),
    left_at: z
      .nullable(z.iso.datetime())
      .check(z.describe('When the affiliate left the program. What was earned is still paid')),
    muted_mails: z
      .array(z.enum(optionalMailKinds))
      .check(z.describe('The optional emails that the affiliate does not want')),
    version: z.number().check(z.describe('Number of changes; send it with a change to detect conflicts')),
    email_confirmed: z
      .boolean()
      .check(z.describe('True once the owner of an account with this email confirmed it')),
    has_ledger: z
      .boolean()
      .check(
        z.describe('True if commissions, purchases or statements refer to it: deleting it then closes it'),
      ),
    sales: z.number().check(z.describe('Number of completed payments of purchases attributed to it')),
    earnings_cents: z
      .number()
      .check(z.describe('Sum of its commissions, also of those on hold, less what was taken back')),
  })
  .check(z.meta({ id: 'Affiliate' }));

export type Affiliate = z.infer<typeof affiliateShape>;

/** Returns the affiliate with this id, open or closed. Throws `affiliate-not-found`. */
export async function showAffiliate({ db }: Pick<Context, 'db'>, id: string): Promise<Affiliate> {
  const [row] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`) })
    .from(affiliates)
    .where(eq(affiliates.id, id));
  if (!row) throw problem('affiliate-not-found');
  return row.affiliate;
}

/** SQL for an Affiliate, built from a row of `affiliates` (the table or an alias). */
export function affiliateJson(row: SQL): SQL<Affiliate> {
  return sql`json_build_object(${columns(row)}, 'muted_mails', ${row}.muted_mails, 'version', ${row}.version,
    'email_confirmed', ${row}.email_confirmed_at is not null, 'has_ledger', ${hasLedger(row)},
    'sales', ${sales(row)}, 'earnings_cents', ${earnings(row)})`;
}

/** SQL for the fields of an affiliate that the audit log stores. */
export function affiliateFacts(row: SQL): SQL {
  return sql`jsonb_build_object(${columns(row)})`;
}

function columns(row: SQL): SQL {
  return sql`
  'id', ${row}.id, 'name', ${row}.name, 'email', ${row}.email, 'code', ${row}.code,
  'date_activated', ${iso(sql`${row}.date_activated`)}, 'referred_by', ${row}.referred_by,
  'date_created', ${iso(sql`${row}.date_created`)}, 'promotion', ${row}.promotion,
  'application_state', ${row}.application_state, 'declined_reason', ${row}.declined_reason, 'left_at', ${iso(sql`${row}.left_at`)}`;
}

/** SQL for the number of completed payments of the affiliate's purchases. */
function sales(row: SQL): SQL {
  return sql`(
  select count(*) from purchases sold join payments on payments.purchase_id = sold.id
  where sold.affiliate_id = ${row}.id and payments.state = 'completed')`;
}

/** SQL for the sum of the affiliate's ledger, in US cents. */
function earnings(row: SQL): SQL {
  return sql`(
  select coalesce(sum(earned.amount_cents), 0) from commission_entries earned
  where earned.affiliate_id = ${row}.id)`;
}

/** SQL condition: commissions, purchases or statements refer to the affiliate. */
export function hasLedger(row: SQL): SQL {
  return sql`(
  ${existsFor(sql`select 1 from commission_entries ledger where ledger.affiliate_id = ${row}.id`)}
  or ${existsFor(sql`select 1 from purchases bought where bought.affiliate_id = ${row}.id`)}
  or ${existsFor(sql`select 1 from statements closed where closed.affiliate_id = ${row}.id`)})`;
}
