import { type SQL, sql } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import type { LeaveReason } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../context/context.ts';
import { addressHash } from '../db/schema/newsletter.ts';
import { textArray, timestamptz } from '../db/sql.ts';

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
