import { and, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { undoDays } from '../../../shared/address-changes.ts';
import { hasEmail, hasLedger } from '../../money/affiliates/affiliate.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { iso, timestamptz } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import type { AddressChange } from './address-links.ts';
import { asOwner } from './move-records.ts';

/**
 * Statements that run before the records get the old address. They wait for the closing of a month, so that the next statements see
 * its payouts. A record that has the old address, and never proved it, gives way: an application is deleted, and a record with a
 * ledger gets an address that nobody has.
 */
export function lockRecords(tx: Statements, context: Context, { uid, oldEmail, affiliateId }: AddressChange) {
  const { id, email, ownerUid, emailConfirmedAt, dateActivated, closedAt, version } = affiliates;
  const isOwn = sql`${closedAt} is null and (${id} = ${affiliateId}::uuid or ${ownerUid} = ${uid})`;
  const isOther = sql`${hasEmail(oldEmail)} and ${emailConfirmedAt} is null
    and ${ownerUid} is distinct from ${uid} and ${id} is distinct from ${affiliateId}::uuid`;
  const isApplication = sql`(${ownerUid} is not null and ${dateActivated} is null and not ${hasLedger(id)})`;
  const statements = [
    tx.select({ id }).from(affiliates).where(isOwn).orderBy(id).for('no key update'),
    tx.delete(affiliates).where(and(isOther, isApplication)),
    auditedUpdate(tx, asOwner(context, uid), affiliates, {
      action: 'affiliate.address',
      entity: 'affiliate',
      where: isOther,
      onlyIf: sql`not ${isApplication} and exists (select from ${affiliates} where ${isOwn})`,
      found: { id },
      lock: 'no key update',
      set: {
        email: sql`'taken-' || ${id} || '@mail.invalid'`,
        updatedAt: context.now,
        version: sql`${version} + 1`,
      },
      facts: [email],
      returning: { id },
    }),
  ] as const;
  return new StatementGroup(statements, () => undefined);
}

/**
 * Statements that restore what the account has changed in its affiliate record since it asked for another address, and queue the mail
 * to the old address. They run after the records have the old address.
 *
 * - the payment email is the one before all untrusted changes: see `isUntrusted`
 * - payouts to a payment email of an untrusted change go back to review, with the restored one. A payout in a payment file stays as it
 *   is, because it may be on its way
 * - an affiliate who left the program is a member again
 */
export function restoreRecords(tx: Statements, context: Context, change: AddressChange) {
  const owner = asOwner(context, change.uid);
  const statements = [
    tx.execute(restoreAffiliate(owner, change)),
    tx.execute(restorePayouts(owner, change)),
  ] as const;
  return new StatementGroup(statements, () => undefined);
}

function restoreAffiliate(context: Context, change: AddressChange): SQL {
  const { id, uid, oldEmail } = change;
  const now = timestamptz(context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.restore',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: restoredFacts(sql`found`),
    after: restoredFacts(sql`changed`),
    from: sql`found join changed on changed.id = found.id`,
  });
  return sql`with ${ownAffiliate(uid, oldEmail)},
    found as (
      select own.*, own.left_at >= change.requested_at as has_left_since,
        case
          when untrusted.first_at is null then own.payout_email
          when trusted.id is not null then trusted.email
          -- Nobody knows what the payment email was before a change without a history.
          when untrusted.first_at >= change.requested_at then change.payment_email
        end as restored_email
      from own join address_changes change on change.id = ${id}::uuid
        cross join lateral (
          select min(changed_at) as first_at from payout_email_changes history
          where history.affiliate_id = own.id and ${isUntrusted(change)}
        ) as untrusted
        left join lateral (
          select history.id, history.email from payout_email_changes history
          where history.affiliate_id = own.id and not ${isUntrusted(change)}
          order by changed_at desc, history.id desc limit 1
        ) as trusted on true
    ),
    changed as (
      update affiliates set payout_email = found.restored_email,
        left_at = case when found.has_left_since then null else found.left_at end,
        date_activated = case when found.has_left_since then ${activationBeforeLeaving} else found.date_activated end,
        updated_at = ${now}, version = found.version + 1
      from found
      where affiliates.id = found.id
        and (found.payout_email is distinct from found.restored_email or found.has_left_since)
      returning affiliates.*
    ),
    history as (
      insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
      select ${uuidv7()}::uuid, changed.id, changed.payout_email, ${uid}::text, ${now}
      from found join changed on changed.id = found.id
      where changed.payout_email is distinct from found.payout_email
    ),
    logged as (${logged})
    select 1 as done`;
}

function restorePayouts(context: Context, change: AddressChange): SQL {
  const { id, uid, oldEmail } = change;
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'payout.review',
    entity: 'payout',
    entityId: sql`reviewed.id`,
    before: sql`jsonb_build_object('amount_cents', found.amount_cents, 'state', found.state)`,
    after: sql`jsonb_build_object('amount_cents', reviewed.amount_cents, 'state', reviewed.state)`,
    from: sql`found join reviewed on reviewed.id = found.id`,
  });
  const mail = queueMails(context, {
    kind: 'address-restored',
    subjectId: sql`change.id`,
    address: sql`change.old_email`,
    data: {
      restored_at: iso(timestamptz(context.now)),
      is_affiliate: sql`own.id is not null`,
      payment_email: sql`regexp_replace(own.payout_email, '^(.).*@', '\\1…@')`,
      payouts_in_review: sql`(select count(*) from reviewed)`,
      payouts_sent: sql`(select count(*) from found where state = 'paid' or exported_at is not null)`,
    },
    from: sql`address_changes change left join own on true where change.id = ${id}::uuid`,
  });
  // Payouts are locked in the order of their ids, as in all other changes of payouts, to avoid deadlocks.
  return sql`with ${ownAffiliate(uid, oldEmail)},
    found as (
      select payouts.* from payouts join statements on statements.id = payouts.statement_id
        join own on own.id = statements.affiliate_id
      where payouts.state in ('proposed', 'approved', 'paid')
        and lower(payouts.payout_email) is distinct from lower(own.payout_email)
        and lower(payouts.payout_email) in (
          select lower(history.email) from payout_email_changes history
          where history.affiliate_id = own.id and ${isUntrusted(change)}
        )
      order by payouts.id for update of payouts
    ),
    reviewed as (
      update payouts set state = 'proposed', approved_by = null, approved_at = null, payout_email = own.payout_email
      from found cross join own
      where payouts.id = found.id and found.state <> 'paid' and found.exported_at is null and found.result is null
      returning payouts.*
    ),
    logged as (${logged}),
    mail as (${mail})
    select 1 as done`;
}

/** CTE with the affiliate of the account, which has the old address again. */
function ownAffiliate(uid: string, oldEmail: string): SQL {
  return sql`own as (
    select * from affiliates
    where owner_uid = ${uid}::text and lower(email) = lower(${oldEmail}::text) and closed_at is null
  )`;
}

function restoredFacts(row: SQL): SQL {
  return sql`jsonb_build_object('payout_email', ${row}.payout_email, 'date_activated', ${row}.date_activated,
    'left', ${row}.left_at is not null)`;
}

/**
 * SQL condition on the row `history` of `payout_email_changes`: anybody but an admin has changed the payment email since a week before
 * the request. A thief may have set it first, or may own the affiliate with another account now. The audit log has the email of
 * admins only.
 */
function isUntrusted({ id, uid }: AddressChange): SQL {
  return sql`(
    history.changed_at >= (
      select requested_at - make_interval(days => ${undoDays}::int) from address_changes where id = ${id}::uuid
    )
    and (history.changed_by = ${uid}::text or not exists (
      select from audit_log
      where entity = 'affiliate' and entity_id = history.affiliate_id::text and actor_id = history.changed_by
        and actor_email is not null
    )))`;
}

/** SQL for the activation that leaving the program has ended; null for an affiliate who was not active. */
const activationBeforeLeaving = sql`(
  select (before ->> 'date_activated')::timestamptz from audit_log
  where entity = 'affiliate' and entity_id = found.id::text and action = 'affiliate.leave'
  order by at desc limit 1)`;
