import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf } from '../../shared/dates.ts';
import { termsOfMonth } from '../../shared/program.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { iso } from '../db/sql.ts';
import { onHold } from '../ledger/on-hold.ts';
import { confirmOwnerStatement } from '../affiliates/confirm-owner.ts';
import { type Whose, whoseLedger } from '../affiliates/ledger.ts';

/** Changes of the address that are shown. */
const shownChanges = 20;

const stored = z.object({
  affiliate_id: z.string(),
  payout_email: z.nullable(z.string()).check(z.describe('Where payouts go; null: nothing is paid out')),
  payout_email_changes: z
    .array(z.object({ email: z.nullable(z.string()), changed_at: z.iso.datetime() }))
    .check(z.describe(`The last ${String(shownChanges)} changes of it, newest first`)),
  no_minimum: z.boolean().check(z.describe('Paid out whatever the balance')),
  balance_cents: z.number().check(z.describe('Due so far: the last closing, and what came since')),
  held_cents: z.number().check(z.describe('On hold, and not part of the balance')),
  version: z.number().check(z.describe('Of the affiliate’s record')),
});

/** How an affiliate is paid. US cents. */
export const payoutAccountShape = z
  .extend(stored, {
    minimum_cents: z.number().check(z.describe('The balance that is paid out')),
    next_closing: z.iso.date().check(z.describe('When the current month closes, in UTC')),
  })
  .check(z.meta({ id: 'PayoutAccount' }));

export type PayoutAccount = z.infer<typeof payoutAccountShape>;

const outcome = z.object({ account: stored });

const open = sql`
  select amount_cents, ${onHold()} as is_held
  from commission_entries
  where affiliate_id = affiliates.id
    and not exists (select 1 from statement_entries where entry_id = commission_entries.id)`;

const returning = sql`
  select payouts.amount_cents from payouts join statements on statements.id = payouts.statement_id
  where statements.affiliate_id = affiliates.id and payouts.state = 'rejected'
    and not exists (select 1 from statement_returns where payout_id = payouts.id)`;

const account = sql`json_build_object(
  'affiliate_id', affiliates.id, 'payout_email', payout_email, 'no_minimum', no_minimum, 'version', version,
  'payout_email_changes', (
    select coalesce(json_agg(json_build_object('email', email, 'changed_at', ${iso(sql`changed_at`)})
      order by changed_at desc, id desc), '[]')
    from (
      select * from payout_email_changes where affiliate_id = affiliates.id
      order by changed_at desc, id desc limit ${shownChanges}::int
    ) as changes
  ),
  'balance_cents', coalesce((
      select closing_cents from statements where affiliate_id = affiliates.id order by month desc limit 1
    ), 0)
    + (select coalesce(sum(amount_cents) filter (where not is_held), 0) from (${open}) as entries)
    + (select coalesce(sum(amount_cents), 0) from (${returning}) as returned),
  'held_cents', (select coalesce(sum(amount_cents) filter (where is_held), 0) from (${open}) as entries))`;

/** How somebody is paid; `before` is sent in the same round trip. Throws what `whose` says is missing. */
export const readPayoutAccount = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  whose: Whose,
  before: readonly SQL[] = [],
): Promise<PayoutAccount> => {
  const statement = sql`select ${account} as account from affiliates where ${whose.where}`;
  const [found] = z.array(outcome).parse((await db.batch([...before, statement])).at(-1));
  if (!found) throw problem(whose.missing);
  return {
    ...found.account,
    minimum_cents: termsOfMonth(monthOf(now)).minimumPayoutCents,
    next_closing: `${addMonths(monthOf(now), 1)}-01`,
  };
};

/**
 * How the caller is paid, or the affiliate with an id. Throws `affiliate-not-found` for a caller without a record,
 * `affiliate-missing` for an id that is unknown or somebody else's.
 */
export const showPayoutAccount = (
  context: Context,
  affiliateId: string | undefined,
): Promise<PayoutAccount> => {
  // Before its payment email is shown, a record that another account made becomes the caller's.
  const confirm = affiliateId === undefined ? confirmOwnerStatement(context) : undefined;
  return readPayoutAccount(context, whoseLedger(context, affiliateId), confirm ? [confirm] : []);
};
