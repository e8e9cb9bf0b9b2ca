import { and, eq, isNotNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { affiliateMailKinds } from '../../../shared/mail-kinds.ts';
import { problem } from '../../../shared/problems.ts';
import {
  currentAndFormerEmails,
  redactEntries,
  redactReasons,
  removeActorEmails,
  removeEmailsFromOtherEntries,
} from '../../frame/audit/audit-log.ts';
import { auditedDelete, auditedUpdate, isLoggedNow } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { isForeignKeyViolation } from '../../frame/db/errors.ts';
import { erasedValues } from '../../frame/db/personal-columns.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { saleClaims } from '../../frame/db/schema/sale-claims.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { builder, nested, textArray } from '../../frame/db/sql.ts';
import { forgetMails } from '../../frame/mail/forget-mails.ts';
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
    const affiliate = await loadAffiliate(context, id);
    if (!affiliate) throw problem('affiliate-not-found');
    if (version !== null && version !== affiliate.version) throw problem('edit-conflict');
    try {
      if (await forgetAffiliate(context, affiliate)) return;
    } catch (error) {
      // A purchase was recorded in between, so the affiliate now has a ledger.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
  throw problem('edit-conflict');
}

interface Snapshot {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly email: string | null;
  /** The current and former emails, in lowercase. */
  readonly emails: readonly string[];
  /** The current and former payment emails, in lowercase. */
  readonly payoutEmails: readonly string[];
}

/** Loads an open affiliate with its emails. */
export async function loadAffiliate({ db }: Context, id: string): Promise<Snapshot | undefined> {
  const { id: ownId, version, code, email } = affiliates;
  const [affiliate] = await db
    .select({
      id: ownId,
      version,
      code,
      email,
      emails: sql<string[]>`${currentAndFormerEmails('affiliate')}`,
      payoutEmails: nested(currentAndFormerPayoutEmails()),
    })
    .from(affiliates)
    .where(isOpen(eq(affiliates.id, id)));
  return affiliate;
}

/** SQL array of the current and former payment emails of an affiliate. Leaves out addresses that another affiliate uses. */
function currentAndFormerPayoutEmails(): SQL<string[]> {
  return sql<string[]>`array(
    select distinct lower(address) from (
      select ${affiliates}.payout_email as address
      union all
      select ${payoutEmailChanges.email} from ${payoutEmailChanges} where ${payoutEmailChanges.affiliateId} = ${affiliates}.id
      union all
      select ${payouts.payoutEmail} from ${payouts} join ${statements} on ${statements.id} = ${payouts.statementId}
      where ${statements.affiliateId} = ${affiliates}.id
    ) as addresses
    where address is not null and not exists (
      select 1 from ${affiliates} other
      where other.id <> ${affiliates}.id and lower(address) in (lower(other.email), lower(other.payout_email))
    ))`;
}

interface ForgetOptions {
  /** Condition on the row of `affiliates`. Nothing changes if it is false once the affiliate is locked. */
  readonly condition?: SQL | undefined;
  /** Returns a statement that runs last, for example a mail to the former address. `isDone`: the affiliate is forgotten. */
  readonly announce?: (isDone: SQL) => SQL;
}

/**
 * Deletes or closes the affiliate and removes its emails everywhere. Returns true if it did. Changes nothing and returns false
 * if the condition is false, or if the affiliate has changed since the snapshot, because then it may have another email. Fails with a
 * foreign key violation if a purchase is recorded for the affiliate at the same time.
 */
export async function forgetAffiliate(
  context: Context,
  { id, version, emails, payoutEmails: payoutAddresses }: Snapshot,
  { condition, announce }: ForgetOptions = {},
): Promise<boolean> {
  const { db, now } = context;
  const isThisOne = eq(affiliates.id, id);
  const isReferral = sql`lower(${affiliates.referredBy}) = any (${textArray(emails)})`;
  const isUnchanged = and(eq(affiliates.version, version), condition);
  const isLogged = (action: AuditAction) => isLoggedNow(context, { id: sql`${id}` }, action);
  const isDone = sql`(${isLogged('affiliate.delete')} or ${isLogged('affiliate.close')})`;
  // The person may still be a buyer or a subscriber, who gets other mails.
  const isAffiliateMail = sql`${mails.kind} = any (${textArray(affiliateMailKinds)}) and ${isDone}`;
  const newVersion = { updatedAt: now, version: sql`${affiliates.version} + 1` };
  const { affiliateId, email } = payoutEmailChanges;
  const [, gone, closed] = await db.atomically((tx) => [
    // Affiliates are locked in the order of their ids to avoid deadlocks between two deletions. This waits for changes of the ledger,
    // so that the next statements see them.
    tx
      .select({ id: affiliates.id })
      .from(affiliates)
      .where(or(isThisOne, isReferral))
      .orderBy(affiliates.id)
      .for('update'),
    auditedDelete(tx, context, affiliates, {
      action: 'affiliate.delete',
      where: isThisOne,
      onlyIf: and(isUnchanged, not(hasLedger(affiliates.id))),
    }),
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.close',
      where: isThisOne,
      onlyIf: and(isUnchanged, hasLedger(affiliates.id)),
      // A trigger erases the payouts’ addresses. It does so in the order of their ids, if they are locked before.
      before: () => [selectPayouts(id).orderBy(payouts.id).for('update', { of: payouts }).getSQL()],
      set: {
        ...erasedValues(affiliates),
        emailConfirmedAt: null,
        dateActivated: null,
        closedAt: now,
        ...newVersion,
      },
    }),
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.update',
      reason: 'redacted',
      isBulk: true,
      where: sql`${and(isReferral, ne(affiliates.id, id))}`,
      onlyIf: isDone,
      set: { referredBy: null, ...newVersion },
    }),
    tx
      .update(payoutEmailChanges)
      .set(erasedValues(payoutEmailChanges))
      .where(and(eq(affiliateId, id), isNotNull(email), isDone)),
    tx.delete(saleClaims).where(and(eq(saleClaims.affiliateId, id), isDone)),
    tx.execute(redactEntries('affiliate', id, isDone)),
    tx.execute(removeEmailsFromOtherEntries('affiliate', { id, emails }, isDone)),
    tx.execute(redactReasons(and(isAboutMoneyOf(id), isDone))),
    tx.execute(removeActorEmails(emails, isDone)),
    tx.execute(forgetMails(context, [...emails, ...payoutAddresses], isAffiliateMail)),
    ...(announce ? [tx.execute(announce(isDone))] : []),
  ]);
  return gone.changed.length + closed.changed.length > 0;
}

function selectPayouts(affiliate: string) {
  return builder
    .select({ id: payouts.id })
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .where(eq(statements.affiliateId, affiliate));
}

/** SQL condition: an audit entry is about the affiliate's payouts, or about a purchase that was assigned to or taken from the affiliate. */
function isAboutMoneyOf(affiliate: string): SQL {
  const { entity, entityId, before, after } = auditLog;
  return sql`(${entity} = 'payout' and ${entityId} in (select id::text from ${selectPayouts(affiliate)} as own)
    or ${entity} = 'purchase' and ${affiliate} in (${before} ->> 'affiliate', ${after} ->> 'affiliate'))`;
}
