import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { findPlan } from '../../shared/plans.ts';
import { entryKind } from '../db/schema/ledger.ts';
import { iso } from '../db/sql.ts';
import { onHold } from '../ledger/on-hold.ts';
import type { ProblemCode } from '../../shared/problems.ts';
import { type Context, isAdmin } from '../context.ts';
import { isOwnersRow } from './affiliate.ts';
import { type EntryKind, explainEntry } from '../../shared/explain-entry.ts';

/** The payout that takes the balance of a statement (an alias): its own, or the first of a later month. */
const payoutOf = (statement: SQL): SQL => sql`
  select payouts.id, payouts.state from statements later join payouts on payouts.statement_id = later.id
  where later.affiliate_id = ${statement}.affiliate_id and later.month >= ${statement}.month
  order by later.month limit 1`;

/**
 * What goes into a WITH: `own`, the affiliate that the condition names, and `entries`, their ledger with a state for each
 * entry. Paid is what a statement counts whose balance was paid out. A rejected payout paid nothing: what it was to pay
 * goes on with the statement that it came back with. What is not paid may be on hold.
 */
export const ledgerOf = (where: SQL): SQL => sql`
  own as (select id from affiliates where ${where}),
  balances as (
    select statements.id, (
      with recursive taken as (
        (${payoutOf(sql`statements`)})
        union all
        select next.id, next.state
        from taken join statement_returns on statement_returns.payout_id = taken.id
          join statements back on back.id = statement_returns.statement_id
          cross join lateral (${payoutOf(sql`back`)}) as next
        where taken.state = 'rejected'
      )
      select bool_or(state = 'paid') from taken
    ) as is_paid
    from statements where affiliate_id in (select id from own)
  ),
  entries as (
    select commission_entries.*, payments.purchase_id, payments.paid_at, payments.is_renewal, purchases.plan_id, case
        when balances.is_paid then 'Paid'
        when statement_entries.entry_id is null and ${onHold()} then 'On hold'
        else 'Pending'
      end as entry_state
    from commission_entries
      join payments on payments.id = commission_entries.payment_id
      join purchases on purchases.id = payments.purchase_id
      left join statement_entries on statement_entries.entry_id = commission_entries.id
      left join balances on balances.id = statement_entries.statement_id
    where commission_entries.affiliate_id in (select id from own)
  )`;

/** An entry of the ledger as its affiliate sees it: nothing of the buyer. Cents are signed, `date` is ISO 8601 UTC. */
export const ledgerEntry = z.object({
  date: z.string(),
  plan: z.string(),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number(),
  rate_basis_points: z.number(),
  base_cents: z.number(),
  paid_at: z.string().check(z.describe('When the payment was made that it is about')),
  explanation: z.string().check(z.describe('How it comes to its amount, in words')),
  state: z.enum(['Pending', 'Paid', 'On hold']),
});

export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** An entry as newestEntries gives it, made a LedgerEntry. */
export const storedEntry = z.pipe(
  z.extend(z.omit(ledgerEntry, { explanation: true }), {
    is_renewal: z.boolean(),
    terms_version: z.string(),
  }),
  z.transform(({ is_renewal, terms_version, ...entry }): LedgerEntry => ({
    ...entry,
    plan: findPlan(entry.plan)?.name ?? entry.plan,
    explanation: explainRow({ ...entry, is_renewal, terms_version }),
  })),
);

/** The newest entries of `entries` as an array that storedEntry reads, all of them for a `limit` of null. */
export const newestEntries = (limit: number | null): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'date', ${iso(sql`occurred_at`)}, 'plan', plan_id, 'kind', kind, 'amount_cents', amount_cents,
    'rate_basis_points', rate_basis_points, 'base_cents', base_cents, 'paid_at', ${iso(sql`paid_at`)}, 'state', entry_state,
    'is_renewal', is_renewal, 'terms_version', terms_version
  ) order by occurred_at desc, id desc), '[]')
  from (select * from entries order by occurred_at desc, id desc limit ${limit}::int) newest)`;

/** Whose statements and payouts are asked for. */
export interface Whose {
  /** The condition on `affiliates`. */
  readonly where: SQL;
  /** What to answer when there is no such affiliate. */
  readonly missing: ProblemCode;
}

const ownRecord = ({ actor }: Pick<Context, 'actor'>): SQL =>
  actor.kind === 'user' && actor.email !== null
    ? sql`lower(affiliates.email) = lower(${actor.email}::text) and ${isOwnersRow(actor)}`
    : sql`false`;

/**
 * The caller's own affiliate record, or the one with an id: anybody's for an admin, else the caller's own, so that
 * somebody else's is answered like a missing one.
 */
export const whoseLedger = (context: Pick<Context, 'actor'>, id: string | undefined): Whose => {
  const where = ownRecord(context);
  if (id === undefined) return { where, missing: 'affiliate-not-found' };
  const byId = sql`affiliates.id = ${id}::uuid`;
  return {
    where: isAdmin(context.actor) ? byId : sql`${byId} and ${where}`,
    missing: 'affiliate-missing',
  };
};

/** An entry of the ledger as the API has it. Cents; the rate in hundredths of a percent. */
interface EntryRow {
  readonly kind: EntryKind;
  readonly amount_cents: number;
  readonly base_cents: number;
  readonly rate_basis_points: number;
  readonly terms_version: string;
  readonly is_renewal: boolean;
  /** When the payment was made that it is about, ISO 8601 UTC. */
  readonly paid_at: string;
}

/** How an entry comes to its amount, in words. */
export const explainRow = (row: EntryRow): string =>
  explainEntry({
    kind: row.kind,
    amountCents: row.amount_cents,
    baseCents: row.base_cents,
    rateBasisPoints: row.rate_basis_points,
    termsVersion: row.terms_version,
    isRenewal: row.is_renewal,
    paidAt: row.paid_at,
  });
