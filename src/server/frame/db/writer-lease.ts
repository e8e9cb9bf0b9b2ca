import { setTimeout as sleep } from 'node:timers/promises';
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../context/database.ts';
import { leases } from './schema/operations.ts';
import { builder, only } from './sql.ts';

/** Duration of a lease in milliseconds, longer than a call may take. A writer whose lease expired counts as dead. */
const leaseMs = 5_000;

const expiresAt = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8)`;

/** Another writer of the same name. */
const other = alias(leases, 'other');

/** Pause between two polls, for each writer that is ahead in the queue. */
const pollMs = 15;

const maxPauseMs = 500;

/**
 * Queues until `holder` has the lease. It polls, because no connection stays open between two statements. The time limit of
 * the request ends the wait.
 */
export async function acquireWriterLease(
  db: Pick<Database, 'atomically'>,
  name: string,
  holder: string,
): Promise<void> {
  for (;;) {
    const [, counted] = await db.atomically((tx) => [
      tx
        .insert(leases)
        .values({ name, holder, expiresAt })
        .onConflictDoUpdate({ target: [leases.name, leases.holder], set: { expiresAt } }),
      tx
        .select({ ahead: count() })
        .from(leases)
        .innerJoin(other, eq(other.name, leases.name))
        .where(
          and(
            eq(leases.name, name),
            eq(leases.holder, holder),
            sql`${other.expiresAt} > clock_timestamp()`,
            sql`(${other.queuedAt}, ${other.holder}) < (${leases.queuedAt}, ${leases.holder})`,
          ),
        ),
    ]);
    const { ahead } = only(counted);
    if (ahead === 0) return;
    await sleep(Math.min(pollMs * ahead, maxPauseMs));
  }
}

/** Statement that fails with `concurrent_update` while a writer holds the lease or waits for it. */
export const assertWriterLeaseIsFree = (name: string): SQL =>
  sql`select assert_unchanged('', coalesce((
    select 'taken' from ${leases} where ${eq(leases.name, name)} and ${leases.expiresAt} > clock_timestamp() limit 1
  ), ''))`;

/** Statement that releases the holder's lease, and deletes the leases of writers that died. */
export const releaseWriterLease = (name: string, holder: string): SQL =>
  builder
    .delete(leases)
    .where(
      or(
        and(eq(leases.name, name), eq(leases.holder, holder)),
        sql`${leases.expiresAt} < clock_timestamp() - interval '1 minute'`,
      ),
    )
    .getSQL();
