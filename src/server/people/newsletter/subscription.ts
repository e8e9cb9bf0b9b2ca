import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { type LeaveReason, newsletterStates } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { endSubscriptions } from '../../frame/mail/end-subscriptions.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import type { TokenPurpose } from '../../frame/mail/templates/template.ts';

const subscription = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(newsletterStates),
});

/** The fields of a subscription that its pages need. */
export type NewsletterSubscription = z.infer<typeof subscription>;

const found = z.object({ found: z.nullable(subscription) });

/** Returns the subscription of a mail's token, or null if the token is not valid or the subscription was deleted. */
export async function findByToken(
  context: Context,
  purpose: TokenPurpose,
  token: string,
): Promise<NewsletterSubscription | null> {
  const { db, settings } = context;
  const id = verifyToken(settings.mailLinkSecret, purpose, token);
  if (!id) return null;
  const row = await oneRow(
    db,
    sql`select (
        select json_build_object('id', id, 'email', email, 'state', state) from newsletter_subscriptions where id = ${id}::uuid
      ) as found`,
    found,
  );
  return row.found;
}

/** Confirms a subscription that was asked for. Any other subscription stays as it is. */
export async function confirmSubscription(
  { db, now }: Context,
  { id }: Pick<NewsletterSubscription, 'id'>,
): Promise<void> {
  await db.execute(
    sql`update newsletter_subscriptions set state = 'confirmed', confirmed_at = ${timestamptz(now)}
      where id = ${id}::uuid and state = 'asked'`,
  );
}

/** Ends a subscription, and cancels the letters that are not sent yet. A subscription that has ended stays as it is. */
export function leaveNewsletter(
  context: Context,
  { email }: Pick<NewsletterSubscription, 'email'>,
  reason: LeaveReason,
): Promise<void> {
  return leaveWithAddresses(context, [email], reason);
}

/** Ends the subscriptions of these addresses, in any letter case. An address without a subscription is ignored. */
export async function leaveWithAddresses(
  context: Pick<Context, 'db' | 'now'>,
  emails: readonly string[],
  reason: LeaveReason,
): Promise<void> {
  await context.db.execute(endSubscriptions(context, emails, reason));
}
