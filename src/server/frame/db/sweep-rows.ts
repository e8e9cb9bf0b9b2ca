import { count, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../context/context.ts';
import { addressChanges, signIns } from './schema/accounts.ts';
import { policyViolations } from './schema/counts.ts';
import { invitations } from './schema/invitations.ts';
import { rateLimits } from './schema/operations.ts';
import { portalSessions } from './schema/portal.ts';
import { saleClaims } from './schema/sale-claims.ts';
import { only, timestamptz } from './sql.ts';

interface Retention {
  readonly table: PgTable;
  /** A row is deleted this many days after `since`. */
  readonly days: number;
  readonly since: PgColumn | SQL;
}

const { requestedAt, completedAt } = addressChanges;
const endOfDay = sql`((${policyViolations.day} + 1)::timestamp at time zone 'UTC')`;

/** The time for which rows are kept, by table. Withdrawals, requests for the newsletter and last mails have rules of their own. */
export const retentions = {
  portal_sessions: { table: portalSessions, days: 1, since: portalSessions.createdAt },
  sign_ins: { table: signIns, days: 90, since: signIns.authTime },
  // All of its links have expired by then: see `linkLifetimes`.
  address_changes: { table: addressChanges, days: 14, since: sql`greatest(${requestedAt}, ${completedAt})` },
  // An open report has no `settledAt`, so it stays.
  sale_claims: { table: saleClaims, days: 90, since: saleClaims.settledAt },
  // A used one belongs to its purchase. An order that was begun may be paid for a week after the end.
  invitations: {
    table: invitations,
    days: 90,
    since: sql`case when ${invitations.purchaseId} is null then ${invitations.endsAt} end`,
  },
  policy_violations: { table: policyViolations, days: 30, since: endOfDay },
  // Comes last, because it may use up the time of the sweep. Every window of a limit is shorter.
  rate_limits: { table: rateLimits, days: 1, since: rateLimits.windowStart },
} satisfies Readonly<Record<string, Retention>>;

/**
 * Deletes the rows of a table that are too old, and returns their number. Works in batches, so that a run that is ended early still makes
 * progress.
 */
export async function sweepRows(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { table, days, since }: Retention,
  batchSize = 50_000,
): Promise<number> {
  const until = timestamptz(new Date(now.getTime() - days * dayMs));
  // A row may have no id, but it has a place in the table.
  const place = sql<string>`ctid`.as('place');
  const old = db
    .select({ place })
    .from(table)
    .where(sql`${since} < ${until}`)
    .limit(batchSize);
  const gone = db.$with('gone').as(
    db
      .delete(table)
      .where(sql`ctid = any (array${old})`)
      .returning({ place }),
  );
  let total = 0;
  for (;;) {
    const { deleted } = only(await db.with(gone).select({ deleted: count() }).from(gone));
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
