import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { lastRow, timestamptz } from '../../frame/db/sql.ts';
import { bulkIdsRow, bulkResult, selectBulkIds } from '../../frame/lists/bulk-result.ts';
import { type Withdrawal, withdrawalJson, withdrawalShape } from './list-withdrawals.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const handlingResult = z.object({
  changed: ids,
  unchanged: ids.check(z.describe('Already handled')),
  missing: ids.check(z.describe('No withdrawal has this id')),
});

/** Marks withdrawals as handled, and audits each with the note. Withdrawals that are already handled keep their note. */
export async function handleWithdrawals(
  context: Context,
  requested: readonly string[],
  note: string,
): Promise<z.infer<typeof handlingResult>> {
  return bulkResult(requested, await handle(context, requested, note));
}

/**
 * Marks a withdrawal as handled, and audits it with the note. A repetition by the same admin changes nothing. Returns the
 * withdrawal. Throws `withdrawal-not-found`, and `withdrawal-handled` if another admin was first.
 */
export async function handleWithdrawal(context: Context, id: string, note: string): Promise<Withdrawal> {
  const { withdrawals } = await handle(context, [id], note);
  const [withdrawal] = withdrawals;
  if (!withdrawal) throw problem('withdrawal-not-found');
  if (withdrawal.handled_by !== actorId(context.actor)) throw problem('withdrawal-handled');
  return withdrawal;
}

/** Returns the ids that exist, the ids that were changed, and all these withdrawals as they are now. */
function handle(context: Context, requested: readonly string[], note: string) {
  const { db, actor, now } = context;
  const logged = insertAuditEntries(context, {
    id: sql`requested.audit_id`,
    action: 'withdrawal.handle',
    entity: 'withdrawal',
    entityId: sql`changed.id`,
    after: sql`jsonb_build_object('note', changed.handled_note)`,
    from: sql`changed join requested on requested.id = changed.id`,
  });
  const rows = JSON.stringify(requested.map((id) => ({ id, audit_id: uuidv7() })));
  const sent = sql`jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, audit_id uuid)`;
  // A concurrent deletion of a buyer waits for these locks, so that it also redacts the note. The order prevents deadlocks.
  const lock = sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('email ' || coalesce(normalise_email(email), withdrawals.id::text), 0) as lock
      from withdrawals join ${sent} on sent.id = withdrawals.id order by lock
    ) as locks`;
  const statement = sql`with requested as (select * from ${sent}),
    found as (select * from withdrawals where id in (select id from requested)),
    changed as (
      update withdrawals set handled_at = ${timestamptz(now)}, handled_by = ${actorId(actor)}::text,
        handled_note = ${note}::text
      where id in (select id from requested) and handled_at is null
      returning *
    ),
    logged as (${logged})
    ${selectBulkIds}, (
      select coalesce(json_agg(${withdrawalJson(sql`either`)}), '[]') from (
        select * from changed
        union all
        select * from found where handled_at is not null
      ) as either
    ) as withdrawals`;
  return lastRow(db, [lock, statement], z.extend(bulkIdsRow, { withdrawals: z.array(withdrawalShape) }));
}
