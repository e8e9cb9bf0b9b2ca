import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { queuePaymentEmailMails } from './queue-affiliate-mails.ts';

/** Makes the caller's account the owner of the affiliate with its confirmed email. Returns true if anything changed. */
export async function confirmOwner(context: Context): Promise<boolean> {
  const statement = confirmOwnerStatement(context);
  return (
    statement !== undefined &&
    (await oneRow(context.db, statement, z.object({ changed: z.boolean() }))).changed
  );
}

/**
 * Statement that makes the caller's account the owner of the affiliate with its confirmed email. Undefined for a caller
 * without a confirmed email. The statement returns `changed`: true if it changed the affiliate.
 *
 * A former owner may have set the payment email and written the application. So a change of owner:
 *
 * - clears the payment email and the text of the application
 * - makes a declined application wait again
 * - takes the address off open payouts, unless they are in a payment file, and returns approved ones to the state `proposed`. They
 *   get the next payment email
 * - sends a mail about the cleared payment email
 *
 * Every new owner is audited. An affiliate without an owner keeps the payment email that an admin entered.
 */
export function confirmOwnerStatement(context: Context): SQL | undefined {
  const { actor } = context;
  if (actor.kind !== 'user' || !actor.emailVerified || actor.email === null) return undefined;
  const now = timestamptz(context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.owner',
    entity: 'affiliate',
    entityId: sql`found.id`,
    before: sql`jsonb_build_object('owner_uid', found.owner_uid, 'payout_email', found.payout_email,
      'promotion', found.promotion)`,
    after: sql`jsonb_build_object('owner_uid', changed.owner_uid, 'payout_email', changed.payout_email,
      'promotion', changed.promotion, 'payouts_back_in_review', (select coalesce(jsonb_agg(id), '[]') from reopened))`,
    from: sql`found join changed on changed.id = found.id and changed.owner_uid is distinct from found.owner_uid`,
  });
  const paymentEmailRemoved = queuePaymentEmailMails(context, {
    row: sql`found`,
    formerEmail: sql`found.payout_email`,
    from: sql`history join found on found.id = history.affiliate_id`,
  });
  return sql`with found as (
        select *, owner_uid is not null and owner_uid <> ${actor.uid}::text as owned_by_other from affiliates
        where lower(email) = lower(${actor.email}::text) and closed_at is null
          and (owner_uid is distinct from ${actor.uid}::text or email_confirmed_at is null)
        for no key update
      ),
      changed as (
        update affiliates set owner_uid = ${actor.uid}::text, email_confirmed_at = ${now}, updated_at = ${now},
          payout_email = case when found.owned_by_other then null else found.payout_email end,
          promotion = case when found.owned_by_other then null else found.promotion end,
          declined_reason = case when found.owned_by_other then null else found.declined_reason end,
          application_state = case when found.owned_by_other and found.application_state = 'declined' then 'waiting'
            else found.application_state end,
          version = found.version + found.owned_by_other::int
        from found where affiliates.id = found.id
        returning affiliates.*
      ),
      history as (
        insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
        select ${uuidv7()}::uuid, id, null, ${actor.uid}::text, ${now}
        from found where owned_by_other and payout_email is not null
        returning *
      ),
      reopened as (
        update payouts set state = 'proposed', approved_by = null, approved_at = null, payout_email = null
        from statements join found on found.id = statements.affiliate_id
        where statements.id = payouts.statement_id and payouts.state in ('proposed', 'approved')
          and payouts.exported_at is null and payouts.result is null and found.owned_by_other
        returning payouts.id
      ),
      logged as (${logged}),
      payment_email_removed as (${paymentEmailRemoved})
      select exists (select 1 from changed) as changed`;
}
