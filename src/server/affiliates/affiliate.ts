import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { existsFor, iso } from '../db/sql.ts';
import type { IdentityUser } from '../firebase/identity.ts';
import { problem, type Problem } from '../../shared/problems.ts';
import type { Database } from '../db/database.ts';
import { affiliates } from '../db/schema/affiliates.ts';

/** An affiliate as the API shows it: ISO 8601 UTC in the dates, `date_activated` null while not activated. */
export const affiliateShape = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.nullable(z.string()).check(z.describe('Null in a closed record')),
    code: z.string().check(z.describe('In lowercase; never changes')),
    date_activated: z
      .nullable(z.iso.datetime())
      .check(z.describe('Since when active; null while not activated')),
    referred_by: z.nullable(z.string()).check(z.describe('The email of the affiliate who referred this one')),
    date_created: z.iso.datetime(),
    version: z
      .number()
      .check(z.describe('Counts the changes; a change may name the version it was made from')),
    email_confirmed: z
      .boolean()
      .check(
        z.describe('Whether an account with this address confirmed was seen; a new address begins anew'),
      ),
    has_ledger: z
      .boolean()
      .check(
        z.describe(
          'Whether commissions, purchases or statements name it: then it can be closed, not deleted',
        ),
      ),
  })
  .check(z.meta({ id: 'Affiliate' }));

export type Affiliate = z.infer<typeof affiliateShape>;

const facts = (row: SQL): SQL => sql`
  'id', ${row}.id, 'name', ${row}.name, 'email', ${row}.email, 'code', ${row}.code,
  'date_activated', ${iso(sql`${row}.date_activated`)}, 'referred_by', ${row}.referred_by,
  'date_created', ${iso(sql`${row}.date_created`)}`;

/** Whether commissions, purchases or statements name the affiliate of a row (a table, or an alias of one). */
export const hasLedger = (row: SQL): SQL => sql`(
  ${existsFor(sql`select 1 from commission_entries ledger where ledger.affiliate_id = ${row}.id`)}
  or ${existsFor(sql`select 1 from purchases bought where bought.affiliate_id = ${row}.id`)}
  or ${existsFor(sql`select 1 from statements closed where closed.affiliate_id = ${row}.id`)})`;

/** What the audit log keeps of a row. */
export const affiliateFacts = (row: SQL): SQL => sql`jsonb_build_object(${facts(row)})`;

/** A row as an Affiliate. */
export const affiliateJson = (row: SQL): SQL<Affiliate> =>
  sql`json_build_object(${facts(row)}, 'version', ${row}.version,
    'email_confirmed', ${row}.email_confirmed_at is not null, 'has_ledger', ${hasLedger(row)})`;

/**
 * The condition on `affiliates`, for a row with the account's address, that it is this account's: it applied, or its
 * address is confirmed. An address alone could be anybody's who signed up with it, and so could an earlier account.
 */
export const isOwnersRow = ({
  uid,
  emailVerified,
}: Pick<IdentityUser, 'uid' | 'emailVerified'>): SQL<boolean> =>
  sql<boolean>`(${emailVerified}::boolean or coalesce(affiliates.owner_uid = ${uid}::text, false))`;

/** How far the clock of an admin's computer may be ahead, in milliseconds. */
const ahead = 24 * 60 * 60_000;

/** What is wrong with an activation in the future. */
export const inTheFuture = 'Not in the future';

/** Whether an activation lies in the future, beyond what clocks differ. */
export const isInTheFuture = (activated: Date | null, now: Date): boolean =>
  activated !== null && activated.getTime() > now.getTime() + ahead;

/** At the latest now: a code counts as valid from the moment that it is saved, and so do commissions. */
export const notAhead = (activated: Date | null, now: Date): Date | null =>
  activated !== null && activated > now ? now : activated;

/** An activation as it is kept. Throws `invalid` for one in the future. */
export const keptActivation = (activated: Date | null, now: Date): Date | null => {
  if (isInTheFuture(activated, now))
    throw problem('invalid', { fields: [{ field: 'date_activated', message: inTheFuture }] });
  return notAhead(activated, now);
};

/**
 * Why an affiliate could not be inserted: `affiliate-email-taken` before `affiliate-code-taken`. Asked after the
 * insert, in a statement of its own, so that it sees a row that was written at the same time.
 */
export const findConflict = async (db: Pick<Database, 'select'>, email: string): Promise<Problem> => {
  const [taken] = await db
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`));
  return problem(taken ? 'affiliate-email-taken' : 'affiliate-code-taken');
};
