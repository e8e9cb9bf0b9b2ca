import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { AffiliateChange } from '../../../shared/schemas/affiliate.ts';
import { notStorable } from '../../../shared/schemas/text.ts';
import { isLine } from '../../../shared/text.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { holdSelfReferrals, selfReferredPurchases } from '../purchases/hold-self-referrals.ts';
import { validateActivation } from './activation.ts';
import { type Affiliate, affiliateFacts, affiliateJson, affiliateShape } from './affiliate.ts';
import { queueApprovalMails, queuePaymentEmailMails } from './queue-affiliate-mails.ts';

const outcome = z.object({
  old_code: z.nullable(z.string()),
  old_name: z.nullable(z.string()),
  has_left: z.nullable(z.boolean()),
  changed: z.nullable(affiliateShape),
  purchases: z.nullable(z.array(z.string())),
});

/**
 * Replaces the fields of an open affiliate, with the audit entry and the mails in the same statement. `version` is the version
 * that the caller edited, or null for any version. A new email removes the owner and the payment email until the new owner
 * confirms the email; purchases paid with the new email are held as self-referrals.
 *
 * Throws `affiliate-not-found`, `affiliate-code-immutable`, `edit-conflict`, `affiliate-email-taken`, `affiliate-left` for
 * the activation of an affiliate who left, without `rejoin`, or `invalid` for an activation in the future or a new name with line breaks.
 */
export async function updateAffiliate(
  context: Context,
  id: string,
  input: AffiliateChange,
  version: number | null,
): Promise<Affiliate> {
  const { name, email, code, referred_by } = input;
  const activated = timestamptz(validateActivation(input.date_activated, context.now));
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: affiliateFacts(sql`found`),
    after: affiliateFacts(sql`changed`),
    from: sql`found join changed on changed.id = found.id`,
  });
  const approval = queueApprovalMails(
    context,
    sql`changed`,
    sql`found join changed on changed.id = found.id
      where found.date_activated is null and changed.date_activated is not null`,
  );
  const paymentEmailRemoved = queuePaymentEmailMails(context, {
    row: sql`changed`,
    formerEmail: sql`found.payout_email`,
    from: sql`history join found on found.id = history.affiliate_id join changed on changed.id = history.affiliate_id`,
  });
  const hasSameEmail = sql`lower(found.email) = lower(${email}::text)`;
  // The browser sends the stored moment back without its microseconds, which must not count as a new activation.
  const statement = sql`with found as (
      select * from affiliates where id = ${id}::uuid and closed_at is null for no key update
    ),
    changed as (
      update affiliates set name = ${name}, email = ${email}, referred_by = ${referred_by}::text,
        owner_uid = case when ${hasSameEmail} then found.owner_uid end,
        email_confirmed_at = case when ${hasSameEmail} then found.email_confirmed_at end,
        payout_email = case when ${hasSameEmail} or found.owner_uid is null then found.payout_email end,
        promotion = case when ${hasSameEmail} then found.promotion end,
        declined_reason = case when ${hasSameEmail} then found.declined_reason end,
        application_state = case when not ${hasSameEmail} and found.application_state = 'declined' then 'waiting'
          else found.application_state end,
        date_activated = case when date_trunc('milliseconds', found.date_activated) = ${activated}
          then found.date_activated else ${activated} end,
        left_at = case when ${activated} is null then found.left_at end,
        updated_at = ${timestamptz(context.now)}, version = found.version + 1
      from found
      where affiliates.id = found.id and found.version = coalesce(${version}::int, found.version)
        and found.code = coalesce(${code}::text, found.code)
        and (${isLine(name)}::boolean or found.name = ${name}::text)
        and (found.left_at is null or ${activated} is null or ${input.rejoin ?? false}::boolean)
      returning affiliates.*
    ),
    history as (
      insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
      select ${uuidv7()}::uuid, changed.id, null, ${actorId(context.actor)}::text, changed.updated_at
      from found join changed on changed.id = found.id
      where found.payout_email is not null and changed.payout_email is null
      returning *
    ),
    logged as (${logged}),
    approval as (${approval}),
    payment_email_removed as (${paymentEmailRemoved})
    select (select code from found) as old_code, (select name from found) as old_name,
      (select left_at is not null from found) as has_left,
      (select ${affiliateJson(sql`changed`)} from changed) as changed,
      (select (${selfReferredPurchases(sql`changed.id`, email)}) from changed) as purchases`;
  const {
    old_code: oldCode,
    old_name: oldName,
    has_left: hasLeft,
    changed,
    purchases,
  } = await oneRow(context.db, statement, outcome).catch((error: unknown) => {
    throw isUniqueViolation(error) ? problem('affiliate-email-taken', { cause: error }) : error;
  });
  if (changed) {
    await holdSelfReferrals(context, purchases ?? []);
    return changed;
  }
  if (oldCode === null) throw problem('affiliate-not-found');
  if (code !== null && code !== oldCode) throw fieldProblem('affiliate-code-immutable', 'code');
  if (name !== oldName && !isLine(name)) throw fieldProblem('invalid', 'name', notStorable);
  if (hasLeft && input.date_activated && !input.rejoin) throw problem('affiliate-left');
  throw problem('edit-conflict');
}
