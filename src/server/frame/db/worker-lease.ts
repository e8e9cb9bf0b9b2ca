import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { iso, timestamptz } from './sql.ts';

/** Duration of a lease in milliseconds, longer than any function may run. Then another worker may claim the row. */
const leaseMs = 2 * 60_000;

/** A claimed row. `lease` is the end of the lease as ISO 8601, which no other claim of the row has. */
interface Lease {
  readonly id: string;
  readonly lease: string;
}

/** Value of `leased_until` for a worker that claims a row now. */
export function newLeaseEnd(now: Date): SQL {
  return timestamptz(new Date(now.getTime() + leaseMs));
}

/** Condition for a row that no worker has. */
export function isUnleased(table: PgTable, now: Date): SQL {
  return sql`(${table}.leased_until is null or ${table}.leased_until <= ${timestamptz(now)})`;
}

/** Column `lease` of a claim's RETURNING clause. */
export function leaseColumn(table: PgTable): SQL {
  return sql`${iso(sql`${table}.leased_until`)} as lease`;
}

/**
 * UPDATE that ends the lease of a row. It changes nothing if another worker has claimed the row since, or if the row was cancelled,
 * because then the lease is another one or none.
 */
export function endLease(table: PgTable, { id, lease }: Lease, set: SQL): SQL {
  return sql`update ${table} set ${set}, leased_until = null where id = ${id} and leased_until = ${lease}::timestamptz`;
}
