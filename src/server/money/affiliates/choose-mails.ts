import { ne, sql } from 'drizzle-orm';
import type { OptionalMailKind } from '../../../shared/mail-kinds.ts';
import { problem } from '../../../shared/problems.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { type Affiliate, affiliateColumns, isOpen } from './affiliate.ts';
import { affiliateScope } from './find-affiliate.ts';

/**
 * Saves which optional mails the caller's own affiliate does not want, with an audit entry. Saving the same choice again changes
 * nothing. Mails that are already queued are still sent. Throws `affiliate-not-found`.
 */
export async function chooseMails(
  context: Context,
  mutedKinds: readonly OptionalMailKind[],
): Promise<Affiliate> {
  const mutedMails = [...new Set(mutedKinds)].sort();
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.mails',
      entity: 'affiliate',
      where: isOpen(affiliateScope(context)),
      lock: 'no key update',
      onlyIf: ne(affiliates.mutedMails, mutedMails),
      found: affiliateColumns,
      set: { mutedMails, updatedAt: context.now, version: sql`${affiliates.version} + 1` },
      facts: [affiliates.mutedMails],
      returning: affiliateColumns,
    }),
  ]);
  const affiliate = changed[0] ?? found[0];
  if (!affiliate) throw problem('affiliate-not-found');
  return affiliate;
}
