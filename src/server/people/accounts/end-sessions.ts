import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { portalSessions } from '../../frame/db/schema/portal.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';

/**
 * Statements that end an account's sessions with purchases, and the changes of its address that wait for their link. Firebase
 * counts the end of sessions in whole seconds, so the times alone do not show which of two events in one second came first. `email`
 * is the address of the account now, `uid` null if it is not known.
 */
export function endOpenedByAccount(
  tx: Statements,
  { now }: Pick<Context, 'now'>,
  { uid, email }: { readonly uid: string | null; readonly email: string | null },
) {
  const account = sql`${uid}::text`;
  const address = sql`lower(${email}::text)`;
  const sessions = portalSessions;
  const isOpenedByAccount = and(isNotNull(sessions.uid), sql`lower(${sessions.email}) = ${address}`);
  const { oldEmail, newEmail, completedAt, endedAt } = addressChanges;
  const isTheirs = or(eq(addressChanges.uid, account), sql`lower(${oldEmail}) = ${address}`);
  const statements = [
    tx.delete(sessions).where(or(eq(sessions.uid, account), isOpenedByAccount)),
    tx
      .update(addressChanges)
      .set({ endedAt: now })
      .where(
        and(
          isTheirs,
          // A change that has already reached Firebase is left to be completed.
          sql`lower(${newEmail}) is distinct from ${address}`,
          isNull(completedAt),
          isNull(endedAt),
        ),
      ),
  ] as const;
  return new StatementGroup(statements, () => undefined);
}
