import { eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { MailChoice } from '../../../shared/schemas/affiliate.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { textArray } from '../../frame/db/sql.ts';
import { wantsMail } from '../../frame/mail/queue-mails.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import { type Affiliate, affiliateColumns, isOpen } from './affiliate.ts';
import { affiliateScope } from './find-affiliate.ts';

/** Switches optional mails of the caller's own affiliate off and on. Throws `affiliate-not-found`. */
export async function chooseMails(context: Context, choice: MailChoice): Promise<Affiliate> {
  const affiliate = await saveChoice(context, isOpen(affiliateScope(context)), choice);
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

/** Stops the letters to an affiliate. Changes nothing the second time. */
export async function stopLetters(context: Context, id: string): Promise<void> {
  await saveChoice(context, eq(affiliates.id, id), { muted: ['affiliate-letter'], wanted: [] });
}

/**
 * Saves a choice of mails, with an audit entry. Of the mails that wait, the job cancels the letters, and sends the others.
 * Returns the affiliate, or undefined if there is none.
 */
async function saveChoice(context: Context, where: SQL, choice: MailChoice): Promise<Affiliate | undefined> {
  const [muted, wanted] = [textArray(choice.muted), textArray(choice.wanted)];
  const { mutedMails, version } = affiliates;
  const [{ found, changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.mails',
      where,
      lock: 'no key update',
      // Some kind is not off yet, or is off and wanted.
      onlyIf: sql`not (${mutedMails} @> ${muted}) or ${mutedMails} && ${wanted}`,
      found: affiliateColumns,
      set: {
        mutedMails: sql`array(select distinct kind from unnest(${mutedMails} || ${muted}) as kind
          where kind <> all (${wanted}) order by kind)`,
        updatedAt: context.now,
        version: sql`${version} + 1`,
      },
      facts: [mutedMails],
      returning: affiliateColumns,
    }),
  ]);
  return changed[0] ?? found[0];
}
