import * as z from 'zod/mini';
import { isNull, sql } from 'drizzle-orm';
import { addMonths, monthOf } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { affiliateFacts, isOpen } from '../../money/affiliates/affiliate.ts';
import { confirmOwnerFirst } from '../../money/affiliates/confirm-owner.ts';
import { affiliateScope } from '../../money/affiliates/find-affiliate.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import { type Context, isOwnAccount } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
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
  const version = sql`${affiliates.version} + 1`;
  const [, { found }] = await context.db.atomically((tx) => [
    confirmOwnerFirst(tx, context),
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.leave',
      where: isOpen(affiliateScope(context)),
      lock: 'no key update',
      onlyIf: isNull(affiliates.leftAt),
      before: (willChange) => [
        queueMails(context, {
          kind: 'program-left',
          subjectId: sql`${affiliates.id} || ' ' || (${version})`,
          address: sql`${affiliates.email}`,
          data: {
            code: sql`${affiliates.code}`,
            balance_cents: balanceCents(sql`${affiliates.id}`),
            is_payable: sql`${affiliates.payoutEmail} is not null`,
            next_closing: `${addMonths(monthOf(context.now), 1)}-01`,
          },
          from: sql`${affiliates} where ${willChange}`,
        }),
      ],
      set: { leftAt: context.now, dateActivated: null, updatedAt: context.now, version },
      facts: affiliateFacts,
    }),
  ]);
  return found[0] ? { closed: await closeIfSettled(context, found[0].id) } : null;
}
