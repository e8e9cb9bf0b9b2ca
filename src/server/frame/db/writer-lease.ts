import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../context/database.ts';

const queueRow = z.object({ ahead: z.number() });

/** Duration of a lease in milliseconds, longer than a call may take. A writer whose lease expired counts as dead. */
const leaseMs = 5_000;

/** Pause between two polls, for each writer that is ahead in the queue. */
const pollMs = 15;

const maxPauseMs = 500;

/**
 * Queues until `holder` has the lease. It polls, because no connection stays open between two statements. The time limit of
 * the request ends the wait.
 */
export async function acquireWriterLease(
  db: Pick<Database, 'batch'>,
  name: string,
  holder: string,
): Promise<void> {
  for (;;) {
    const [, [row] = []] = await db.batch([
      sql`insert into leases (name, holder, expires_at)
        values (${name}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8))
        on conflict (name, holder) do update set expires_at = excluded.expires_at`,
      sql`select count(*)::int as ahead from leases own join leases other using (name)
        where name = ${name} and own.holder = ${holder}::uuid and other.expires_at > clock_timestamp()
          and (other.queued_at, other.holder) < (own.queued_at, own.holder)`,
    ]);
    const { ahead } = queueRow.parse(row);
    if (ahead === 0) return;
    await sleep(Math.min(pollMs * ahead, maxPauseMs));
  }
}

/** Statement that fails with `concurrent_update` while a writer holds the lease or waits for it. */
export const assertWriterLeaseIsFree = (name: string): SQL =>
  sql`select assert_unchanged('', coalesce((
    select 'taken' from leases where name = ${name} and expires_at > clock_timestamp() limit 1
  ), ''))`;

/** Statement that releases the holder's lease, and deletes the leases of writers that died. */
export const releaseWriterLease = (name: string, holder: string): SQL =>
  sql`delete from leases
    where (name = ${name} and holder = ${holder}::uuid) or expires_at < clock_timestamp() - interval '1 minute'`;
