import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { problem } from '../../../shared/problems.ts';
import { optionalMailKinds } from '../../../shared/mail-kinds.ts';
import { applicationStates } from '../../../shared/schemas/affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { statements } from '../../frame/db/schema/statements.ts';
import { type ColumnsOf, existsFor, iso, nested } from '../../frame/db/sql.ts';

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
    version: z.number().check(z.describe('Starts at 1; send it with a change to detect conflicts')),
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

export const affiliateExample = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11',
  name: 'ada',
  email: 'ada@mail.example',
  code: 'ada0001',
  date_activated: '2025-08-01T09:00:00.000Z',
  referred_by: null,
  date_created: '2025-07-30T17:20:00.000Z',
  promotion: 'I write about contact managers every week.',
  application_state: 'approved',
  declined_reason: null,
  left_at: null,
  muted_mails: ['first-sale'],
  version: 2,
  email_confirmed: true,
  has_ledger: true,
  sales: 1,
  earnings_cents: 1250,
} satisfies Affiliate;

/** SQL for the number of completed payments of the affiliate's purchases. */
const sales = sql<number>`(
  select count(*)::int from ${purchases} join ${payments} on ${payments.purchaseId} = ${purchases.id}
  where ${purchases.affiliateId} = ${affiliates.id} and ${payments.state} = 'completed')`;

/** SQL for the sum of the affiliate's ledger, in US cents. */
const earnings = sql<number>`(
  select coalesce(sum(${commissionEntries.amountCents}), 0)::int from ${commissionEntries}
  where ${commissionEntries.affiliateId} = ${affiliates.id})`;

/** SQL condition: commissions, purchases or statements refer to the affiliate with this id. */
export function hasLedger(id: SQL | PgColumn): SQL<boolean> {
  const owners = [commissionEntries.affiliateId, purchases.affiliateId, statements.affiliateId];
  const conditions = owners.map((owner) =>
    existsFor(sql`(select from ${owner.table} where ${owner} = ${id})`),
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** The columns of an Affiliate. */
export const affiliateColumns = {
  id: affiliates.id,
  name: affiliates.name,
  email: affiliates.email,
  code: affiliates.code,
  date_activated: iso(affiliates.dateActivated),
  referred_by: affiliates.referredBy,
  date_created: iso(affiliates.dateCreated),
  promotion: affiliates.promotion,
  application_state: affiliates.applicationState,
  declined_reason: affiliates.declinedReason,
  left_at: iso(affiliates.leftAt),
  muted_mails: affiliates.mutedMails,
  version: affiliates.version,
  email_confirmed: sql<boolean>`${affiliates.emailConfirmedAt} is not null`,
  has_ledger: nested(hasLedger(affiliates.id)),
  sales: nested(sales),
  earnings_cents: nested(earnings),
} satisfies ColumnsOf<Affiliate>;

/** The columns that the audit log stores. */
export const affiliateFacts = Object.values({
  id: affiliates.id,
  name: affiliates.name,
  email: affiliates.email,
  code: affiliates.code,
  date_activated: affiliates.dateActivated,
  referred_by: affiliates.referredBy,
  date_created: affiliates.dateCreated,
  promotion: affiliates.promotion,
  application_state: affiliates.applicationState,
  declined_reason: affiliates.declinedReason,
  left_at: affiliates.leftAt,
} satisfies Record<Exclude<keyof Affiliate, NotLogged>, PgColumn>);

/** Fields that are not logged: a choice of the affiliate, facts of other tables, and the version. */
type NotLogged = 'muted_mails' | 'version' | 'email_confirmed' | 'has_ledger' | 'sales' | 'earnings_cents';

/** SQL condition: the affiliate is not closed, and meets the condition. */
export function isOpen(condition: SQL): SQL {
  return sql`${condition} and ${affiliates.closedAt} is null`;
}

/** SQL condition: the affiliate has this email, in any letter case. */
export function hasEmail(email: string): SQL {
  return eq(sql`lower(${affiliates.email})`, sql`lower(${email}::text)`);
}

/** Returns the affiliate with this id, open or closed. Throws `affiliate-not-found`. */
export async function showAffiliate({ db }: Pick<Context, 'db'>, id: string): Promise<Affiliate> {
  const [affiliate] = await db.select(affiliateColumns).from(affiliates).where(eq(affiliates.id, id));
  if (!affiliate) throw problem('affiliate-not-found');
  return affiliate;
}
