import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { addressesOf, auditRows, redactedAudit, unnamedActors, unnamedAudit } from '../audit/audit-rows.ts';
import { oneRow, textArray, timestamptz } from '../db/sql.ts';
import { hasLedger } from './affiliate.ts';

/** What a closed record is called. */
const closedName = 'Closed account';

const read = z.object({
  /** `emails` are the addresses it has and had, in lower case. */
  found: z.nullable(z.object({ id: z.string(), version: z.number(), emails: z.array(z.string()) })),
  /** The records that name it as the one who referred them. */
  named_by: z.array(z.object({ id: z.string(), version: z.number() })),
});
type Read = z.infer<typeof read>;

/** An open affiliate as it is now, and who names it; null for none. */
export const readAffiliate = (context: Context, id: string): Promise<Read> =>
  oneRow(
    context.db,
    sql`with found as (
        select id, version, ${addressesOf('affiliate', sql`affiliates`)} as emails
        from affiliates where id = ${id}::uuid and closed_at is null
      )
      select (select to_json(found) from found) as found,
        (select coalesce(json_agg(json_build_object('id', affiliates.id, 'version', affiliates.version)), '[]')
          from affiliates join found on lower(referred_by) = any (found.emails) and affiliates.id <> found.id
        ) as named_by`,
    read,
  );

const outcome = z.object({ done: z.boolean() });

/** What the affiliate's payouts were rejected for, and purchases given to or taken from them, where `condition` holds. */
const redactedReasons = (id: string, condition: SQL): SQL => sql`
  update audit_log set reason = 'redacted'
  where reason <> 'redacted' and ${condition} and (
    entity = 'payout' and entity_id in (
      select payouts.id::text from payouts join statements on statements.id = payouts.statement_id
      where statements.affiliate_id = ${id}::uuid)
    or entity = 'purchase' and ${id} in (before ->> 'affiliate', after ->> 'affiliate'))`;

/**
 * Forgets the affiliate at once, with every address of theirs, unless the record, or one that names it, is another than
 * the one that was read: what such a change logged would not be seen, and stay. Who names it is looked for anew. Tells
 * whether it did; fails by a foreign key where a purchase comes to name it meanwhile.
 */
export const forgetAffiliate = async (
  context: Context,
  { id, version, emails }: NonNullable<Read['found']>,
  namedBy: Read['named_by'],
): Promise<boolean> => {
  const entryId = sql`${uuidv7()}::uuid`;
  const logged = (action: string, from: 'gone' | 'closed') =>
    auditRows(context, {
      id: entryId,
      action,
      entity: 'affiliate',
      entityId: sql`id`,
      from: sql.raw(from),
    });
  const unnamed = auditRows(context, {
    id: sql`coalesce(known.audit_id, gen_random_uuid())`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`unnamed.id`,
    reason: 'redacted',
    from: sql`unnamed left join known on known.id = unnamed.id`,
  });
  const sent = JSON.stringify([{ id, version }, ...namedBy].map((row) => ({ ...row, audit_id: uuidv7() })));
  const now = timestamptz(context.now);
  const isFound = sql`exists (select 1 from found)`;
  // Records and payouts are locked in the order of their ids, so that two at once wait for each other instead of failing.
  const forgotten = sql`with known as (
        select * from jsonb_to_recordset(${sent}::jsonb) as sent (id uuid, version int, audit_id uuid)
      ),
      held as (
        select id, version from affiliates
        where id = any (array(select id from known)) or lower(referred_by) = any (${textArray(emails)})
        order by id for update
      ),
      found as (
        select id, version, ${hasLedger(sql`held`)} as has_ledger from held
        where id = ${id}::uuid
          and not exists (select id, version from known except select id, version from held)
      ),
      gone as (
        delete from affiliates using found
        where affiliates.id = found.id and not found.has_ledger returning affiliates.id
      ),
      closed as (
        update affiliates set name = ${closedName}, email = null, owner_uid = null, email_confirmed_at = null, payout_email = null,
          referred_by = null, date_activated = null, closed_at = ${now}, updated_at = ${now}, version = found.version + 1
        from found where affiliates.id = found.id and found.has_ledger
        returning affiliates.id
      ),
      unnamed as (
        update affiliates set referred_by = null, updated_at = ${now}, version = held.version + 1
        from held where affiliates.id = held.id and held.id <> ${id}::uuid and ${isFound}
        returning affiliates.id
      ),
      forgotten as (
        update payout_email_changes set email = null
        where affiliate_id in (select id from closed) and email is not null
      ),
      sent as (
        select payouts.id from payouts join statements on statements.id = payouts.statement_id
        where statements.affiliate_id in (select id from closed)
        order by payouts.id for update of payouts
      ),
      paid as (
        update payouts set payout_email = null, rejected_reason = null
        where id in (select id from sent) and (payout_email is not null or rejected_reason is not null)
      ),
      redacted as (${redactedAudit('affiliate', id, isFound)}),
      redacted_others as (${unnamedAudit('affiliate', { id, emails }, isFound)}),
      logged_gone as (${logged('affiliate.delete', 'gone')}),
      logged_closed as (${logged('affiliate.close', 'closed')}),
      logged_unnamed as (${unnamed})
      select ${isFound} as done`;
  // Statements of their own: one changes an entry only once, and would not see what was logged by whoever it waited for.
  const isDone = sql`exists (select 1 from audit_log where id = ${entryId})`;
  const [rows] = await context.db.batch([
    forgotten,
    redactedReasons(id, isDone),
    unnamedActors(emails, isDone),
  ]);
  return outcome.parse(rows?.[0]).done;
};
