import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { timestamptz } from '../../frame/db/sql.ts';

/**
 * Statement that ends an account's sessions with purchases, and the changes of its address that wait for their link. Firebase
 * counts the end of sessions in whole seconds, so the times alone do not show which of two events in one second came first. `email`
 * is the address of the account now, `uid` null if it is not known.
 */
export function endOpenedByAccount(
  { now }: Pick<Context, 'now'>,
  { uid, email }: { readonly uid: string | null; readonly email: string | null },
): SQL {
  // A change that has already reached Firebase is left to be completed.
  return sql`with sessions as (
      delete from portal_sessions
      where uid = ${uid}::text or uid is not null and lower(email) = lower(${email}::text)
    )
    update address_changes set ended_at = ${timestamptz(now)}
    where (uid = ${uid}::text or lower(old_email) = lower(${email}::text))
      and lower(new_email) is distinct from lower(${email}::text) and completed_at is null and ended_at is null`;
}
