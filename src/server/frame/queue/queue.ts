import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import { iso } from '../db/sql.ts';
import { remainingMs, withTimeLimit } from '../outbound/request-scope.ts';

/** A table whose rows are work. A worker leases a row, does its work, and ends the lease. */
export type QueueTable = PgTable &
  Readonly<Record<'id' | 'attempts' | 'leasedUntil' | 'lastError', PgColumn>>;

export type ClaimColumns = Readonly<Record<keyof Claim, PgColumn | SQL>> &
  Readonly<Record<string, PgColumn | SQL>>;

/** The declaration of a queue. The queues differ in it. */
export interface Queue<Table extends QueueTable = QueueTable, Claimed extends ClaimColumns = ClaimColumns> {
  readonly table: Table;
  /** Condition for a row that is not done: the condition of the index of due rows. Without parameters PostgreSQL uses the index. */
  readonly isOpen: SQL;
  /** Condition for a row that may be claimed now. */
  readonly mayClaim?: SQL;
  /** When a row is due. */
  readonly dueAt: PgColumn;
  /** The order in which due rows are claimed. Without it, the row that has been due longest comes first. */
  readonly order?: readonly (PgColumn | SQL)[];
  /** The columns that a claim returns, with those of `Claim`. */
  readonly columns: (now: Date) => Claimed;
  /** A row is given up after this many failed attempts. */
  readonly maxAttempts: number;
  /** The changes by a failed attempt. `next` is when the row is due again, or null if it is given up. */
  readonly afterFailure: (next: Date | null, now: Date) => PgUpdateSetSource<Table>;
}

/** A row that is leased to this worker. */
export interface Claim {
  readonly id: string;
  /** The number of attempts, with the current one. */
  readonly attempts: number;
  /** The end of the lease as ISO 8601, which no other claim of the row has. */
  readonly lease: string;
}

/** The result of a claim. */
export type ClaimOf<Of> = Of extends Queue<infer _, infer Claimed> ? SelectResultFields<Claimed> : never;

type Clock = Pick<Context, 'db' | 'now'>;

/** Claims the first of the due rows that meet the condition. Returns null if no such row is due. */
export async function claimDue<Table extends QueueTable, Claimed extends ClaimColumns>(
  { table, isOpen, mayClaim, dueAt, order = [dueAt], columns }: Queue<Table, Claimed>,
  { db, now }: Clock,
  condition?: SQL,
): Promise<(SelectResultFields<Claimed> & Claim) | null> {
  const due = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(isOpen, lte(dueAt, now), isUnleased(table, now), mayClaim, condition))
    .orderBy(...order)
    .limit(1)
    .for('update', { skipLocked: true });
  const [rows] = await db.atomically((tx) => [
    tx
      .update(table as PgTable)
      .set(newLease(table, now))
      .where(eq(table.id, sql`(${due.getSQL()})`))
      .returning(columns(now)),
  ]);
  // Drizzle cannot type the rows of unknown columns.
  return (rows as (SelectResultFields<Claimed> & Claim)[])[0] ?? null;
}

/**
 * Ends the lease of a row, and changes the row. Does nothing if another worker has claimed the row since, or if the row was
 * cancelled, because then `leased_until` has changed. Takes up to `leastMs` even if the call or the run has no time left.
 */
export async function endLease<Table extends QueueTable>(
  { table }: Pick<Queue<Table>, 'table'>,
  { db }: Pick<Clock, 'db'>,
  { id, lease }: Pick<Claim, 'id' | 'lease'>,
  changes: PgUpdateSetSource<Table>,
  leastMs: number = limits.timeoutMs.endLeaseLate,
): Promise<void> {
  const set: Record<string, unknown> = { ...changes, leasedUntil: null };
  await withTimeLimit(Math.max(leastMs, remainingMs(limits.timeoutMs.endLease)), () =>
    db.atomically((tx) => [
      tx
        .update(table as PgTable)
        .set(set)
        .where(and(eq(table.id, id), sql`${table.leasedUntil} = ${lease}::timestamptz`)),
    ]),
  );
}

/** Ends an attempt that failed. The row waits, longer each time, or is given up after its last attempt. Returns true if it is given up. */
export async function failAttempt<Table extends QueueTable, Claimed extends ClaimColumns>(
  queue: Queue<Table, Claimed>,
  clock: Clock,
  claim: Claim,
  reason: string,
): Promise<boolean> {
  if (claim.attempts >= queue.maxAttempts) {
    await giveUp(queue, clock, claim, reason);
    return true;
  }
  const next = new Date(clock.now.getTime() + backOffMs(claim.attempts));
  await endLease(queue, clock, claim, { ...queue.afterFailure(next, clock.now), lastError: reason });
  return false;
}

/** Gives up a row at once. */
export async function giveUp<Table extends QueueTable, Claimed extends ClaimColumns>(
  queue: Queue<Table, Claimed>,
  clock: Clock,
  claim: Claim,
  reason: string,
): Promise<void> {
  await endLease(queue, clock, claim, { ...queue.afterFailure(null, clock.now), lastError: reason });
}

/** Duration of a lease in milliseconds, longer than any function may run. Then another worker may claim the row. */
const leaseMs = 2 * 60_000;

/** The changes of a row that a worker claims now. */
export function newLease({ attempts }: QueueTable, now: Date) {
  return { attempts: sql`${attempts} + 1`, leasedUntil: newLeaseEnd(now) };
}

/** Value of `leased_until` for a worker that claims a row now. */
export function newLeaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/** Condition for a row that no worker has. */
export function isUnleased({ leasedUntil }: QueueTable, now: Date): SQL | undefined {
  return or(isNull(leasedUntil), lte(leasedUntil, now));
}

/** The lease of a claimed row, for the columns of a claim. */
export function leaseOf({ leasedUntil }: QueueTable): SQL<string> {
  return iso<string>(sql`${leasedUntil}`);
}

const minuteMs = 60_000;
const maxWaitMs = 6 * 60 * minuteMs;

/** Returns the exponential back-off in milliseconds: one minute after the first failure, then doubled, up to six hours. */
export function backOffMs(failures: number): number {
  return Math.min(minuteMs * 2 ** (failures - 1), maxWaitMs);
}
