import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { termsOfMonth } from '../../../shared/program.ts';
import { confirmOwnerStatement } from '../affiliates/confirm-owner.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { iso } from '../../frame/db/sql.ts';
import { onHold } from '../ledger/on-hold.ts';

/** Number of changes of the payment email in the answer. */
const shownChanges = 20;

const storedAccount = z.object({
  affiliate_id: z.string(),
  payout_email: z
    .nullable(z.string())
    .check(z.describe('The payment email; without one nothing is paid out')),
  payout_email_changes: z
    .array(z.object({ email: z.nullable(z.string()), changed_at: z.iso.datetime() }))
    .check(z.describe(`The last ${String(shownChanges)} changes of the payment email, newest first`)),
  no_minimum: z.boolean().check(z.describe('True if every balance is paid out, however small')),
  balance_cents: z.number().check(z.describe('The closing balance of the last month plus newer entries')),
  held_cents: z.number().check(z.describe('Commissions on hold; not part of the balance')),
  under_review_cents: z
    .number()
    .check(z.describe('Payouts that are proposed or approved; not part of the balance')),
  left_at: z
    .nullable(z.iso.datetime())
    .check(z.describe('When the affiliate left the program. Every balance is paid out then')),
  version: z.number().check(z.describe('The version of the affiliate')),
});

/** The payment settings and the balance of an affiliate. US cents. */
export const payoutAccountShape = z
  .extend(storedAccount, {
    minimum_cents: z.number().check(z.describe('The lowest balance that is paid out')),
    next_closing: z.iso.date().check(z.describe('The UTC day on which the current month closes')),
  })
  .check(z.meta({ id: 'PayoutAccount' }));

export type PayoutAccount = z.infer<typeof payoutAccountShape>;

/**
 * Shows how an affiliate is paid. Without an id, shows the caller's own affiliate. Throws `affiliate-not-found`, also for another
 * affiliate's id unless the caller is an admin.
 */
export function showPayoutAccount(context: Context, affiliateId: string | undefined): Promise<PayoutAccount> {
  // The caller becomes the owner first, which clears the payment email of a former owner.
  const confirm = affiliateId === undefined ? confirmOwnerStatement(context) : undefined;
  return readPayoutAccount(context, affiliateScope(context, affiliateId), confirm ? [confirm] : []);
}

/**
 * Reads the payout account of the affiliate that a condition selects. Sends `before` in the same round trip. Throws
 * `affiliate-not-found`.
 */
export async function readPayoutAccount(
  { db, now }: Pick<Context, 'db' | 'now'>,
  scope: SQL,
  before: readonly SQL[] = [],
): Promise<PayoutAccount> {
  const statement = sql`select ${account} as account from affiliates where ${scope}`;
  const [row] = z
    .array(z.object({ account: storedAccount }))
    .parse((await db.batch([...before, statement])).at(-1));
  if (!row) throw problem('affiliate-not-found');
  return {
    ...row.account,
    minimum_cents: termsOfMonth(monthOf(now)).minimumPayoutCents,
    next_closing: `${addMonths(monthOf(now), 1)}-01`,
  };
}

/** Entries of an affiliate that are in no statement yet. */
function openEntries(affiliate: SQL): SQL {
  return sql`
  select amount_cents, ${onHold()} as is_held
  from commission_entries
  where affiliate_id = ${affiliate}
    and not exists (select 1 from statement_entries where entry_id = commission_entries.id)`;
}

/** SQL for the closing balance of an affiliate's last statement, plus newer entries and returning payouts. */
export function balanceCents(affiliate: SQL): SQL {
  const returningPayouts = sql`
  select payouts.amount_cents from payouts join statements on statements.id = payouts.statement_id
  where statements.affiliate_id = ${affiliate} and payouts.state = 'rejected'
    and not exists (select 1 from statement_returns where payout_id = payouts.id)`;
  return sql`(coalesce((
      select closing_cents from statements where affiliate_id = ${affiliate} order by month desc limit 1
    ), 0)
    + (select coalesce(sum(amount_cents) filter (where not is_held), 0) from (${openEntries(affiliate)}) as entries)
    + (select coalesce(sum(amount_cents), 0) from (${returningPayouts}) as returned))`;
}

const account = sql`json_build_object(
  'affiliate_id', affiliates.id, 'payout_email', payout_email, 'no_minimum', no_minimum, 'version', version, 'left_at', ${iso(sql`left_at`)},
  'payout_email_changes', (
    select coalesce(json_agg(json_build_object('email', email, 'changed_at', ${iso(sql`changed_at`)})
      order by changed_at desc, id desc), '[]')
    from (
      select * from payout_email_changes where affiliate_id = affiliates.id
      order by changed_at desc, id desc limit ${shownChanges}::int
    ) as changes
  ),
  'balance_cents', ${balanceCents(sql`affiliates.id`)},
  'under_review_cents', (
    select coalesce(sum(amount_cents), 0)
    from payouts join statements on statements.id = payouts.statement_id
    where statements.affiliate_id = affiliates.id and payouts.state in ('proposed', 'approved')
  ),
  'held_cents', (
    select coalesce(sum(amount_cents) filter (where is_held), 0)
    from (${openEntries(sql`affiliates.id`)}) as entries
  ))`;
