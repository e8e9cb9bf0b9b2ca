import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../shared/problems.ts';
import { insertAuditEntries } from '../audit/audit-log.ts';
import { actorId, type Context } from '../context.ts';
import { lastRow, timestamptz } from '../db/sql.ts';
import { type Withdrawal, withdrawalJson, withdrawalShape } from './list-withdrawals.ts';

/**
 * Marks a withdrawal as handled, and audits it with the note. A repetition by the same admin changes nothing. Returns the
 * withdrawal. Throws `withdrawal-not-found`, and `withdrawal-handled` if another admin was first.
 */
export async function handleWithdrawal(context: Context, id: string, note: string): Promise<Withdrawal> {
  const { db, actor, now } = context;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'withdrawal.handle',
    entity: 'withdrawal',
    entityId: sql`handled.id`,
    after: sql`jsonb_build_object('note', handled.handled_note)`,
    from: sql`handled`,
  });
  // A concurrent deletion of the buyer waits for the lock, so that it also redacts the note.
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended('email ' || coalesce(normalise_email(email), id::text), 0))
    from withdrawals where id = ${id}::uuid`;
  const statement = sql`with handled as (
      update withdrawals set handled_at = ${timestamptz(now)}, handled_by = ${actorId(actor)}::text,
        handled_note = ${note}::text
      where id = ${id}::uuid and handled_at is null
      returning *
    ),
    logged as (${logged})
    select (
      select ${withdrawalJson(sql`either`)} from (
        select * from handled
        union all
        select * from withdrawals where id = ${id}::uuid and handled_at is not null
      ) as either
    ) as withdrawal`;
  const { withdrawal } = await lastRow(
    db,
    [lock, statement],
    z.object({ withdrawal: z.nullable(withdrawalShape) }),
  );
  if (!withdrawal) throw problem('withdrawal-not-found');
  if (withdrawal.handled_by !== actorId(actor)) throw problem('withdrawal-handled');
  return withdrawal;
}
