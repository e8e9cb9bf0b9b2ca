import { and, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { undoDays } from '../../../shared/address-changes.ts';
import { hasEmail, hasLedger, isOpen } from '../../money/affiliates/affiliate.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { iso, jsonObject, timestamptz } from '../../frame/db/sql.ts';
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
  const group = [
    tx.select({ id }).from(affiliates).where(isOwn).orderBy(id).for('no key update'),
    tx.delete(affiliates).where(and(isOther, isApplication)),
    auditedUpdate(tx, asOwner(context, uid), affiliates, {
      action: 'affiliate.address',
      where: isOther,
      onlyIf: sql`not ${isApplication} and exists (select from ${affiliates} where ${isOwn})`,
      lock: 'no key update',
      set: {
        email: sql`'taken-' || ${id} || '@mail.invalid'`,
        updatedAt: context.now,
        version: sql`${version} + 1`,
      },
      facts: [email],
    }),
  ] as const;
  return new StatementGroup(group, () => undefined);
}

/**
 * Statements that undo the account's changes to its affiliate record since it asked for another address, and queue the mail
 * to the old address. They run after the records have the old address.
 *
 * - the payment email is the one before all untrusted changes: see `isUntrusted`
 * - payouts to a payment email of an untrusted change go back to review, with the restored one. A payout in a payment file stays as it
 *   is, because it may be on its way
 * - an affiliate who left the program has rejoined it
 */
export function restoreRecords(tx: Statements, context: Context, change: AddressChange) {
  const owner = asOwner(context, change.uid);
  const group = [restoreAffiliate(tx, owner, change), restorePayouts(tx, owner, change)] as const;
  return new StatementGroup(group, () => undefined);
}

/** SQL condition: the affiliate of the account, which has the old address again. */
function isOwnAgain({ uid, oldEmail }: AddressChange): SQL {
  return isOpen(sql`${eq(affiliates.ownerUid, uid)} and ${hasEmail(oldEmail)}`);
}

/** The affiliate is locked: it has just got the old address. */
function restoreAffiliate(tx: Statements, context: Context, change: AddressChange) {
  const { id, payoutEmail, leftAt, dateActivated, version } = affiliates;
  const hasLeftSince = sql`coalesce(${leftAt} >= ${ofChange(change, addressChanges.requestedAt)}, false)`;
  const restored = {
    payoutEmail: trustedEmail(change),
    leftAt: sql`case when not ${hasLeftSince} then ${leftAt} end`,
    dateActivated: sql`case when ${hasLeftSince} then ${activationBeforeLeaving} else ${dateActivated} end`,
  };
  const hasOtherEmail = sql`${payoutEmail} is distinct from ${restored.payoutEmail}`;
  const willChange = sql`${isOwnAgain(change)} and (${hasOtherEmail} or ${hasLeftSince})`;
  const logged = insertAuditEntries(context, {
    action: 'affiliate.restore',
    entityId: sql`${id}`,
    before: restoredFacts({ payoutEmail, leftAt, dateActivated }),
    after: restoredFacts(restored),
    from: sql`${affiliates} where ${willChange}`,
  });
  // The new row is untrusted and the newest one, so `trustedEmail` stays the same.
  const history = tx
    .select({
      id: sql<string>`${uuidv7()}::uuid`.as('id'),
      affiliateId: id,
      email: sql<string | null>`(${restored.payoutEmail})`.as('email'),
      changedBy: sql<string>`${change.uid}::text`.as('changed_by'),
      changedAt: sql<Date>`${timestamptz(context.now)}`.as('changed_at'),
    })
    .from(affiliates)
    .where(sql`${willChange} and ${hasOtherEmail}`);
  const group = [
    tx.execute(logged),
    tx.insert(payoutEmailChanges).select(history),
    tx
      .update(affiliates)
      .set({
        payoutEmail: restored.payoutEmail,
        leftAt: restored.leftAt,
        dateActivated: restored.dateActivated,
        updatedAt: context.now,
        version: sql`${version} + 1`,
      })
      .where(willChange),
  ] as const;
  return new StatementGroup(group, () => undefined);
}

function restoredFacts({
  payoutEmail,
  leftAt,
  dateActivated,
}: Readonly<Record<'payoutEmail' | 'leftAt' | 'dateActivated', SQL | PgColumn>>): SQL {
  return jsonObject({
    payout_email: payoutEmail,
    date_activated: dateActivated,
    left: sql`(${leftAt}) is not null`,
  });
}

function restorePayouts(tx: Statements, context: Context, change: AddressChange) {
  const { state, statementId, payoutEmail, exportedAt, result, amountCents } = payouts;
  const { email, affiliateId } = payoutEmailChanges;
  const untrustedEmails = sql`(
    select lower(${email}) from ${payoutEmailChanges}
    where ${affiliateId} = ${affiliates.id} and ${isUntrusted(change)}
  )`;
  const isMisdirected = sql`${inArray(state, ['proposed', 'approved', 'paid'])} and exists (
    select from ${statements} join ${affiliates} on ${affiliates.id} = ${statements.affiliateId}
    where ${statements.id} = ${statementId} and ${isOwnAgain(change)}
      and lower(${payoutEmail}) is distinct from lower(${affiliates.payoutEmail})
      and lower(${payoutEmail}) in ${untrustedEmails}
  )`;
  const ownEmail = sql`(select ${affiliates.payoutEmail} from ${affiliates} where ${isOwnAgain(change)})`;
  const countOf = (condition: SQL) => sql`(select count(*) from ${payouts} where ${condition})`;
  const { id: changeId, oldEmail } = addressChanges;
  const announce = (willChange: SQL) =>
    queueMails(context, {
      kind: 'address-restored',
      subjectId: sql`${changeId}`,
      address: sql`${oldEmail}`,
      data: {
        restored_at: iso(timestamptz(context.now)),
        is_affiliate: sql`${affiliates.id} is not null`,
        payment_email: sql`regexp_replace(${affiliates.payoutEmail}, '^(.).*@', '\\1…@')`,
        payouts_in_review: countOf(willChange),
        payouts_sent: countOf(sql`${isMisdirected} and (${eq(state, 'paid')} or ${exportedAt} is not null)`),
      },
      from: sql`${addressChanges} left join ${affiliates} on ${isOwnAgain(change)} where ${eq(changeId, change.id)}`,
    });
  return auditedUpdate(tx, context, payouts, {
    action: 'payout.review',
    where: isMisdirected,
    onlyIf: and(ne(state, 'paid'), isNull(exportedAt), isNull(result)),
    before: (willChange) => [announce(willChange)],
    set: { state: 'proposed', approvedBy: null, approvedAt: null, payoutEmail: ownEmail },
    facts: [amountCents, state],
    isBulk: true,
  });
}

/** A column of the row of `address_changes`. A moment in SQL has microseconds, which a Date has not. */
function ofChange({ id }: AddressChange, column: PgColumn): SQL {
  return sql`(select ${column} from ${addressChanges} where ${eq(addressChanges.id, id)})`;
}

/** SQL for the payment email of the affiliate before all untrusted changes. */
function trustedEmail(change: AddressChange): SQL {
  const { id, email, affiliateId, changedAt } = payoutEmailChanges;
  const history = (condition: SQL) =>
    sql`from ${payoutEmailChanges} where ${affiliateId} = ${affiliates.id} and ${condition}`;
  const firstUntrusted = sql`(select min(${changedAt}) ${history(isUntrusted(change))})`;
  const trusted = history(sql`not ${isUntrusted(change)}`);
  return sql`case
    when ${firstUntrusted} is null then ${affiliates.payoutEmail}
    when exists (select 1 ${trusted})
      then (select ${email} ${trusted} order by ${changedAt} desc, ${id} desc limit 1)
    -- Without a history, the payment email before a change is unknown.
    when ${firstUntrusted} >= ${ofChange(change, addressChanges.requestedAt)}
      then ${ofChange(change, addressChanges.paymentEmail)} end`;
}

/**
 * SQL condition on a row of `payout_email_changes`: anybody but an admin has changed the payment email since a week before the
 * request. A thief may have set it first, or may own the affiliate with another account now. The audit log has the email of
 * admins only.
 */
function isUntrusted(change: AddressChange): SQL {
  const { affiliateId, changedAt, changedBy } = payoutEmailChanges;
  const { entity, entityId, actorId, actorEmail } = auditLog;
  return sql`(
    ${changedAt} >= ${ofChange(change, addressChanges.requestedAt)} - make_interval(days => ${undoDays}::int)
    and (${changedBy} = ${change.uid} or not exists (
      select from ${auditLog} where ${eq(entity, 'affiliate')} and ${entityId} = ${affiliateId}::text
        and ${actorId} = ${changedBy} and ${actorEmail} is not null
    )))`;
}

/** SQL for the activation that leaving the program has ended; null for an affiliate who was not active. */
const activationBeforeLeaving = sql`(
  select (${auditLog.before} ->> 'date_activated')::timestamptz from ${auditLog}
  where ${eq(auditLog.entity, 'affiliate')} and ${auditLog.entityId} = ${affiliates.id}::text
    and ${eq(auditLog.action, 'affiliate.leave')}
  order by ${auditLog.at} desc limit 1)`;
