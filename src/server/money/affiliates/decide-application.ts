import { and, eq, sql } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { assertWithin, countHitsFirst, isWithinLimits, targetCounter } from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { type Affiliate, affiliateColumns, affiliateFacts, isOpen } from './affiliate.ts';
import { affiliateScope } from './find-affiliate.ts';

/**
 * Declines a waiting application, with the audit entry and the applicant's mail in the same transaction. An activation can still
 * approve it later. `version` is the version that the caller edited, or null for any version. Throws `affiliate-not-found`,
 * `edit-conflict`, or `application-decided` for an application that does not wait.
 */
export async function declineApplication(
  context: Context,
  id: string,
  reason: string | null,
  version: number | null,
): Promise<Affiliate> {
  const newVersion = sql`${affiliates.version} + 1`;
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.decline',
      reason: reason ?? undefined,
      where: isOpen(eq(affiliates.id, id)),
      lock: 'no key update',
      onlyIf: and(
        eq(affiliates.applicationState, 'waiting'),
        version === null ? undefined : eq(affiliates.version, version),
      ),
      found: { version: affiliates.version },
      before: (willChange) => [
        queueMails(context, {
          kind: 'application-declined',
          subjectId: sql`${affiliates.id} || ' ' || (${newVersion})`,
          address: sql`${affiliates.email}`,
          data: { name: sql`${affiliates.name}`, reason: sql`${reason}::text` },
          from: sql`${affiliates} where ${willChange}`,
        }),
      ],
      set: {
        applicationState: 'declined',
        declinedReason: reason,
        updatedAt: context.now,
        version: newVersion,
      },
      facts: affiliateFacts,
      returning: affiliateColumns,
    }),
  ]);
  if (changed[0]) return changed[0];
  if (!found[0]) throw problem('affiliate-not-found');
  if (version !== null && version !== found[0].version) throw problem('edit-conflict');
  throw problem('application-decided');
}

/**
 * Saves the text of the caller's own waiting application, with an audit entry. An equal text changes nothing.
 * Throws `too-many-requests`, `affiliate-not-found`, or `application-decided` once an admin has approved or declined the
 * application.
 */
export async function savePromotion(context: Context, promotion: string | null): Promise<Affiliate> {
  const { now } = context;
  const limit = limits.perTarget.applicationText;
  const counters = [targetCounter(`application:${actorId(context.actor)}`, limit, now)] as const;
  // A new text increments the version, so that an admin cannot decide about a text that they have not read.
  const [hits, { found, changed }] = await context.db.atomically((tx) => [
    countHitsFirst(tx, counters),
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.application',
      where: isOpen(affiliateScope(context)),
      lock: 'no key update',
      onlyIf: and(
        eq(affiliates.applicationState, 'waiting'),
        sql`${affiliates.promotion} is distinct from ${promotion}`,
        isWithinLimits(counters),
      ),
      found: affiliateColumns,
      set: { promotion, updatedAt: now, version: sql`${affiliates.version} + 1` },
      facts: [affiliates.promotion],
      returning: affiliateColumns,
    }),
  ]);
  assertWithin(hits, counters, now);
  const affiliate = changed[0] ?? found[0];
  if (!affiliate) throw problem('affiliate-not-found');
  if (affiliate.application_state !== 'waiting') throw problem('application-decided');
  return affiliate;
}
