import * as z from 'zod/mini';
import { desc, inArray, sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { termsOfMonth } from '../../../shared/program.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries } from '../../frame/db/schema/ledger.ts';
import { payouts, statementEntries, statementReturns, statements } from '../../frame/db/schema/statements.ts';
import { type ColumnsOf, iso, nested } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { affiliateExample } from '../affiliates/affiliate.ts';
import { confirmOwnerFirst } from '../affiliates/confirm-owner.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { onHold } from '../ledger/on-hold.ts';
import { isOpenPayout } from './payout-result.ts';

/** Number of changes of the payment email in the answer. */
const shownChanges = 20;

/** The payment settings and the balance of an affiliate. US cents. */
export const payoutAccountShape = z
  .object({
    affiliate_id: z.string(),
    payout_email: z
      .nullable(z.string())
      .check(z.describe('The payment email; without one nothing is paid out')),
    payout_email_changes: z
      .array(z.object({ email: z.nullable(z.string()), changed_at: z.iso.datetime() }))
      .check(z.describe(`The last ${String(shownChanges)} changes of the payment email, newest first`)),
    no_minimum: z.boolean().check(z.describe('True if every balance is paid out, however small')),
    balance_cents: z
      .number()
      .check(z.describe('The last closing balance, newer entries and rejected payouts')),
    held_cents: z.number().check(z.describe('Commissions on hold; not part of the balance')),
    in_payouts_cents: z
      .number()
      .check(z.describe('Payouts that are proposed or approved; not part of the balance')),
    left_at: z
      .nullable(z.iso.datetime())
      .check(z.describe('When the affiliate left the program. Since then, every balance is paid out')),
    version: z.number().check(z.describe('The version of the affiliate')),
    minimum_cents: z.number().check(z.describe('The lowest balance that is paid out')),
    next_closing: z.iso.date().check(z.describe('The UTC day on which the current month closes')),
  })
  .check(z.meta({ id: 'PayoutAccount' }));

export type PayoutAccount = z.infer<typeof payoutAccountShape>;

export const payoutAccountExample: PayoutAccount = {
  affiliate_id: affiliateExample.id,
  payout_email: 'ada@mail.example',
  payout_email_changes: [{ email: 'ada@mail.example', changed_at: '2025-08-02T09:00:00.000Z' }],
  no_minimum: false,
  balance_cents: 8750,
  held_cents: 0,
  in_payouts_cents: 0,
  left_at: null,
  version: 3,
  minimum_cents: 10000,
  next_closing: '2025-09-01',
};

/**
 * Shows how an affiliate is paid. Without an id, shows the caller's own affiliate. Throws `affiliate-not-found`, also for another
 * affiliate's id unless the caller is an admin.
 */
export async function showPayoutAccount(
  context: Context,
  affiliateId: string | undefined,
): Promise<PayoutAccount> {
  const [, account] = await context.db.atomically((tx) => [
    // The caller becomes the owner first, which clears the payment email of a former owner.
    confirmOwnerFirst(tx, context, affiliateId),
    selectAccount(tx, context, affiliateScope(context, affiliateId)),
  ]);
  return account;
}

/** Reads the payout account of the affiliate that a condition selects. Throws `affiliate-not-found`. */
export async function readPayoutAccount(
  context: Pick<Context, 'db' | 'now'>,
  scope: SQL,
): Promise<PayoutAccount> {
  const [account] = await context.db.atomically((tx) => [selectAccount(tx, context, scope)]);
  return account;
}

function selectAccount(tx: Statements, { now }: Pick<Context, 'now'>, scope: SQL) {
  const { affiliateId, email, changedAt, id } = payoutEmailChanges;
  const accounts = tx.select(accountColumns).from(affiliates).where(scope);
  const changes = tx
    .select({ email, changed_at: iso(changedAt) })
    .from(payoutEmailChanges)
    .where(inArray(affiliateId, tx.select({ id: affiliates.id }).from(affiliates).where(scope)))
    .orderBy(desc(changedAt), desc(id))
    .limit(shownChanges);
  return new StatementGroup([accounts, changes], ([[account], emailChanges]): PayoutAccount => {
    if (!account) throw problem('affiliate-not-found');
    return {
      ...account,
      payout_email_changes: emailChanges,
      minimum_cents: termsOfMonth(monthOf(now)).minimumPayoutCents,
      next_closing: `${addMonths(monthOf(now), 1)}-01`,
    };
  });
}

/** SQL for the sum of an affiliate's entries that are in no statement yet, and that meet a condition. */
function sumOfOpenEntries(affiliate: SQL, condition: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(${commissionEntries.amountCents}), 0)::int from ${commissionEntries}
    where ${commissionEntries.affiliateId} = ${affiliate} and ${condition} and not exists (
      select from ${statementEntries} where ${statementEntries.entryId} = ${commissionEntries.id}
    ))`;
}

/** SQL for the closing balance of an affiliate's last statement, plus newer entries and returning payouts. */
export function balanceCents(affiliate: SQL): SQL<number> {
  const isReturning = sql`${payouts.state} = 'rejected' and not exists (
    select from ${statementReturns} where ${statementReturns.payoutId} = ${payouts.id})`;
  return sql<number>`(coalesce((
      select ${statements.closingCents} from ${statements} where ${statements.affiliateId} = ${affiliate}
      order by ${statements.month} desc limit 1
    ), 0) + ${sumOfOpenEntries(affiliate, sql`not ${onHold()}`)} + ${sumOfPayouts(affiliate, isReturning)})`;
}

/** SQL for the sum of an affiliate's payouts that meet a condition. */
function sumOfPayouts(affiliate: SQL, condition: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(${payouts.amountCents}), 0)::int
    from ${payouts} join ${statements} on ${statements.id} = ${payouts.statementId}
    where ${statements.affiliateId} = ${affiliate} and ${condition})`;
}

const affiliate = sql`${affiliates.id}`;

const accountColumns = {
  affiliate_id: affiliates.id,
  payout_email: affiliates.payoutEmail,
  no_minimum: affiliates.noMinimum,
  version: affiliates.version,
  left_at: iso(affiliates.leftAt),
  balance_cents: nested(balanceCents(affiliate)),
  in_payouts_cents: nested(sumOfPayouts(affiliate, isOpenPayout)),
  held_cents: nested(sumOfOpenEntries(affiliate, onHold())),
} satisfies ColumnsOf<Omit<PayoutAccount, 'payout_email_changes' | 'minimum_cents' | 'next_closing'>>;
