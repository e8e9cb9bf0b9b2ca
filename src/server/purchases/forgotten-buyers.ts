import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { textArray, timestamptz } from '../db/sql.ts';
import { normaliseEmail } from '../../shared/email.ts';
import { lockPurchases } from './update-buyer.ts';

/**
 * Statements that wait for every writer of purchases with these addresses. A later statement of the batch that forgets the
 * addresses sees all of their records.
 */
export function lockBuyers(emails: readonly string[]): readonly SQL[] {
  return lockPurchases({ emailKeys: emails.map(normaliseEmail) });
}

/**
 * Parts of a WITH clause that remove addresses from purchases if `condition` holds. `bought` has the ids of the changed
 * purchases; the reasons of admins in their audit log are redacted. Money, dates and PayPal's ids stay, because accounting
 * needs them. Call `lockBuyers` first.
 */
export function forgottenBuyers({ now }: Context, emails: readonly string[], condition: SQL): SQL {
  return sql`
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
}
