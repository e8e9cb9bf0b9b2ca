import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { OptionalMailKind } from '../../../shared/mail-kinds.ts';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, textArray, timestamptz } from '../../frame/db/sql.ts';
import { type Affiliate, affiliateJson, affiliateShape } from './affiliate.ts';
import { affiliateScope } from './find-affiliate.ts';

/**
 * Saves which optional mails the caller's own affiliate does not want, with an audit entry. Saving the same choice again changes
 * nothing. Mails that are already queued are still sent. Throws `affiliate-not-found`.
 */
export async function chooseMails(
  context: Context,
  mutedKinds: readonly OptionalMailKind[],
): Promise<Affiliate> {
  const muted = textArray([...new Set(mutedKinds)].sort());
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.mails',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: sql`jsonb_build_object('muted_mails', found.muted_mails)`,
    after: sql`jsonb_build_object('muted_mails', changed.muted_mails)`,
    from: sql`found join changed on changed.id = found.id`,
  });
  const { affiliate } = await oneRow(
    context.db,
    sql`with found as (
        select * from affiliates where ${affiliateScope(context)} and closed_at is null for no key update
      ),
      changed as (
        update affiliates set muted_mails = ${muted}, updated_at = ${timestamptz(context.now)},
          version = found.version + 1
        from found
        where affiliates.id = found.id and found.muted_mails <> ${muted}
        returning affiliates.*
      ),
      logged as (${logged}),
      newest as (
        select * from changed union all select * from found where not exists (select 1 from changed)
      )
      select (select ${affiliateJson(sql`newest`)} from newest) as affiliate`,
    z.object({ affiliate: z.nullable(affiliateShape) }),
  );
  if (!affiliate) throw problem('affiliate-not-found');
  return affiliate;
}
