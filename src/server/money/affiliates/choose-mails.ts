import { eq, ne, sql, type SQL } from 'drizzle-orm';
import type { OptionalMailKind } from '../../../shared/mail-kinds.ts';
import { problem } from '../../../shared/problems.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { wantsMail } from '../../frame/mail/queue-mails.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
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
  const isOther = ne(affiliates.mutedMails, mutedMails);
  const affiliate = await saveMuted(context, isOpen(affiliateScope(context)), mutedMails, isOther);
  if (!affiliate) throw problem('affiliate-not-found');
  return affiliate;
}

const wantsLetters = wantsMail(sql`${affiliates}`, 'affiliate-letter');

/**
 * Returns the affiliate of the link in a letter, or null if the token is not valid or the affiliate was deleted. Without the
 * address: the link may be in a mailbox that the affiliate has left.
 */
export async function findByLetterToken({ db, settings }: Context, token: string) {
  const id = verifyToken(settings.mailLinkSecret, 'affiliate-letters-leave', token);
  if (!id) return null;
  const [affiliate] = await db
    .select({ id: affiliates.id, wantsLetters: sql<boolean>`${wantsLetters}` })
    .from(affiliates)
    .where(eq(affiliates.id, id));
  return affiliate ?? null;
}

/** Stops the letters to an affiliate. The job cancels those that wait. Changes nothing the second time. */
export async function stopLetters(context: Context, id: string): Promise<void> {
  const more = sql`array_append(${affiliates.mutedMails}, 'affiliate-letter')`;
  await saveMuted(context, eq(affiliates.id, id), more, wantsLetters);
}

/** Saves the unwanted mails of an affiliate, with an audit entry. Returns the affiliate, or undefined if there is none. */
async function saveMuted(
  context: Context,
  where: SQL,
  mutedMails: OptionalMailKind[] | SQL,
  onlyIf: SQL,
): Promise<Affiliate | undefined> {
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.mails',
      where,
      lock: 'no key update',
      onlyIf,
      found: affiliateColumns,
      set: { mutedMails, updatedAt: context.now, version: sql`${affiliates.version} + 1` },
      facts: [affiliates.mutedMails],
      returning: affiliateColumns,
    }),
  ]);
  return changed[0] ?? found[0];
}
