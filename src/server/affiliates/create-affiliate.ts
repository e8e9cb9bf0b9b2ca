import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { AffiliateRecord } from '../../shared/schemas/affiliate.ts';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import {
  type Affiliate,
  affiliateFacts,
  affiliateJson,
  affiliateShape,
  findConflict,
  keptActivation,
} from './affiliate.ts';
import { isOwnAddress } from './find-affiliate.ts';

const outcome = z.object({ made: z.nullable(affiliateShape) });

/**
 * An admin's new affiliate, audited in the same statement; one of the admin's own address is theirs. Throws `invalid` for
 * an activation in the future, `affiliate-email-taken` or `affiliate-code-taken`.
 */
export const createAffiliate = async (context: Context, input: AffiliateRecord): Promise<Affiliate> => {
  const { name, email, code, referred_by } = input;
  const { db, now, actor } = context;
  const ownerUid = isOwnAddress(actor, email) ? actor.uid : null;
  const activated = keptActivation(input.date_activated, now);
  const row = sql`made`;
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.create',
    entity: 'affiliate',
    entityId: sql`made.id`,
    after: affiliateFacts(row),
    from: row,
  });
  const { made } = await oneRow(
    db,
    sql`with made as (
        insert into affiliates (id, owner_uid, name, email, code, referred_by, date_activated, date_created)
        values (${uuidv7()}::uuid, ${ownerUid}::text, ${name}, ${email}, ${code}, ${referred_by}::text,
          ${timestamptz(activated)}, ${timestamptz(now)})
        on conflict do nothing returning *
      ),
      logged as (${logged})
      select (select ${affiliateJson(row)} from made) as made`,
    outcome,
  );
  if (!made) throw await findConflict(db, email);
  return made;
};
