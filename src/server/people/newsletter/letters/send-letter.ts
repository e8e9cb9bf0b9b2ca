import { eq, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../../shared/problems.ts';
import { isSellerInvented } from '../../../../shared/seller.ts';
import { countRecipients } from '../../../../shared/messages/newsletter-admin.ts';
import type { BuiltLetter } from '../../../../shared/schemas/letter.ts';
import type { LetterAudience } from '../../../../shared/schemas/newsletter.ts';
import { pluralize } from '../../../../shared/text.ts';
import { insertAuditEntries } from '../../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../../frame/context/context.ts';
import { affiliates } from '../../../frame/db/schema/affiliates.ts';
import { letters, newsletterSubscriptions as subscriptions } from '../../../frame/db/schema/newsletter.ts';
import { insertIf, jsonObject } from '../../../frame/db/sql.ts';
import { affiliateGetsLetters } from '../../../frame/mail/affiliate-letters.ts';
import { queueMails } from '../../../frame/mail/queue-mails.ts';

/**
 * Queues a letter to everybody of its audience, in one statement. A letter is sent once: its slug is unique. `recipients` is the
 * number of people that the admin saw. Throws `seller-invented`, `letter-not-found`, `letter-already-sent`, and `letter-recipients-changed`
 * with the new number.
 */
export async function sendLetter(
  context: Context,
  built: readonly BuiltLetter[],
  slug: string,
  recipients: number,
): Promise<void> {
  if (context.settings.isProduction && isSellerInvented()) throw problem('seller-invented');
  const letter = built.find((candidate) => candidate.slug === slug);
  const { db, actor, now } = context;
  const { audience, subject, preview, html, text } = letter ?? noLetter;
  const values = {
    id: uuidv7(),
    slug,
    audience,
    subject,
    preview,
    html,
    text,
    recipients,
    sentBy: actorId(actor),
    queuedAt: now,
  };
  const isRight = sql`${letter !== undefined} and (select count(*) from people) = ${recipients}::int`;
  const mail = {
    subjectId: sql`new_letter.id || ' ' || people.id`,
    address: sql`people.email`,
    letterId: sql`new_letter.id`,
    from: sql`new_letter cross join people`,
  };
  const personId = sql`people.id`;
  const queued =
    audience === 'readers'
      ? queueMails(context, { ...mail, kind: 'letter', data: { subscription_id: personId } })
      : queueMails(context, { ...mail, kind: 'affiliate-letter', data: { affiliate_id: personId } });
  const logged = insertAuditEntries(context, {
    action: 'letter.send',
    entityId: sql`new_letter.id`,
    after: jsonObject({ slug: sql`${slug}::text`, recipients: sql`${recipients}::int` }),
    from: sql`new_letter`,
  });
  // One snapshot: the recipients are counted, and get the letter.
  const [row] = await db.execute<{ people: number; isQueued: boolean; isSent: boolean }>(
    sql`with people as materialized (${recipientsOf[audience]}),
      new_letter as (${insertIf(letters, values, isRight)} returning ${letters.id}),
      queued as (${queued}),
      logged as (${logged})
      select (select count(*)::int from people) as people,
        exists (select from new_letter) as "isQueued",
        exists (select from ${letters} where ${eq(letters.slug, slug)}) as "isSent"`,
  );
  if (!row || row.isQueued) return;
  if (row.isSent) throw problem('letter-already-sent');
  if (!letter) throw problem('letter-not-found');
  // A concurrent send has won, and the snapshot of this statement does not contain its row.
  if (row.people === recipients) throw problem('letter-already-sent');
  const message = `There ${pluralize(row.people, 'is', 'are')} ${countRecipients(audience, row.people)} now.`;
  throw fieldProblem('letter-recipients-changed', 'recipients', message);
}

const noLetter = { audience: 'readers', subject: '', preview: '', html: '', text: '' } as const;

/** SELECT of the people of each audience: id and email. */
const recipientsOf: Readonly<Record<LetterAudience, SQL>> = {
  readers: sql`select ${subscriptions.id}, ${subscriptions.email} from ${subscriptions}
    where ${eq(subscriptions.state, 'confirmed')}`,
  affiliates: sql`select ${affiliates.id}, ${affiliates.email} from ${affiliates} where ${affiliateGetsLetters}`,
};
