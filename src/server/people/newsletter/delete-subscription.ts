import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow } from '../../frame/db/sql.ts';
import { forgetMailsWhere } from '../../frame/mail/queue-mails.ts';

/**
 * Deletes a subscription, cancels its mails that wait, and removes its address from its mails. Mails of other kinds to the same
 * address, such as receipts, stay. The audit log does not name the address. Throws `subscription-not-found`.
 */
export async function deleteSubscription(context: Context, id: string): Promise<void> {
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'subscription.delete',
    entity: 'subscription',
    entityId: sql`gone.id`,
    from: sql`gone`,
  });
  const { found } = await oneRow(
    context.db,
    sql`with gone as (delete from newsletter_subscriptions where id = ${id}::uuid returning *),
      forgotten as (
        ${forgetMailsWhere(
          context,
          sql`normalise_email(address) = (select normalise_email(email) from gone)
            and kind in ('letter', 'newsletter-confirmation')`,
        )}
      ),
      logged as (${logged})
      select exists (select 1 from gone) as found`,
    z.object({ found: z.boolean() }),
  );
  if (!found) throw problem('subscription-not-found');
}
