import { and, eq, inArray, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { auditedDelete } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { forgetMailsWhere } from '../../frame/mail/forget-mails.ts';

/**
 * Deletes a subscription, cancels its mails that wait, and removes its address from its mails. Mails of other kinds to the same
 * address, such as receipts, stay. The audit log does not name the address. Throws `subscription-not-found`.
 */
export async function deleteSubscription(context: Context, id: string): Promise<void> {
  const isThisOne = eq(subscriptions.id, id);
  const person = sql`(select normalise_email(${subscriptions.email}) from ${subscriptions} where ${isThisOne})`;
  const isToPerson = sql`normalise_email(${mails.address}) = ${person}`;
  const isOfNewsletter = inArray(mails.kind, ['letter', 'newsletter-confirmation']);
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedDelete(tx, context, subscriptions, {
      action: 'subscription.delete',
      where: isThisOne,
      before: () => [forgetMailsWhere(context, sql`${and(isToPerson, isOfNewsletter)}`)],
    }),
  ]);
  if (changed.length === 0) throw problem('subscription-not-found');
}
