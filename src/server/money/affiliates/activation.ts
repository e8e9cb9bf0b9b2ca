import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import type { ActivationInput } from '../../../shared/schemas/affiliate.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { bulkIdsRow, bulkResult, selectBulkIds } from '../../frame/lists/bulk-result.ts';
import { affiliateFacts } from './affiliate.ts';
import { queueApprovalMails } from './queue-affiliate-mails.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const activationResult = z.object({
  changed: ids,
  unchanged: ids.check(z.describe('Already in the wanted state')),
  left: ids.check(z.describe('Left the program. Activate such an affiliate alone')),
  missing: ids.check(z.describe('No open affiliate has this id')),
});

export type ActivationResult = z.infer<typeof activationResult>;

/**
 * Activates or deactivates many affiliates in one statement, with an audit entry for each change and a mail for each
 * activation.
 */
export async function setActivation(
  context: Context,
  { action, ids: requested }: ActivationInput,
): Promise<ActivationResult> {
  const now = timestamptz(context.now);
  const activated = timestamptz(action === 'activate' ? context.now : null);
  const logged = insertAuditEntries(context, {
    id: sql`requested.audit_id`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: affiliateFacts(sql`found`),
    after: affiliateFacts(sql`changed`),
    reason: 'bulk',
    from: sql`changed join found on found.id = changed.id join requested on requested.id = changed.id`,
  });
  const rows = JSON.stringify(requested.map((id) => ({ id, audit_id: uuidv7() })));
  // Rows are locked in the order of their ids to avoid deadlocks between two bulk changes. `no key update` does not block
  // the foreign keys of purchases that are being recorded.
  const row = await oneRow(
    context.db,
    sql`with requested as (select * from jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, audit_id uuid)),
      found as (
        select * from affiliates where id in (select id from requested) and closed_at is null
        order by id for no key update
      ),
      changed as (
        update affiliates set date_activated = ${activated}, updated_at = ${now},
          version = found.version + 1
        from found
        where affiliates.id = found.id and (found.date_activated is null) = (${activated} is not null)
          and (found.left_at is null or ${activated} is null)
        returning affiliates.*
      ),
      logged as (${logged}),
      approvals as (${queueApprovalMails(context, sql`changed`, sql`changed where date_activated is not null`)})
      ${selectBulkIds}, (select coalesce(json_agg(id), '[]') from found where left_at is not null and ${activated} is not null) as "left"`,
    z.extend(bulkIdsRow, { left: ids }),
  );
  const { unchanged, ...result } = bulkResult(requested, row);
  const left = new Set(row.left);
  return {
    ...result,
    unchanged: unchanged.filter((id) => !left.has(id)),
    left: unchanged.filter((id) => left.has(id)),
  };
}

/** Returns the activation date to store. Throws `invalid` for a date in the future. */
export function validateActivation(activated: Date | null, now: Date): Date | null {
  if (isFutureActivation(activated, now))
    throw problem('invalid', { fields: [{ field: 'date_activated', message: futureActivation }] });
  return clampToNow(activated, now);
}

/** The message for an activation date in the future. */
export const futureActivation = 'Not in the future';

/** Tolerated lead of an admin's clock over the server's clock, in milliseconds. */
const clockTolerance = 24 * 60 * 60_000;

/** Returns true for an activation date in the future, beyond the clock tolerance. */
export function isFutureActivation(activated: Date | null, now: Date): boolean {
  return activated !== null && activated.getTime() > now.getTime() + clockTolerance;
}

/** Returns the activation date, at most `now`: a saved code is valid at once. */
export function clampToNow(activated: Date | null, now: Date): Date | null {
  return activated !== null && activated > now ? now : activated;
}
