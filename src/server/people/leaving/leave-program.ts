import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addMonths, monthOf } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { affiliateFacts } from '../../money/affiliates/affiliate.ts';
import { confirmOwnerStatement } from '../../money/affiliates/confirm-owner.ts';
import { affiliateScope } from '../../money/affiliates/find-affiliate.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { type Context, isOwnAccount } from '../../frame/context/context.ts';
import { lastRow, timestamptz } from '../../frame/db/sql.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { balanceCents } from '../../money/payouts/payout-account.ts';
import { closeIfSettled } from './close-left.ts';

/** The result for a record whose owner left the program. */
export const leaveResult = z.object({
  closed: z
    .boolean()
    .check(
      z.describe('True if nothing was left to be paid: the record is closed, and has no name and no address'),
    ),
});

export type LeaveResult = z.infer<typeof leaveResult>;

/**
 * Ends the caller's membership in the affiliate program. The codes earn nothing from now on. Earned commissions are still paid, even
 * below the minimum. If nothing is left to be paid, the record is closed at once; otherwise a scheduled job closes it later.
 * Repeating changes nothing. `email` is the address that the caller saw on the page. Throws `account-differs`, `email-unverified`
 * or `affiliate-not-found`.
 */
export async function leaveProgram(context: Context, email: string | null): Promise<LeaveResult> {
  const { actor } = context;
  if (!isOwnAccount(actor, email)) throw problem('account-differs');
  if (!(actor.kind === 'user' && actor.emailVerified)) throw problem('email-unverified');
  const result = await leaveIfMember(context);
  if (!result) throw problem('affiliate-not-found');
  return result;
}

/** Ends the caller's membership, also that of an owner with an unconfirmed email. Returns null for a caller without a record. */
export async function leaveIfMember(context: Context): Promise<LeaveResult | null> {
  const confirm = confirmOwnerStatement(context);
  const now = timestamptz(context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.leave',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: affiliateFacts(sql`found`),
    after: affiliateFacts(sql`changed`),
    from: sql`found join changed on changed.id = found.id`,
  });
  const left = queueMails(context, {
    kind: 'program-left',
    subjectId: sql`changed.id || ' ' || changed.version`,
    address: sql`changed.email`,
    data: {
      code: sql`changed.code`,
      balance_cents: balanceCents(sql`changed.id`),
      is_payable: sql`changed.payout_email is not null`,
      next_closing: sql`${`${addMonths(monthOf(context.now), 1)}-01`}::text`,
    },
    from: sql`changed`,
  });
  const { id } = await lastRow(
    context.db,
    [
      ...(confirm ? [confirm] : []),
      sql`with found as (
          select * from affiliates where ${affiliateScope(context)} and closed_at is null for no key update
        ),
        changed as (
          update affiliates set left_at = ${now}, date_activated = null, updated_at = ${now},
            version = found.version + 1
          from found where affiliates.id = found.id and found.left_at is null
          returning affiliates.*
        ),
        logged as (${logged}),
        "left" as (${left})
        select (select id from found) as id`,
    ],
    z.object({ id: z.nullable(z.string()) }),
  );
  return id === null ? null : { closed: await closeIfSettled(context, id) };
}
