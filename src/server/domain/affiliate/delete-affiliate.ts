import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { isForeignKeyViolation } from '../../db/errors.ts';
import { auditRows, redactedAudit } from '../operations/audit-rows.ts';
import { oneRow } from '../operations/one-row.ts';
import { hasLedger } from './affiliate.ts';

/** What a closed record is called. */
export const closedName = 'Closed account';

const outcome = z.object({ known: z.boolean(), done: z.boolean() });

const deleteOnce = async (context: Context, id: string, version: number | null): Promise<void> => {
  const logged = (action: 'affiliate.delete' | 'affiliate.close', from: 'gone' | 'closed') =>
    auditRows(context, {
      id: sql`${uuidv7()}::uuid`,
      action,
      entity: 'affiliate',
      entityId: sql`id`,
      from: sql.raw(from),
    });
  const now = sql`${context.now.toISOString()}::timestamptz`;
  const { known, done } = await oneRow(
    context.db,
    sql`with found as (
        select id, version, version = coalesce(${version}::int, version) as is_current,
          ${hasLedger(sql`affiliates`)} as has_ledger
        from affiliates where id = ${id}::uuid and closed_at is null for update
      ),
      gone as (
        delete from affiliates using found
        where affiliates.id = found.id and found.is_current and not found.has_ledger returning affiliates.id
      ),
      closed as (
        update affiliates set name = ${closedName}, email = null, payout_email = null, referred_by = null,
          date_activated = null, closed_at = ${now}, updated_at = ${now}, version = found.version + 1
        from found where affiliates.id = found.id and found.is_current and found.has_ledger
        returning affiliates.id
      ),
      forgotten as (
        update payout_email_changes set email = null
        where affiliate_id in (select id from closed) and email is not null
      ),
      redacted as (${redactedAudit('affiliate', id, sql`exists (select 1 from found where is_current)`)}),
      logged_gone as (${logged('affiliate.delete', 'gone')}),
      logged_closed as (${logged('affiliate.close', 'closed')})
      select exists (select 1 from found) as known,
        exists (select 1 from gone) or exists (select 1 from closed) as done`,
    outcome,
  );
  if (!done) throw problem(known ? 'changed-meanwhile' : 'affiliate-missing');
};

/**
 * Removes an affiliate whom no ledger names; another one is closed: it keeps its code and its ledger, and nothing
 * personal. The log keeps which it was and who did it. Throws `affiliate-missing` or `changed-meanwhile`.
 */
export const deleteAffiliate = async (
  context: Context,
  id: string,
  version: number | null,
): Promise<void> => {
  try {
    await deleteOnce(context, id, version);
  } catch (error) {
    // A purchase came in between: now the ledger names it.
    if (!isForeignKeyViolation(error)) throw error;
    await deleteOnce(context, id, version);
  }
};
