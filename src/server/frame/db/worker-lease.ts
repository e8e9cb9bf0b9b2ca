import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Statements } from '../context/database.ts';
import { iso } from './sql.ts';

/** Duration of a lease in milliseconds, longer than any function may run. Then another worker may claim the row. */
const leaseMs = 2 * 60_000;

/** A claimed row. `lease` is the end of the lease as ISO 8601, which no other claim of the row has. */
interface Lease {
  readonly id: string;
  readonly lease: string;
}

/** A table whose rows workers lease. */
type LeasedTable = PgTable & { readonly id: PgColumn; readonly leasedUntil: PgColumn };

/** Value of `leased_until` for a worker that claims a row now. */
export function newLeaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** Condition for a row that no worker has. */
export function isUnleased({ leasedUntil }: LeasedTable, now: Date): SQL | undefined {
  return or(isNull(leasedUntil), lte(leasedUntil, now));
}

/** The lease of a claimed row, for the claim's RETURNING clause. */
export function leaseOf({ leasedUntil }: LeasedTable): SQL<string> {
  return iso<string>(sql`${leasedUntil}`);
}

/**
 * UPDATE that ends the lease of a row. It changes nothing if another worker has claimed the row since, or if the row was cancelled,
 * because then the lease is another one or none.
 */
export function endLease<Table extends LeasedTable>(
  tx: Statements,
  table: Table,
  { id, lease }: Lease,
  set: PgUpdateSetSource<Table>,
) {
  const ended: Record<string, unknown> = { ...set, leasedUntil: null };
  return tx
    .update(table as PgTable)
    .set(ended)
    .where(and(eq(table.id, id), sql`${table.leasedUntil} = ${lease}::timestamptz`));
}
