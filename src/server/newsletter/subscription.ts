import * as z from 'zod/mini';
import { type SQL, sql } from 'drizzle-orm';
import { normaliseEmail } from '../../shared/email.ts';
import { type LeaveReason, subscriptionStates } from '../../shared/schemas/newsletter.ts';
import type { Context } from '../context.ts';
import { addressHash } from '../db/schema/newsletter.ts';
import { oneRow, textArray, timestamptz } from '../db/sql.ts';
import { verifyToken } from '../mail/mail-links.ts';
import type { TokenPurpose } from '../mail/template.ts';

const subscription = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(subscriptionStates),
});

/** The fields of a subscription that its pages need. */
export type Subscription = z.infer<typeof subscription>;

const found = z.object({ found: z.nullable(subscription) });

/** Returns the subscription of a mail's token, or null if the token is not valid or the subscription was deleted. */
export async function findByToken(
  context: Context,
  purpose: TokenPurpose,
  token: string,
): Promise<Subscription | null> {
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
  { id }: Pick<Subscription, 'id'>,
): Promise<void> {
  await db.execute(
    sql`update newsletter_subscriptions set state = 'confirmed', confirmed_at = ${timestamptz(now)}
      where id = ${id}::uuid and state = 'asked'`,
  );
}

/** Ends a subscription, and cancels the letters that are not sent yet. A subscription that has ended stays as it is. */
export function leaveNewsletter(
  context: Context,
  { email }: Pick<Subscription, 'email'>,
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

/**
 * Statement that ends the subscriptions of these addresses, and cancels their mails that wait. After a bounce or a complaint it also
 * stores the hashes of the addresses, so that nobody can ask for letters to them, unless the bounce is not certain.
 */
export function endSubscriptions(
  { now }: Pick<Context, 'now'>,
  emails: readonly string[],
  reason: LeaveReason,
  isCertain = true,
): SQL {
  const moment = timestamptz(now);
  const addresses = textArray(emails.map((email) => email.toLowerCase()));
  const keys = textArray(emails.map(normaliseEmail));
  return sql`with ended as (
        update newsletter_subscriptions set state = 'left', left_at = ${moment}, left_reason = ${reason}::leave_reason
        where lower(email) = any (${addresses}) and state <> 'left'
      ),
      suppressed as (
        insert into suppressed_addresses (address_hash, reason, suppressed_at)
        select distinct ${addressHash(sql`address`)}, ${reason}::leave_reason, ${moment} from unnest(${addresses}) as address
        where ${isCertain && (reason === 'bounce' || reason === 'complaint')}
        on conflict do nothing
      )
      update mails set state = 'cancelled', data = null, leased_until = null, finished_at = ${moment}
      where kind in ('letter', 'newsletter-confirmation') and state = 'waiting' and normalise_email(address) = any (${keys})
        and lower(address) = any (${addresses})`;
}
