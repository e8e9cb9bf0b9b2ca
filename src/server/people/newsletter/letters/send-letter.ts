import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../../shared/problems.ts';
import { isSellerInvented } from '../../../../shared/seller.ts';
import { count, pluralize } from '../../../../shared/text.ts';
import { insertAuditEntries } from '../../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../../frame/context/context.ts';
import { letters, newsletterSubscriptions as subscriptions } from '../../../frame/db/schema/newsletter.ts';
import { insertIf, jsonObject } from '../../../frame/db/sql.ts';
import { queueMails } from '../../../frame/mail/queue-mails.ts';
import type { BuiltLetter } from '../../../frame/context/services.ts';

/**
 * Queues a letter to all confirmed addresses, in one statement. A letter is sent once: its slug is unique. `recipients` is the
 * number of addresses that the admin saw. Throws `seller-invented`, `letter-not-found`, `letter-already-sent`, and `letter-recipients-changed`
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
  const { subject, preview, html, text } = letter ?? { subject: '', preview: '', html: '', text: '' };
  const values = {
    id: uuidv7(),
    slug,
    subject,
    preview,
    html,
    text,
    recipients,
    sentBy: actorId(actor),
    queuedAt: now,
  };
  const isRight = sql`${letter !== undefined} and (select count(*) from confirmed) = ${recipients}::int`;
  const queued = queueMails(context, {
    kind: 'letter',
    subjectId: sql`new_letter.id || ' ' || confirmed.id`,
    address: sql`confirmed.email`,
    data: { subscription_id: sql`confirmed.id` },
    letterId: sql`new_letter.id`,
    from: sql`new_letter cross join confirmed`,
  });
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'letter.send',
    entity: 'letter',
    entityId: sql`new_letter.id`,
    after: jsonObject({ slug: sql`${slug}::text`, recipients: sql`${recipients}::int` }),
    from: sql`new_letter`,
  });
  // One snapshot: the confirmed addresses are counted, and get the letter.
  const [row] = await db.execute<{ confirmed: number; isQueued: boolean; isSent: boolean }>(
    sql`with confirmed as materialized (
        select ${subscriptions.id}, ${subscriptions.email} from ${subscriptions}
        where ${eq(subscriptions.state, 'confirmed')}
      ),
      new_letter as (${insertIf(letters, values, isRight)} returning ${letters.id}),
      queued as (${queued}),
      logged as (${logged})
      select (select count(*)::int from confirmed) as confirmed,
        exists (select from new_letter) as "isQueued",
        exists (select from ${letters} where ${eq(letters.slug, slug)}) as "isSent"`,
  );
  if (!row || row.isQueued) return;
  if (row.isSent) throw problem('letter-already-sent');
  if (!letter) throw problem('letter-not-found');
  // A concurrent send has won, and the snapshot of this statement does not contain its row.
  if (row.confirmed === recipients) throw problem('letter-already-sent');
  const message = `There ${pluralize(row.confirmed, 'is', 'are')} ${count(row.confirmed, 'confirmed address', 'confirmed addresses')} now.`;
  throw fieldProblem('letter-recipients-changed', 'recipients', message);
}
