import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { BulkInput } from '../../shared/schemas/affiliate.ts';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { foundAndChanged, foundRow, oneRow, bulkResult, timestamptz } from '../db/sql.ts';
import { affiliateFacts } from './affiliate.ts';

const ids = z.array(z.string());

/** What became of each: ids in the order they were sent. */
export const switchedShape = z.object({
  changed: ids,
  unchanged: ids.check(z.describe('Those that were active, or not, already')),
  missing: ids.check(z.describe('Those that are of no open affiliate')),
});

export type Switched = z.infer<typeof switchedShape>;

/** Activates or deactivates many affiliates in one statement, with an entry in the log for each that changed. */
export const switchAffiliates = async (
  context: Context,
  { action, ids: wanted }: BulkInput,
): Promise<Switched> => {
  const now = timestamptz(context.now);
  const activated = timestamptz(action === 'activate' ? context.now : null);
  const logged = auditRows(context, {
    id: sql`wanted.audit_id`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: affiliateFacts(sql`found`),
    after: affiliateFacts(sql`changed`),
    reason: 'bulk',
    from: sql`changed join found on found.id = changed.id join wanted on wanted.id = changed.id`,
  });
  const rows = JSON.stringify(wanted.map((id) => ({ id, audit_id: uuidv7() })));
  // Locked in the order of their ids, so that two of these at once wait for each other instead of failing; and no key is
  // changed, so that settling, which names affiliates by theirs, waits for none.
  const row = await oneRow(
    context.db,
    sql`with wanted as (select * from jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, audit_id uuid)),
      found as (
        select * from affiliates where id in (select id from wanted) and closed_at is null
        order by id for no key update
      ),
      changed as (
        update affiliates set date_activated = ${activated}, updated_at = ${now},
          version = found.version + 1
        from found
        where affiliates.id = found.id and (found.date_activated is null) = (${activated} is not null)
        returning affiliates.*
      ),
      logged as (${logged})
      ${foundAndChanged}`,
    foundRow,
  );
  return bulkResult(wanted, row);
};
