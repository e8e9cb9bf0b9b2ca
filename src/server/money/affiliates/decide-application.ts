import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { type Affiliate, affiliateFacts, affiliateJson, affiliateShape } from './affiliate.ts';
import { assertWithin, counted, countHits, isWithin, targetCounter } from '../../frame/limits/count-hit.ts';
import { affiliateScope } from './find-affiliate.ts';

const outcome = z.object({
  version: z.nullable(z.number()),
  is_waiting: z.nullable(z.boolean()),
  affiliate: z.nullable(affiliateShape),
});

/**
 * Declines a waiting application, with the audit entry and the applicant's mail in the same statement. An activation can still
 * approve it later. `version` is the version that the caller edited, or null for any version. Throws `affiliate-not-found`,
 * `edit-conflict`, or `application-decided` for an application that does not wait.
 */
export async function declineApplication(
  context: Context,
  id: string,
  reason: string | null,
  version: number | null,
): Promise<Affiliate> {
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.decline',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: affiliateFacts(sql`found`),
    after: affiliateFacts(sql`changed`),
    ...(reason !== null && { reason }),
    from: sql`found join changed on changed.id = found.id`,
  });
  const declined = queueMails(context, {
    kind: 'application-declined',
    subjectId: sql`changed.id || ' ' || changed.version`,
    address: sql`changed.email`,
    data: { name: sql`changed.name`, reason: sql`changed.declined_reason` },
    from: sql`changed`,
  });
  const result = await oneRow(
    context.db,
    sql`with found as (
        select * from affiliates where id = ${id}::uuid and closed_at is null for no key update
      ),
      changed as (
        update affiliates set application_state = 'declined', declined_reason = ${reason}::text,
          updated_at = ${timestamptz(context.now)}, version = found.version + 1
        from found
        where affiliates.id = found.id and found.version = coalesce(${version}::int, found.version)
          and found.application_state = 'waiting'
        returning affiliates.*
      ),
      logged as (${logged}),
      declined as (${declined})
      select (select version from found) as version,
        (select application_state = 'waiting' from found) as is_waiting,
        (select ${affiliateJson(sql`changed`)} from changed) as affiliate`,
    outcome,
  );
  if (result.affiliate) return result.affiliate;
  if (result.version === null) throw problem('affiliate-not-found');
  if (version !== null && version !== result.version) throw problem('edit-conflict');
  throw problem('application-decided');
}

/**
 * Saves the text of the caller's own waiting application, with an audit entry. An equal text changes nothing.
 * Throws `too-many-requests`, `affiliate-not-found`, or `application-decided` once an admin has approved or declined the
 * application.
 */
export async function savePromotion(context: Context, promotion: string | null): Promise<Affiliate> {
  const limit = limits.perTarget.applicationText;
  const counter = targetCounter(`application:${actorId(context.actor)}`, limit, context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.application',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: sql`jsonb_build_object('promotion', found.promotion)`,
    after: sql`jsonb_build_object('promotion', changed.promotion)`,
    from: sql`found join changed on changed.id = found.id`,
  });
  // A new text increments the version, so that an admin cannot decide about a text that they have not read.
  const result = await oneRow(
    context.db,
    sql`with hit as (${countHits([counter])}),
      found as (
        select * from affiliates where ${affiliateScope(context)} and closed_at is null for no key update
      ),
      changed as (
        update affiliates set promotion = ${promotion}::text, updated_at = ${timestamptz(context.now)},
          version = found.version + 1
        from found
        where affiliates.id = found.id and found.application_state = 'waiting'
          and found.promotion is distinct from ${promotion}::text and ${isWithin([counter])}
        returning affiliates.*
      ),
      logged as (${logged}),
      newest as (
        select * from changed union all select * from found where not exists (select 1 from changed)
      )
      select (select json_agg(hit) from hit) as hits, (select version from found) as version,
        (select application_state = 'waiting' from found) as is_waiting,
        (select ${affiliateJson(sql`newest`)} from newest) as affiliate`,
    z.extend(outcome, { hits: counted }),
  );
  assertWithin(result.hits, [counter], context.now);
  if (!result.affiliate) throw problem('affiliate-not-found');
  if (!result.is_waiting) throw problem('application-decided');
  return result.affiliate;
}
