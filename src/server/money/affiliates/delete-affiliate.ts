import { and, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { affiliateMailKinds } from '../../../shared/mail-kinds.ts';
import { problem } from '../../../shared/problems.ts';
import {
  currentAndFormerEmails,
  insertAuditEntries,
  redactEntries,
  removeActorEmails,
  removeEmailsFromOtherEntries,
} from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { isForeignKeyViolation } from '../../frame/db/errors.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { nested, textArray } from '../../frame/db/sql.ts';
import { forgetMails } from '../../frame/mail/queue-mails.ts';
import { hasLedger, isOpen } from './affiliate.ts';

/** The number of attempts to delete. An attempt fails if a record changes in the meantime. */
const maxDeleteAttempts = 5;

/**
 * Deletes an affiliate without a ledger. An affiliate with a ledger is closed instead: the row keeps its code and ledger
 * and loses all personal data. The email also disappears from other affiliates (`referred_by`), from queued and sent affiliate
 * mails, and from the audit log. The audit log still tells who deleted which affiliate. Throws `affiliate-not-found` or
 * `edit-conflict`.
 */
export async function deleteAffiliate(context: Context, id: string, version: number | null): Promise<void> {
  for (let attempt = 0; attempt < maxDeleteAttempts; attempt += 1) {
    const { affiliate, referrals } = await loadAffiliate(context, id);
    if (!affiliate) throw problem('affiliate-not-found');
    if (version !== null && version !== affiliate.version) throw problem('edit-conflict');
    try {
      if (await forgetAffiliate(context, affiliate, referrals)) return;
    } catch (error) {
      // A purchase was recorded in between, so the affiliate now has a ledger.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
  throw problem('edit-conflict');
}

interface Snapshot {
  readonly affiliate:
    | {
        readonly id: string;
        readonly version: number;
        readonly code: string;
        readonly email: string | null;
        /** The current and former emails, in lowercase. */
        readonly emails: readonly string[];
        /** The current and former payment emails, in lowercase. */
        readonly payoutEmails: readonly string[];
      }
    | undefined;
  /** The affiliates whose `referred_by` is one of the emails. */
  readonly referrals: readonly { readonly id: string; readonly version: number }[];
}

/** Loads an open affiliate with its emails, and the versions of the affiliates that it referred. */
export async function loadAffiliate({ db }: Context, id: string): Promise<Snapshot> {
  const emailsOf = (row: SQL) => sql<string[]>`${currentAndFormerEmails('affiliate', row)}`;
  const [[affiliate], referrals] = await db.atomically((tx) => [
    tx
      .select({
        id: affiliates.id,
        version: affiliates.version,
        code: affiliates.code,
        email: affiliates.email,
        emails: emailsOf(sql`affiliates`),
        payoutEmails: nested(payoutEmails(sql`affiliates`)),
      })
      .from(affiliates)
      .where(isOpen(eq(affiliates.id, id))),
    tx
      .select({ id: affiliates.id, version: affiliates.version })
      .from(affiliates)
      .where(
        and(
          ne(affiliates.id, id),
          sql`lower(${affiliates.referredBy}) = any ((
            select ${emailsOf(sql`referrer`)} from ${affiliates} referrer
            where referrer.id = ${id} and referrer.closed_at is null
          )::text[])`,
        ),
      ),
  ]);
  return { affiliate, referrals };
}

/** SQL array of the current and former payment emails of an affiliate. Leaves out addresses that another affiliate uses. */
function payoutEmails(row: SQL): SQL<string[]> {
  return sql<string[]>`array(
    select distinct lower(address) from (
      select ${row}.payout_email as address
      union all
      select ${payoutEmailChanges.email} from ${payoutEmailChanges} where ${payoutEmailChanges.affiliateId} = ${row}.id
      union all
      select ${payouts.payoutEmail} from ${payouts} join ${statements} on ${statements.id} = ${payouts.statementId}
      where ${statements.affiliateId} = ${row}.id
    ) as addresses
    where address is not null and not exists (
      select 1 from ${affiliates} other
      where other.id <> ${row}.id and lower(address) in (lower(other.email), lower(other.payout_email))
    ))`;
}

/** The name of a closed affiliate. */
const closedName = 'Closed account';

interface ForgetOptions {
  /** Condition on the row `locked`. Nothing changes if it is false once the affiliate is locked. */
  readonly condition?: SQL;
  /** Returns a statement that runs last, for example a mail to the former address. `isDone`: the affiliate is forgotten. */
  readonly announce?: (isDone: SQL) => SQL;
}

/**
 * Deletes or closes the affiliate and removes its emails everywhere. Returns true if it did. Changes nothing and returns false
 * if the condition is false, or if the affiliate or a referral has changed since the snapshot, because the audit entry of that
 * change would keep an email. Fails with a foreign key violation if a purchase is recorded for the affiliate at the same time.
 */
export async function forgetAffiliate(
  context: Context,
  { id, version, emails, payoutEmails: payoutAddresses }: NonNullable<Snapshot['affiliate']>,
  referrals: Snapshot['referrals'],
  { condition = sql`true`, announce }: ForgetOptions = {},
): Promise<boolean> {
  const entryId = sql`${uuidv7()}::uuid`;
  const logged = (action: AuditAction, from: 'gone' | 'closed') =>
    insertAuditEntries(context, {
      id: entryId,
      action,
      entity: 'affiliate',
      entityId: sql`id`,
      from: sql.raw(from),
    });
  const loggedReferrals = insertAuditEntries(context, {
    id: sql`coalesce(snapshot.audit_id, gen_random_uuid())`,
    action: 'affiliate.update',
    entity: 'affiliate',
    entityId: sql`changed_referrals.id`,
    reason: 'redacted',
    from: sql`changed_referrals left join snapshot on snapshot.id = changed_referrals.id`,
  });
  const snapshotRows = JSON.stringify(
    [{ id, version }, ...referrals].map((row) => ({ ...row, audit_id: uuidv7() })),
  );
  const { db, now } = context;
  const isFound = sql`exists (select 1 from found)`;
  const isDone = sql`exists (select 1 from ${auditLog} where ${auditLog.id} = ${entryId})`;
  // The person may still be a buyer or a subscriber, who gets other mails.
  const isAffiliateMail = sql`${mails.kind} = any (${textArray(affiliateMailKinds)}) and ${isDone}`;
  const sent = sql`jsonb_to_recordset(${snapshotRows}::jsonb) as sent (id uuid, version int, audit_id uuid)`;
  // Affiliates and payouts are locked in the order of their ids to avoid deadlocks between two deletions.
  const lock = db
    .select({
      id: affiliates.id,
      version: affiliates.version,
      hasLeft: sql<boolean>`${affiliates.leftAt} is not null`.as('has_left'),
    })
    .from(affiliates)
    .where(
      sql`${affiliates.id} = any (array(select id from ${sent})) or lower(${affiliates.referredBy}) = any (${textArray(emails)})`,
    )
    .orderBy(affiliates.id)
    .for('update');
  const gone = db
    .delete(affiliates)
    .where(sql`${affiliates.id} in (select id from found where not has_ledger)`)
    .returning({ id: affiliates.id });
  const newVersion = sql`${affiliates.version} + 1`;
  const closed = db
    .update(affiliates)
    .set({
      name: closedName,
      email: null,
      ownerUid: null,
      emailConfirmedAt: null,
      payoutEmail: null,
      referredBy: null,
      promotion: null,
      declinedReason: null,
      dateActivated: null,
      closedAt: now,
      updatedAt: now,
      version: newVersion,
    })
    .where(sql`${affiliates.id} in (select id from found where has_ledger)`)
    .returning({ id: affiliates.id });
  const changedReferrals = db
    .update(affiliates)
    .set({ referredBy: null, updatedAt: now, version: newVersion })
    .where(sql`${affiliates.id} in (select id from locked) and ${affiliates.id} <> ${id} and ${isFound}`)
    .returning({ id: affiliates.id });
  const clearedHistory = db
    .update(payoutEmailChanges)
    .set({ email: null })
    .where(
      and(
        sql`${payoutEmailChanges.affiliateId} in (select id from closed)`,
        isNotNull(payoutEmailChanges.email),
      ),
    );
  const lockedPayouts = db
    .select({ id: payouts.id })
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .where(sql`${statements.affiliateId} in (select id from closed)`)
    .orderBy(payouts.id)
    .for('update', { of: payouts });
  const clearedPayouts = db
    .update(payouts)
    .set({ payoutEmail: null, rejectedReason: null })
    .where(
      and(
        sql`${payouts.id} in (select id from locked_payouts)`,
        or(isNotNull(payouts.payoutEmail), isNotNull(payouts.rejectedReason)),
      ),
    );
  const forget = sql`with snapshot as (select * from ${sent}),
      locked as (${lock.getSQL()}),
      found as (
        select id, version, ${hasLedger(sql`locked.id`)} as has_ledger from locked
        where id = ${id}::uuid
          and not exists (select id, version from snapshot except select id, version from locked) and ${condition}
      ),
      gone as (${gone.getSQL()}),
      closed as (${closed.getSQL()}),
      changed_referrals as (${changedReferrals.getSQL()}),
      cleared_history as (${clearedHistory.getSQL()}),
      locked_payouts as (${lockedPayouts.getSQL()}),
      cleared_payouts as (${clearedPayouts.getSQL()}),
      redacted as (${redactEntries('affiliate', id, isFound)}),
      redacted_others as (${removeEmailsFromOtherEntries('affiliate', { id, emails }, isFound)}),
      logged_gone as (${logged('affiliate.delete', 'gone')}),
      logged_closed as (${logged('affiliate.close', 'closed')}),
      logged_referrals as (${loggedReferrals})
      select id from found`;
  // Several statements, because a statement can change an audit entry only once, and does not see audit entries and mails that
  // were committed while it waited for a lock.
  // The first statement waits for changes of the ledger, so that the second one and its condition see them.
  const [, found] = await db.atomically((tx) => [
    tx.execute(lock),
    tx.execute<{ id: string }>(forget),
    redactReasons(tx, id, isDone),
    tx.execute(removeActorEmails(emails, isDone)),
    tx.execute(forgetMails(context, [...emails, ...payoutAddresses], isAffiliateMail)),
    ...(announce ? [tx.execute(announce(isDone))] : []),
  ]);
  return found.length > 0;
}

/**
 * UPDATE that redacts the reasons of audit entries about the affiliate's payouts and about purchases that were assigned to
 * or taken from the affiliate, if `condition` holds.
 */
function redactReasons(tx: Statements, id: string, condition: SQL) {
  const { entity, entityId, before, after, reason } = auditLog;
  const payoutIds = tx
    .select({ id: sql`${payouts.id}::text` })
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .where(eq(statements.affiliateId, id));
  return tx
    .update(auditLog)
    .set({ reason: 'redacted' })
    .where(
      and(
        ne(reason, 'redacted'),
        condition,
        or(
          and(eq(entity, 'payout'), inArray(entityId, payoutIds)),
          sql`${entity} = 'purchase' and ${id} in (${before} ->> 'affiliate', ${after} ->> 'affiliate')`,
        ),
      ),
    );
}
