import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { builder, insertSelect, jsonObject } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { hasEmail, isOpen } from './affiliate.ts';
import { queuePaymentEmailMails } from './queue-affiliate-mails.ts';

/** Makes the caller's account the owner of the affiliate with its confirmed email. Returns true if anything changed. */
export async function confirmOwner(context: Context): Promise<boolean> {
  const statement = confirmOwnerStatement(context);
  return statement !== undefined && (await context.db.execute(statement)).length > 0;
}

/**
 * The statement of `confirmOwner`, for a round trip with others. Does nothing for a caller without a confirmed email, and for one who
 * names an affiliate by its id.
 */
export function confirmOwnerFirst(tx: Statements, context: Context, affiliateId?: string) {
  const statement = affiliateId === undefined ? confirmOwnerStatement(context) : undefined;
  return new StatementGroup(statement ? [tx.execute(statement)] : [], () => undefined);
}

/**
 * Statement that makes the caller's account the owner of the affiliate with its confirmed email. Undefined for a caller
 * without a confirmed email. The statement returns the id of the changed affiliate.
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
function confirmOwnerStatement(context: Context): SQL | undefined {
  const { actor } = context;
  if (actor.kind !== 'user' || !actor.emailVerified || actor.email === null) return undefined;
  const { ownerUid, emailConfirmedAt, payoutEmail, promotion, declinedReason, applicationState, version } =
    affiliates;
  const logged = insertAuditEntries(context, {
    action: 'affiliate.owner',
    entityId: sql`found.id`,
    before: jsonObject(ownerFacts(sql`found`)),
    after: jsonObject({
      ...ownerFacts(sql`changed`),
      payouts_back_in_review: sql`(select coalesce(json_agg(id), '[]') from reopened)`,
    }),
    from: sql`found join changed on changed.id = found.id and changed.owner_uid is distinct from found.owner_uid`,
  });
  const paymentEmailRemoved = queuePaymentEmailMails(context, {
    row: sql`found`,
    formerEmail: sql`found.payout_email`,
    from: sql`history join found on found.id = history.affiliate_id`,
  });
  /** The value, unless the affiliate has another owner. */
  const keptIfOwn = (value: PgColumn) => sql`case when not found.owned_by_other then ${value} end`;
  const changed = builder
    .update(affiliates)
    .set({
      ownerUid: actor.uid,
      emailConfirmedAt: context.now,
      updatedAt: context.now,
      payoutEmail: keptIfOwn(payoutEmail),
      promotion: keptIfOwn(promotion),
      declinedReason: keptIfOwn(declinedReason),
      applicationState: sql`case when found.owned_by_other and ${applicationState} = 'declined' then 'waiting'
        else ${applicationState} end`,
      version: sql`${version} + found.owned_by_other::int`,
    })
    .from(sql`found`)
    .where(sql`${affiliates.id} = found.id`)
    .returning();
  const history = insertSelect(
    payoutEmailChanges,
    { affiliateId: sql`id`, email: null, changedBy: actor.uid, changedAt: context.now },
    sql`from found where owned_by_other and payout_email is not null`,
  );
  const reopened = builder
    .update(payouts)
    .set({ state: 'proposed', approvedBy: null, approvedAt: null, payoutEmail: null })
    .from(statements)
    .where(
      and(
        eq(statements.id, payouts.statementId),
        sql`${statements.affiliateId} in (select id from found where owned_by_other)`,
        inArray(payouts.state, ['proposed', 'approved']),
        isNull(payouts.exportedAt),
        isNull(payouts.result),
      ),
    )
    .returning({ id: payouts.id });
  return sql`with found as (
        select *, ${ownerUid} is not null and ${ownerUid} <> ${actor.uid}::text as owned_by_other from ${affiliates}
        where ${isOpen(hasEmail(actor.email))}
          and (${ownerUid} is distinct from ${actor.uid}::text or ${emailConfirmedAt} is null)
        for no key update
      ),
      changed as (${changed.getSQL()}),
      history as (${history} returning *),
      reopened as (${reopened.getSQL()}),
      logged as (${logged}),
      payment_email_removed as (${paymentEmailRemoved})
      select id from changed`;
}

function ownerFacts(row: SQL) {
  return {
    owner_uid: sql`${row}.owner_uid`,
    payout_email: sql`${row}.payout_email`,
    promotion: sql`${row}.promotion`,
  };
}
