import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import type { Context } from '../../context.ts';
import { auditRows, redactedAudit, unnamedAudit } from '../operations/audit-rows.ts';
import { oneRow } from '../operations/one-row.ts';
import { hasLedger } from './affiliate.ts';

/** What a closed record is called. */
export const closedName = 'Closed account';

const read = z.object({
  found: z.object({ id: z.string(), version: z.number(), email: z.string() }).nullable(),
  /** The records that name it as the one who referred them. */
  named_by: z.array(z.object({ id: z.string(), version: z.number() })),
});
type Read = z.infer<typeof read>;

/** An open affiliate as it is now, and who names it; null for none. */
export const readAffiliate = (context: Context, id: string): Promise<Read> =>
  oneRow(
    context.db,
    sql`with found as (
        select id, version, email from affiliates where id = ${id}::uuid and closed_at is null
      )
      select (select to_json(found) from found) as found,
        (select coalesce(json_agg(json_build_object('id', affiliates.id, 'version', affiliates.version)), '[]')
          from affiliates join found on lower(referred_by) = lower(found.email) and affiliates.id <> found.id
        ) as named_by`,
    read,
  );

const outcome = z.object({ done: z.boolean() });

/**
 * Forgets the affiliate in one statement, unless the record, or one that names it, is another than the one that was
 * read: what such a change logged would not be seen, and stay. Tells whether it did; fails by a foreign key where a
 * purchase comes to name it meanwhile.
 */
export const forgetAffiliate = async (
  context: Context,
  { id, version, email }: NonNullable<Read['found']>,
  namedBy: Read['named_by'],
): Promise<boolean> => {
  const logged = (action: string, from: 'gone' | 'closed') =>
    auditRows(context, {
      id: sql`${uuidv7()}::uuid`,
      action,
      entity: 'affiliate',
      entityId: sql`id`,
      from: sql.raw(from),
    });
  const unnamed = auditRows(context, {
    id: sql`known.audit_id`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`unnamed.id`,
    reason: 'redacted',
    from: sql`unnamed join known on known.id = unnamed.id`,
  });
  const rows = JSON.stringify([{ id, version }, ...namedBy].map((row) => ({ ...row, audit_id: uuidv7() })));
  const now = sql`${context.now.toISOString()}::timestamptz`;
  const isFound = sql`exists (select 1 from found)`;
  // Locked in the order of their ids, so that two of these at once wait for each other instead of failing.
  const { done } = await oneRow(
    context.db,
    sql`with known as (
        select * from jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, version int, audit_id uuid)
      ),
      held as (
        select id, version from affiliates where id in (select id from known) order by id for update
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
        update affiliates set name = ${closedName}, email = null, payout_email = null, referred_by = null,
          date_activated = null, closed_at = ${now}, updated_at = ${now}, version = found.version + 1
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
      paid as (
        update payouts set payout_email = null
        where payout_email is not null and statement_id in (
          select id from statements where affiliate_id in (select id from closed)
        )
      ),
      redacted as (${redactedAudit('affiliate', id, isFound)}),
      redacted_others as (${unnamedAudit('affiliate', { id, email }, isFound)}),
      logged_gone as (${logged('affiliate.delete', 'gone')}),
      logged_closed as (${logged('affiliate.close', 'closed')}),
      logged_unnamed as (${unnamed})
      select ${isFound} as done`,
    outcome,
  );
  return done;
};
