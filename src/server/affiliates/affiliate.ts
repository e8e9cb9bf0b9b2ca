import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { existsFor } from '../db/sql/exists-for.ts';
import { iso } from '../db/sql/iso.ts';

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
