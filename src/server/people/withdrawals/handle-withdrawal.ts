import * as z from 'zod/mini';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { jsonObject, lockKeys } from '../../frame/db/sql.ts';
import { bulkResult } from '../../frame/lists/bulk-result.ts';
import { toWithdrawal, type Withdrawal, withdrawalColumns } from './withdrawal.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const handlingResult = z.object({
  changed: ids,
  unchanged: ids.check(z.describe('Already handled')),
  missing: ids.check(z.describe('No withdrawal has this ID')),
});

/** Marks withdrawals as handled, and audits each with the note. Withdrawals that are already handled keep their note. */
export async function handleWithdrawals(
  context: Context,
  requested: readonly string[],
  note: string,
): Promise<z.infer<typeof handlingResult>> {
  const { known, changed } = await markHandled(context, requested, note);
  return bulkResult(requested, { known: known.map(({ id }) => id), changed: changed.map(({ id }) => id) });
}

/**
 * Marks a withdrawal as handled, and audits it with the note. A repetition by the same admin changes nothing. Returns the
 * withdrawal. Throws `withdrawal-not-found`, and `withdrawal-handled` if another admin was first.
 */
export async function handleWithdrawal(context: Context, id: string, note: string): Promise<Withdrawal> {
  const { known } = await markHandled(context, [id], note);
  const [withdrawal] = known;
  if (!withdrawal) throw problem('withdrawal-not-found');
  if (withdrawal.handled_by !== actorId(context.actor)) throw problem('withdrawal-handled');
  return withdrawal;
}

/**
 * Marks the open ones of these requests as handled by an account, and audits each with the note. Returns the requests that exist, as they
 * are now, and the ids of the changed ones.
 */
export async function markHandled(
  context: Context,
  requested: readonly string[],
  note: string,
  handledBy = actorId(context.actor),
) {
  const { db, now } = context;
  const isRequested = inArray(withdrawals.id, [...requested]);
  const willChange = and(isRequested, isNull(withdrawals.handledAt));
  // A concurrent deletion of a buyer waits for these locks, so that it also redacts the note.
  const emailLocks = sql`array(
    select 'email ' || coalesce(normalise_email(${withdrawals.email}), ${withdrawals.id}::text)
    from ${withdrawals} where ${isRequested}
  )`;
  const [, , , changed, known] = await db.atomically((tx) => [
    tx.execute(lockKeys(emailLocks)),
    tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(isRequested)
      .orderBy(withdrawals.id)
      .for('update'),
    tx.execute(
      insertAuditEntries(context, {
        id: sql`gen_random_uuid()`,
        action: 'withdrawal.handle',
        entityId: sql`${withdrawals.id}`,
        after: jsonObject({ note: sql`${note}::text` }),
        from: sql`${withdrawals} where ${willChange}`,
      }),
    ),
    tx
      .update(withdrawals)
      .set({ handledAt: now, handledBy, handledNote: note })
      .where(willChange)
      .returning({ id: withdrawals.id }),
    tx.select(withdrawalColumns).from(withdrawals).where(isRequested),
  ]);
  return { known: known.map(toWithdrawal), changed };
}
