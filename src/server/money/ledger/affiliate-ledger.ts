import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { type EntryKind, explainEntry } from '../../../shared/explain-entry.ts';
import { findPlan } from '../../../shared/plans.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, entryKind } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { payouts, statementEntries, statementReturns, statements } from '../../frame/db/schema/statements.ts';
import { iso } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { momentKey, type Sorting } from '../../frame/lists/keyset.ts';
import { onHold } from './on-hold.ts';

/** The order of an affiliate's ledger. */
export const newestFirst: Sorting = {
  key: momentKey(commissionEntries.occurredAt),
  id: commissionEntries.id,
  descending: true,
};

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
 * - `In a payout`: the payout for the entry's balance is proposed or approved.
 * - `On hold`: the entry is in no statement yet and its commission is on hold.
 * - `Pending`: every other entry.
 */
export function ledgerCtes(scope: SQL, { filter = sql`true`, limit }: EntryOptions = {}): SQL {
  const { id, occurredAt } = commissionEntries;
  const newest =
    limit === undefined ? sql`` : sql`order by ${occurredAt} desc, ${id} desc limit ${limit}::int`;
  return sql`
  own as (select ${affiliates.id} from ${affiliates} where ${scope}),
  balances as (
    select ${statements.id}, (
      with recursive taken as (
        ${payoutFor(sql`statements`)}
        union all
        select next.id, next.state
        from taken join ${statementReturns} on ${statementReturns.payoutId} = taken.id
          join ${statements} back on back.id = ${statementReturns.statementId}
          cross join lateral ${payoutFor(sql`back`)} as next
        where taken.state = 'rejected'
      )
      select case
          when bool_or(state = 'paid') then 'Paid'
          when bool_or(state in ('proposed', 'approved')) then 'In a payout'
        end from taken
    ) as state
    from ${statements} where ${statements.affiliateId} in (select id from own)
  ),
  entries as (
    select commission_entries.*, ${newestFirst.key.text} as key, ${payments.purchaseId}, ${payments.paidAt},
      ${payments.isRenewal}, ${purchases.planId}, case
        when balances.state is not null then balances.state
        when ${statementEntries.entryId} is null and ${onHold()} then 'On hold'
        else 'Pending'
      end as entry_state
    from ${commissionEntries}
      join ${payments} on ${payments.id} = ${commissionEntries.paymentId}
      join ${purchases} on ${purchases.id} = ${payments.purchaseId}
      left join ${statementEntries} on ${statementEntries.entryId} = ${id}
      left join balances on balances.id = ${statementEntries.statementId}
    where ${commissionEntries.affiliateId} in (select id from own) and ${filter}
    ${newest}
  )`;
}

/** Subquery for the payout that takes a statement's balance: the statement's own payout, or the first of a later month. */
function payoutFor(statement: SQL): SQL {
  return sql`(
  select ${payouts.id}, ${payouts.state} from ${statements} later join ${payouts} on ${payouts.statementId} = later.id
  where later.affiliate_id = ${statement}.affiliate_id and later.month >= ${statement}.month
  order by later.month limit 1)`;
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
  state: z.enum(['Pending', 'On hold', 'In a payout', 'Paid']),
});

export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const entryExample: LedgerEntry = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c01',
  date: '2025-08-04T12:00:00.000Z',
  plan: 'Annual Subscription',
  kind: 'commission',
  amount_cents: 1250,
  rate_basis_points: 2500,
  base_cents: 4999,
  paid_at: '2025-08-04T12:00:00.000Z',
  explanation: '25% of $49.99 (first payment)',
  state: 'Pending',
};

type StoredEntry = Omit<LedgerEntry, 'explanation'> & {
  readonly is_renewal: boolean;
  readonly terms_version: string;
  readonly key: string;
};

/** Selects the entries of the affiliate that a scope selects, newest first. `key` is the sort key of `newestFirst`. */
export function selectEntries(tx: Statements, scope: SQL, options: EntryOptions) {
  const rows = tx.execute<StoredEntry>(sql`with ${ledgerCtes(scope, options)}
    select id, ${iso(sql`occurred_at`)} as date, plan_id as plan, kind, amount_cents, rate_basis_points, base_cents,
      ${iso(sql`paid_at`)} as paid_at, entry_state as state, is_renewal, terms_version, key
    from entries order by occurred_at desc, id desc`);
  return new StatementGroup([rows], ([found]) => found.map(toLedgerEntry));
}

function toLedgerEntry({ is_renewal, terms_version, key, ...entry }: StoredEntry) {
  const ledgerEntry: LedgerEntry = {
    ...entry,
    plan: findPlan(entry.plan)?.name ?? entry.plan,
    explanation: explainRow({ ...entry, is_renewal, terms_version }),
  };
  return { key, entry: ledgerEntry };
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
