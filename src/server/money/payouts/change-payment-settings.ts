import { and, eq, ne, or, sql } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import { actorId, type Context, isOwnAddress } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { timestamptz } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { assertWithin, countHitsFirst, isWithinLimits, targetCounter } from '../../frame/limits/count-hit.ts';
import { isOpen } from '../affiliates/affiliate.ts';
import { confirmOwnerFirst } from '../affiliates/confirm-owner.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { announcePaymentEmail } from '../affiliates/queue-affiliate-mails.ts';
import { holdSelfReferrals, selectSelfReferrals } from '../purchases/hold-self-referrals.ts';
import { type PayoutAccount, readPayoutAccount } from './payout-account.ts';

interface NewPaymentSettings {
  readonly payoutEmail: string | null;
  /** Undefined keeps the stored value. */
  readonly noMinimum?: boolean;
}

/**
 * Changes how an affiliate is paid. One transaction stores the change, the history of payment emails, the audit entry and
 * the mails about a new payment email; equal terms change nothing. Purchases paid with the new email are held as self-referrals.
 * `version` is the version that the caller edited, or null for any version. Without an id, the caller's own affiliate is
 * changed, and the caller's account becomes its owner.
 *
 * Throws `edit-conflict`, `affiliate-not-found`, `too-many-requests`, or `email-unverified` for a caller without a confirmed email.
 */
export async function changePaymentSettings(
  context: Context,
  affiliateId: string | undefined,
  { payoutEmail, noMinimum }: NewPaymentSettings,
  version: number | null,
): Promise<PayoutAccount> {
  const scope = affiliateScope(context, affiliateId);
  const { actor, now } = context;
  const isOwner = affiliateId === undefined;
  // Anybody can sign up with any email, so only the owner of the email may decide where money goes.
  if (isOwner && !(actor.kind === 'user' && actor.emailVerified)) throw problem('email-unverified');
  const caller = actorId(actor);
  const counters = [targetCounter(`payment-email:${caller}`, limits.perTarget.paymentEmail, now)] as const;
  // Only an affiliate's own change to another address counts: anybody may type one, and it gets a mail. Removing the payment email
  // and setting the account's own address are never limited, so that somebody else's changes cannot block the owner's.
  const isCounted = isOwner && payoutEmail !== null && !isOwnAddress(actor, payoutEmail);
  const [, hits, { found }, selfReferrals] = await context.db.atomically((tx) => [
    // The caller becomes the owner first, which clears the payment email of a former owner.
    confirmOwnerFirst(tx, context, affiliateId),
    new StatementGroup(isCounted ? [countHitsFirst(tx, counters)] : [], (results) => results.flat()),
    auditedUpdate(tx, context, affiliates, {
      action: 'affiliate.payout',
      where: isOpen(scope),
      lock: 'no key update',
      onlyIf: and(
        version === null ? undefined : eq(affiliates.version, version),
        or(
          sql`${affiliates.payoutEmail} is distinct from ${payoutEmail}`,
          noMinimum === undefined ? undefined : ne(affiliates.noMinimum, noMinimum),
        ),
        isCounted ? isWithinLimits(counters) : undefined,
      ),
      found: { version: affiliates.version },
      before: (willChange) =>
        announcePaymentEmail(context, willChange, {
          payoutEmail: sql`${payoutEmail}::text`,
          ownerUid: isOwner ? sql`${caller}::text` : sql`${affiliates.ownerUid}`,
        }),
      set: {
        payoutEmail,
        noMinimum,
        ownerUid: isOwner ? caller : undefined,
        emailConfirmedAt: isOwner
          ? sql`coalesce(${affiliates.emailConfirmedAt}, ${timestamptz(now)})`
          : undefined,
        updatedAt: now,
        version: sql`${affiliates.version} + 1`,
      },
      facts: [affiliates.payoutEmail, affiliates.noMinimum],
    }),
    selectSelfReferrals(tx, isOpen(scope), payoutEmail),
  ]);
  assertWithin(hits, counters, now);
  if (!found[0]) throw problem('affiliate-not-found');
  if (version !== null && version !== found[0].version) throw problem('edit-conflict');
  await holdSelfReferrals(
    context,
    selfReferrals.map(({ id }) => id),
  );
  return readPayoutAccount(context, scope);
}
