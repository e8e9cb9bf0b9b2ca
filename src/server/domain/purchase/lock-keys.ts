import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';

/**
 * Waits until no other transaction holds one of these keys, such as `email ada@mail.example`; held to the transaction's
 * end. Everybody locks in the same order, so that nobody waits for somebody who waits for them.
 */
export const lockKeys = async (tx: Database, keys: readonly string[]): Promise<void> => {
  const list = sql.join(
    keys.map((key) => sql`${key}::text`),
    sql`, `,
  );
  await tx.execute(
    sql`select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 0) as lock from unnest(array[${list}]::text[]) as keys (key) order by lock
    ) as locks`,
  );
};
