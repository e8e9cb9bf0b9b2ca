import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { AffiliateChange } from '../../../shared/schemas/affiliate.ts';
import { notStorable } from '../../../shared/schemas/text.ts';
import { isLine } from '../../../shared/text.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { timestamptz } from '../../frame/db/sql.ts';
import { holdSelfReferrals, selectSelfReferrals } from '../purchases/hold-self-referrals.ts';
import { validateActivation } from './activation.ts';
import { type Affiliate, affiliateColumns, affiliateFacts, isOpen } from './affiliate.ts';
import { announcePaymentEmail, queueApprovalMails } from './queue-affiliate-mails.ts';

/**
 * Replaces the fields of an open affiliate, with the audit entry and the mails in the same transaction. `version` is the version
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
  const { name, email, code, referred_by: referredBy } = input;
  const activatedAt = validateActivation(input.date_activated, context.now);
  const changes = changesOf(input, activatedAt);
  const [affiliate, purchases] = await context.db
    .atomically((tx) => [
      auditedUpdate(tx, context, affiliates, {
        action: 'affiliate.update',
        where: isOpen(eq(affiliates.id, id)),
        lock: 'no key update',
        onlyIf: and(
          version === null ? undefined : eq(affiliates.version, version),
          code === null ? undefined : eq(affiliates.code, code),
          isLine(name) ? undefined : eq(affiliates.name, name),
          activatedAt === null || input.rejoin ? undefined : isNull(affiliates.leftAt),
        ),
        found: { code: affiliates.code, name: affiliates.name, leftAt: affiliates.leftAt },
        before: (willChange) => [
          ...(activatedAt === null
            ? []
            : [
                queueApprovalMails(context, and(willChange, isNull(affiliates.dateActivated)), {
                  name: sql`${name}::text`,
                  email: sql`${email}`,
                  version: changes.version,
                }),
              ]),
          ...announcePaymentEmail(context, willChange, {
            payoutEmail: changes.payoutEmail,
            name: sql`${name}::text`,
            email: sql`${email}::text`,
            ownerUid: changes.ownerUid,
          }),
        ],
        set: { name, email, referredBy, ...changes, updatedAt: context.now },
        facts: affiliateFacts,
        returning: affiliateColumns,
      }),
      selectSelfReferrals(tx, eq(affiliates.id, id), email),
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? problem('affiliate-email-taken', { cause: error }) : error;
    });
  const {
    found: [found],
    changed: [changed],
  } = affiliate;
  if (changed) {
    await holdSelfReferrals(
      context,
      purchases.map((purchase) => purchase.id),
    );
    return changed;
  }
  if (!found) throw problem('affiliate-not-found');
  if (code !== null && code !== found.code) throw fieldProblem('affiliate-code-immutable', 'code');
  if (name !== found.name && !isLine(name)) throw fieldProblem('invalid', 'name', notStorable);
  if (found.leftAt && input.date_activated && !input.rejoin) throw problem('affiliate-left');
  throw problem('edit-conflict');
}

/** Further columns that change with a new email or an activation. */
function changesOf({ email }: AffiliateChange, activatedAt: Date | null) {
  const { applicationState, dateActivated, declinedReason, ownerUid } = affiliates;
  const activated = timestamptz(activatedAt);
  const hasSameEmail = sql`lower(${affiliates.email}) = lower(${email}::text)`;
  const isActive = activatedAt !== null;
  return {
    ownerUid: sql`case when ${hasSameEmail} then ${ownerUid} end`,
    emailConfirmedAt: sql`case when ${hasSameEmail} then ${affiliates.emailConfirmedAt} end`,
    payoutEmail: sql`case when ${hasSameEmail} or ${ownerUid} is null then ${affiliates.payoutEmail} end`,
    promotion: sql`case when ${hasSameEmail} then ${affiliates.promotion} end`,
    declinedReason: isActive ? null : sql`case when ${hasSameEmail} then ${declinedReason} end`,
    // A trigger stores the same.
    applicationState: isActive
      ? ('approved' as const)
      : sql`case when not ${hasSameEmail} and ${applicationState} = 'declined' then 'waiting' else ${applicationState} end`,
    // The browser sends the stored moment back without its microseconds, which must not count as a new activation.
    dateActivated: sql`case when date_trunc('milliseconds', ${dateActivated}) = ${activated} then ${dateActivated}
      else ${activated} end`,
    leftAt: isActive ? null : undefined,
    version: sql`${affiliates.version} + 1`,
  } satisfies PgUpdateSetSource<typeof affiliates>;
}
