import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { purchases } from '../../db/schema/purchases.ts';
import { textArray } from '../operations/audit-rows.ts';
import { lockKeys } from './lock-keys.ts';
import { normaliseEmail } from './normalise-email.ts';

/**
 * Waits until nobody writes what somebody bought with these addresses, and keeps it so to the transaction's end: who
 * forgets them then sees all that was said of it, and no settling waits for half of it.
 */
export const lockBuyers = async (tx: Database, emails: readonly string[]): Promise<void> => {
  const keys = emails.map(normaliseEmail);
  await lockKeys(
    tx,
    keys.map((key) => `email ${key}`),
  );
  await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(inArray(purchases.payerEmailKey, keys))
    .orderBy(asc(purchases.id))
    .for('update');
};

/**
 * Parts of a WITH that take addresses from whoever bought with them, where `condition` holds: `bought` are the ids of
 * their purchases, which lose the address and, in the log, what admins changed them for. Money, dates and the provider's
 * ids stay, as books must. They are locked by then: see lockBuyers.
 */
export const forgottenBuyers = ({ now }: Context, emails: readonly string[], condition: SQL): SQL => sql`
  bought as (
    update purchases set payer_email = null, payer_email_key = null, version = version + 1,
      updated_at = ${now.toISOString()}::timestamptz
    where payer_email_key = any (${textArray(emails.map(normaliseEmail))}) and ${condition}
    returning id
  ),
  bought_reasons as (
    update audit_log set reason = 'redacted'
    where entity = 'purchase' and entity_id in (select id::text from bought) and reason <> 'redacted'
  )`;
