import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { oneRow } from '../../db/sql/one-row.ts';
import { timestamptz } from '../../db/sql/timestamptz.ts';
import { auditRows } from '../audit/audit-rows.ts';

const outcome = z.object({ claimed: z.number() });

const facts = (row: 'found' | 'changed') => sql`jsonb_build_object(
  'owner_uid', ${sql.raw(row)}.owner_uid, 'payout_email', ${sql.raw(row)}.payout_email)`;

/**
 * Gives the caller the record with their confirmed address if another account owned it. Clears its payment email, which
 * that account may have set. Audits both changes. A record without an owner keeps the payment email that an admin entered.
 */
export async function claimRecord(context: Context): Promise<void> {
  const { actor } = context;
  if (actor.kind !== 'user' || !actor.emailVerified || actor.email === null) return;
  const now = timestamptz(context.now);
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.owner',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: facts('found'),
    after: facts('changed'),
    from: sql`found join changed on changed.id = found.id`,
  });
  await oneRow(
    context.db,
    sql`with found as (
        select * from affiliates
        where lower(email) = lower(${actor.email}::text) and owner_uid <> ${actor.uid}::text and closed_at is null
        for no key update
      ),
      changed as (
        update affiliates set owner_uid = ${actor.uid}::text, payout_email = null, updated_at = ${now},
          version = found.version + 1
        from found where affiliates.id = found.id
        returning affiliates.*
      ),
      history as (
        insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
        select ${uuidv7()}::uuid, found.id, null, ${actor.uid}::text, ${now}
        from found join changed on changed.id = found.id
        where found.payout_email is not null
      ),
      logged as (${logged})
      select count(*)::int as claimed from changed`,
    outcome,
  );
}
