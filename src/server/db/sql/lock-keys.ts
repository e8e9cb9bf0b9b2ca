import { type SQL, sql } from 'drizzle-orm';
import { textArray } from './text-array.ts';

/**
 * A statement that waits until no other transaction holds one of these keys, such as `email ada@mail.example`; held to the
 * transaction's end. Everybody locks in the same order, so that nobody waits for somebody who waits for them.
 */
export const lockKeys = (keys: readonly string[]): SQL => sql`
  select pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(key, 0) as lock from unnest(${textArray(keys)}) as keys (key) order by lock
  ) as locks`;
