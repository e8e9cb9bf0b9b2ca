import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { textArray } from '../db/sql/text-array.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';
import { normaliseEmail } from '../../shared/normalise-email.ts';
import { lockPurchases } from './update-buyer.ts';

/**
 * Statements that wait until nobody writes what somebody bought with these addresses: who forgets them in a later one sees all
 * that was said of it, and no settling waits for half of it.
 */
export const lockBuyers = (emails: readonly string[]): readonly SQL[] =>
  lockPurchases({ emailKeys: emails.map(normaliseEmail) });

/**
 * Parts of a WITH that take addresses from whoever bought with them, where `condition` holds: `bought` are the ids of
 * their purchases, which lose the address and, in the log, what admins changed them for. Money, dates and the provider's
 * ids stay, as books must. They are locked by then: see lockBuyers.
 */
export const forgottenBuyers = ({ now }: Context, emails: readonly string[], condition: SQL): SQL => sql`
  bought as (
    update purchases set payer_email = null, payer_email_key = null, version = version + 1,
      updated_at = ${timestamptz(now)}
    where payer_email_key = any (${textArray(emails.map(normaliseEmail))}) and ${condition}
    returning id
  ),
  bought_reasons as (
    update audit_log set reason = 'redacted'
    where entity = 'purchase' and entity_id in (select id::text from bought) and reason <> 'redacted'
  )`;
