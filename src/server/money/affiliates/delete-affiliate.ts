import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
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
import { isForeignKeyViolation } from '../../frame/db/errors.ts';
import { oneRow, textArray, timestamptz } from '../../frame/db/sql.ts';
import { forgetMails } from '../../frame/mail/queue-mails.ts';
import { hasLedger } from './affiliate.ts';

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

const snapshot = z.object({
  /** The current and former emails, and the current and former payment emails, in lowercase. */
  affiliate: z.nullable(
    z.object({
      id: z.string(),
      version: z.number(),
      code: z.string(),
      email: z.string(),
      emails: z.array(z.string()),
      payout_emails: z.array(z.string()),
    }),
  ),
  /** The affiliates whose `referred_by` is one of the emails. */
  referrals: z.array(z.object({ id: z.string(), version: z.number() })),
});
type Snapshot = z.infer<typeof snapshot>;

/** Loads an open affiliate with its emails, and the versions of the affiliates that it referred. */
export function loadAffiliate(context: Context, id: string): Promise<Snapshot> {
  return oneRow(
    context.db,
    sql`with found as (
        select id, version, code, email, ${currentAndFormerEmails('affiliate', sql`affiliates`)} as emails,
          ${payoutEmails(sql`affiliates`)} as payout_emails
        from affiliates where id = ${id}::uuid and closed_at is null
      )
      select (select to_json(found) from found) as affiliate,
        (select coalesce(json_agg(json_build_object('id', affiliates.id, 'version', affiliates.version)), '[]')
          from affiliates join found on lower(referred_by) = any (found.emails) and affiliates.id <> found.id
        ) as referrals`,
    snapshot,
  );
}

/** SQL array of the current and former payment emails of an affiliate. Leaves out addresses that another affiliate uses. */
function payoutEmails(row: SQL): SQL {
  return sql`array(
    select distinct lower(address) from (
      select ${row}.payout_email as address
      union all
      select email from payout_email_changes where affiliate_id = ${row}.id
      union all
      select payouts.payout_email from payouts join statements on statements.id = payouts.statement_id
      where statements.affiliate_id = ${row}.id
    ) as addresses
    where address is not null and not exists (
      select 1 from affiliates other
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
  { id, version, emails, payout_emails: payoutAddresses }: NonNullable<Snapshot['affiliate']>,
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
  const now = timestamptz(context.now);
  const isFound = sql`exists (select 1 from found)`;
  const isDone = sql`exists (select 1 from audit_log where id = ${entryId})`;
  // The person may still be a buyer or a subscriber, who gets other mails.
  const isAffiliateMail = sql`kind = any (${textArray(affiliateMailKinds)}) and ${isDone}`;
  // Affiliates and payouts are locked in the order of their ids to avoid deadlocks between two deletions.
  const lock = sql`select id, version, left_at is not null as has_left from affiliates
        where id = any (array(select id from jsonb_to_recordset(${snapshotRows}::jsonb) as sent (id uuid)))
          or lower(referred_by) = any (${textArray(emails)})
        order by id for update`;
  const forget = sql`with snapshot as (
        select * from jsonb_to_recordset(${snapshotRows}::jsonb) as sent (id uuid, version int, audit_id uuid)
      ),
      locked as (${lock}),
      found as (
        select id, version, ${hasLedger(sql`locked`)} as has_ledger from locked
        where id = ${id}::uuid
          and not exists (select id, version from snapshot except select id, version from locked) and ${condition}
      ),
      gone as (
        delete from affiliates using found
        where affiliates.id = found.id and not found.has_ledger returning affiliates.id
      ),
      closed as (
        update affiliates set name = ${closedName}, email = null, owner_uid = null, email_confirmed_at = null, payout_email = null,
          referred_by = null, promotion = null, declined_reason = null, date_activated = null, closed_at = ${now}, updated_at = ${now}, version = found.version + 1
        from found where affiliates.id = found.id and found.has_ledger
        returning affiliates.id
      ),
      changed_referrals as (
        update affiliates set referred_by = null, updated_at = ${now}, version = locked.version + 1
        from locked where affiliates.id = locked.id and locked.id <> ${id}::uuid and ${isFound}
        returning affiliates.id
      ),
      cleared_history as (
        update payout_email_changes set email = null
        where affiliate_id in (select id from closed) and email is not null
      ),
      locked_payouts as (
        select payouts.id from payouts join statements on statements.id = payouts.statement_id
        where statements.affiliate_id in (select id from closed)
        order by payouts.id for update of payouts
      ),
      cleared_payouts as (
        update payouts set payout_email = null, rejected_reason = null
        where id in (select id from locked_payouts) and (payout_email is not null or rejected_reason is not null)
      ),
      redacted as (${redactEntries('affiliate', id, isFound)}),
      redacted_others as (${removeEmailsFromOtherEntries('affiliate', { id, emails }, isFound)}),
      logged_gone as (${logged('affiliate.delete', 'gone')}),
      logged_closed as (${logged('affiliate.close', 'closed')}),
      logged_referrals as (${loggedReferrals})
      select ${isFound} as done`;
  // Several statements, because a statement can change an audit entry only once, and does not see audit entries and mails that
  // were committed while it waited for a lock.
  // The first statement waits for changes of the ledger, so that the second one and its condition see them.
  const [, rows] = await context.db.batch([
    lock,
    forget,
    redactedReasons(id, isDone),
    removeActorEmails(emails, isDone),
    forgetMails(context, [...emails, ...payoutAddresses], isAffiliateMail),
    ...(announce ? [announce(isDone)] : []),
  ]);
  return z.object({ done: z.boolean() }).parse(rows?.[0]).done;
}

/**
 * UPDATE that redacts the reasons of audit entries about the affiliate's payouts and about purchases that were assigned to
 * or taken from the affiliate, if `condition` holds.
 */
function redactedReasons(id: string, condition: SQL): SQL {
  return sql`
  update audit_log set reason = 'redacted'
  where reason <> 'redacted' and ${condition} and (
    entity = 'payout' and entity_id in (
      select payouts.id::text from payouts join statements on statements.id = payouts.statement_id
      where statements.affiliate_id = ${id}::uuid)
    or entity = 'purchase' and ${id} in (before ->> 'affiliate', after ->> 'affiliate'))`;
}
