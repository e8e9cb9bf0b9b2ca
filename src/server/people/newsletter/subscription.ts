import * as z from 'zod/mini';
import { and, eq } from 'drizzle-orm';
import { type LeaveReason, leaveReasons, newsletterStates } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { type ColumnsOf, iso } from '../../frame/db/sql.ts';
import { endSubscriptions } from '../../frame/mail/end-subscriptions.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import type { TokenPurpose } from '../../frame/mail/templates/template.ts';

/** A newsletter subscription as the API answers it. Dates are ISO 8601 UTC. */
export const subscriptionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    state: z.enum(newsletterStates),
    source: z.string().check(z.describe('The page or the import that the request came from')),
    text_version: z.string().check(z.describe('The text beside the form that the person agreed to')),
    created_at: z.iso.datetime().check(z.describe('The first request')),
    asked_at: z.iso.datetime().check(z.describe('The last request')),
    confirmed_at: z.nullable(z.iso.datetime()),
    left_at: z.nullable(z.iso.datetime()),
    left_reason: z
      .nullable(z.enum(leaveReasons))
      .check(z.describe('How the subscription ended: the person’s own wish, a bounce or a complaint')),
  })
  .check(z.meta({ id: 'Subscription' }));

export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;

export const subscriptionExample: SubscriptionRecord = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
  email: 'carl@mail.example',
  name: 'Carl',
  state: 'confirmed',
  source: '/',
  text_version: '2026-11',
  created_at: '2026-11-04T12:00:00.000Z',
  asked_at: '2026-11-04T12:00:00.000Z',
  confirmed_at: '2026-11-04T12:05:00.000Z',
  left_at: null,
  left_reason: null,
};

/** The columns of a SubscriptionRecord. */
export const subscriptionColumns = {
  id: subscriptions.id,
  email: subscriptions.email,
  name: subscriptions.name,
  state: subscriptions.state,
  source: subscriptions.source,
  text_version: subscriptions.textVersion,
  created_at: iso(subscriptions.createdAt),
  asked_at: iso(subscriptions.askedAt),
  confirmed_at: iso(subscriptions.confirmedAt),
  left_at: iso(subscriptions.leftAt),
  left_reason: subscriptions.leftReason,
} satisfies ColumnsOf<SubscriptionRecord>;

/** The fields of a subscription that its pages need. */
export type NewsletterSubscription = Pick<SubscriptionRecord, 'id' | 'email' | 'state'>;

/** Returns the subscription of a mail's token, or null if the token is not valid or the subscription was deleted. */
export async function findByToken(
  context: Context,
  purpose: TokenPurpose,
  token: string,
): Promise<NewsletterSubscription | null> {
  const { db, settings } = context;
  const id = verifyToken(settings.mailLinkSecret, purpose, token);
  if (!id) return null;
  const [subscription] = await db
    .select(subscriptionColumns)
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  return subscription ?? null;
}

/** Confirms a subscription that was asked for. Any other subscription stays as it is. */
export async function confirmSubscription(
  { db, now }: Context,
  { id }: Pick<NewsletterSubscription, 'id'>,
): Promise<void> {
  await db
    .update(subscriptions)
    .set({ state: 'confirmed', confirmedAt: now })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.state, 'asked')));
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
  await context.db.atomically((tx) => [endSubscriptions(tx, context, emails, reason)]);
}
