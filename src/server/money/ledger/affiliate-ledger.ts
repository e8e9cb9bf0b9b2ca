import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { type EntryKind, explainEntry } from '../../../shared/explain-entry.ts';
import { findPlan } from '../../../shared/plans.ts';
import { entryKind } from '../../frame/db/schema/ledger.ts';
import { iso } from '../../frame/db/sql.ts';
import { onHold } from './on-hold.ts';

interface EntryOptions {
  /** Condition on `commission_entries`. */
  readonly filter?: SQL | undefined;
  /** The largest number of entries, the newest first. */
  readonly limit?: number;
}

/**
 * CTEs for a WITH clause: `own`, the affiliate that the scope selects, and `entries`, the affiliate's ledger with the state of
 * each entry.
 *
 * - `Paid`: the payout for the entry's balance was paid. A rejected payout pays nothing; its amount returns with a later
 *   statement, so the payout of that statement decides.
 * - `Under review`: the payout for the entry's balance is proposed or approved.
 * - `On hold`: the entry is in no statement yet and its commission is on hold.
 * - `Pending`: every other entry.
 */
export function ledgerCtes(scope: SQL, { filter = sql`true`, limit }: EntryOptions = {}): SQL {
  const newest =
    limit === undefined
      ? sql``
      : sql`order by commission_entries.occurred_at desc, commission_entries.id desc limit ${limit}::int`;
  return sql`
  own as (select id from affiliates where ${scope}),
  balances as (
    select statements.id, (
      with recursive taken as (
        (${payoutFor(sql`statements`)})
        union all
        select next.id, next.state
        from taken join statement_returns on statement_returns.payout_id = taken.id
          join statements back on back.id = statement_returns.statement_id
          cross join lateral (${payoutFor(sql`back`)}) as next
        where taken.state = 'rejected'
      )
      select case
          when bool_or(state = 'paid') then 'Paid'
          when bool_or(state in ('proposed', 'approved')) then 'Under review'
        end from taken
    ) as state
    from statements where affiliate_id in (select id from own)
  ),
  entries as (
    select commission_entries.*, payments.purchase_id, payments.paid_at, payments.is_renewal, purchases.plan_id, case
        when balances.state is not null then balances.state
        when statement_entries.entry_id is null and ${onHold()} then 'On hold'
        else 'Pending'
      end as entry_state
    from commission_entries
      join payments on payments.id = commission_entries.payment_id
      join purchases on purchases.id = payments.purchase_id
      left join statement_entries on statement_entries.entry_id = commission_entries.id
      left join balances on balances.id = statement_entries.statement_id
    where commission_entries.affiliate_id in (select id from own) and ${filter}
    ${newest}
  )`;
}

/** SELECT of the payout that takes a statement's balance: the statement's own payout, or the first of a later month. */
function payoutFor(statement: SQL): SQL {
  return sql`
  select payouts.id, payouts.state from statements later join payouts on payouts.statement_id = later.id
  where later.affiliate_id = ${statement}.affiliate_id and later.month >= ${statement}.month
  order by later.month limit 1`;
}

/**
 * CTE after `ledgerCtes`. A referral is a purchase with a positive commission; it counts in the month of its first commission.
 */
export const referralsCte = sql`referrals as (
    select purchase_id, min(occurred_at) as first_at from entries where kind in ('commission', 'reattribution')
    group by purchase_id having sum(amount_cents) > 0
  )`;

/** A ledger entry as its affiliate sees it, without the buyer. Signed US cents; dates are ISO 8601 UTC. */
export const ledgerEntry = z.object({
  id: z.string(),
  date: z.string(),
  plan: z.string(),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number(),
  rate_basis_points: z.number(),
  base_cents: z.number(),
  paid_at: z.string().check(z.describe('When the customer paid')),
  explanation: z.string().check(z.describe('The calculation of the amount, in words')),
  state: z.enum(['Pending', 'On hold', 'Under review', 'Paid']),
});

export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Parses an element of `newestEntries` into a LedgerEntry. */
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

/** SQL array of the newest rows of `entries`, for `storedEntry`. A limit of null means all rows. */
export function newestEntries(limit: number | null): SQL {
  return sql`(
  select coalesce(json_agg(json_build_object(
    'id', id, 'date', ${iso(sql`occurred_at`)}, 'plan', plan_id, 'kind', kind, 'amount_cents', amount_cents,
    'rate_basis_points', rate_basis_points, 'base_cents', base_cents, 'paid_at', ${iso(sql`paid_at`)}, 'state', entry_state,
    'is_renewal', is_renewal, 'terms_version', terms_version
  ) order by occurred_at desc, id desc), '[]')
  from (select * from entries order by occurred_at desc, id desc limit ${limit}::int) newest)`;
}

/** The fields of a ledger entry that explain its amount, in the API's spelling. US cents. */
interface ExplainedRow {
  readonly kind: EntryKind;
  readonly amount_cents: number;
  readonly base_cents: number;
  readonly rate_basis_points: number;
  readonly terms_version: string;
  readonly is_renewal: boolean;
  /** ISO 8601 UTC. */
  readonly paid_at: string;
}

/** Explains in words how the amount of a ledger entry was calculated. */
export function explainRow(row: ExplainedRow): string {
  return explainEntry({
    kind: row.kind,
    amountCents: row.amount_cents,
    baseCents: row.base_cents,
    rateBasisPoints: row.rate_basis_points,
    termsVersion: row.terms_version,
    isRenewal: row.is_renewal,
    paidAt: row.paid_at,
  });
}
