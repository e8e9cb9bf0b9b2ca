import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { confirmOwnerStatement } from '../affiliates/confirm-owner.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { queuePaymentEmailMails } from '../affiliates/queue-affiliate-mails.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context, isOwnAddress } from '../../frame/context/context.ts';
import { lastRow, timestamptz } from '../../frame/db/sql.ts';
import { assertWithin, counted, countHits, isWithin, targetCounter } from '../../frame/limits/count-hit.ts';
import { holdSelfReferrals, selfReferredPurchases } from '../purchases/hold-self-referrals.ts';
import { type PayoutAccount, readPayoutAccount } from './payout-account.ts';

interface NewPayoutTerms {
  readonly payoutEmail: string | null;
  /** Undefined keeps the stored value. */
  readonly noMinimum?: boolean;
}

/**
 * Changes how an affiliate is paid. One statement stores the change, the history of payment emails, the audit entry and
 * the mails about a new payment email; equal terms change nothing. Purchases paid with the new email are held as self-referrals.
 * `version` is the version that the caller edited, or null for any version. Without an id, the caller's own affiliate is
 * changed, and the caller's account becomes its owner.
 *
 * Throws `edit-conflict`, `affiliate-not-found`, `too-many-requests`, or `email-unverified` for a caller without a confirmed email.
 */
export async function changePayoutTerms(
  context: Context,
  affiliateId: string | undefined,
  { payoutEmail, noMinimum }: NewPayoutTerms,
  version: number | null,
): Promise<PayoutAccount> {
  const scope = affiliateScope(context, affiliateId);
  const { actor } = context;
  // Anybody can sign up with any email, so only the owner of the email may decide where money goes.
  if (affiliateId === undefined && !(actor.kind === 'user' && actor.emailVerified))
    throw problem('email-unverified');
  // The caller becomes the owner first, which clears the payment email of a former owner.
  const confirm = affiliateId === undefined ? confirmOwnerStatement(context) : undefined;
  const caller = actorId(actor);
  const owner = affiliateId === undefined ? caller : null;
  const now = timestamptz(context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.payout',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: auditedTerms(sql`found`),
    after: auditedTerms(sql`changed`),
    from: sql`found join changed on changed.id = found.id`,
  });
  const paymentEmailChanged = queuePaymentEmailMails(context, {
    row: sql`changed`,
    formerEmail: sql`found.payout_email`,
    from: sql`history join found on found.id = history.affiliate_id join changed on changed.id = history.affiliate_id`,
  });
  const counter = targetCounter(`payment-email:${caller}`, limits.perTarget.paymentEmail, context.now);
  // Only an affiliate's own change to another address counts: anybody may type one, and it gets a mail. Removing the payment email
  // and setting the account's own address are never limited, so that somebody else's changes cannot block the owner's.
  const isCounted = owner !== null && payoutEmail !== null && !isOwnAddress(actor, payoutEmail);
  const isAllowed = isCounted ? isWithin([counter]) : sql`true`;
  const change = sql`with hit as (${isCounted ? countHits([counter]) : noHits}),
      found as (select * from affiliates where ${scope} and closed_at is null for no key update),
      wanted as (
        select ${payoutEmail}::text as email, coalesce(${noMinimum ?? null}::boolean, no_minimum) as no_minimum
        from found
      ),
      changed as (
        update affiliates set payout_email = wanted.email, no_minimum = wanted.no_minimum,
          owner_uid = coalesce(${owner}::text, found.owner_uid),
          email_confirmed_at = case when ${owner}::text is null then found.email_confirmed_at
            else coalesce(found.email_confirmed_at, ${now}) end,
          updated_at = ${now}, version = found.version + 1
        from found, wanted
        where affiliates.id = found.id and found.version = coalesce(${version}::int, found.version)
          and (found.payout_email, found.no_minimum) is distinct from (wanted.email, wanted.no_minimum) and ${isAllowed}
        returning affiliates.*
      ),
      history as (
        insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
        select ${uuidv7()}::uuid, changed.id, changed.payout_email, ${caller}::text, ${now}
        from found join changed on changed.id = found.id
        where changed.payout_email is distinct from found.payout_email
        returning *
      ),
      logged as (${logged}),
      payment_email_changed as (${paymentEmailChanged})
      select (select coalesce(json_agg(hit), '[]') from hit) as hits, (select version from found) as version,
        (select (${selfReferredPurchases(sql`found.id`, payoutEmail)}) from found) as purchases`;
  const result = await lastRow(
    context.db,
    [...(confirm ? [confirm] : []), change],
    z.object({
      hits: counted,
      version: z.nullable(z.number()),
      purchases: z.nullable(z.array(z.string())),
    }),
  );
  assertWithin(result.hits, [counter], context.now);
  if (result.version === null) throw problem('affiliate-not-found');
  if (version !== null && version !== result.version) throw problem('edit-conflict');
  await holdSelfReferrals(context, result.purchases ?? []);
  return readPayoutAccount(context, scope);
}

/** For a change that counts against no limit. */
const noHits = sql`select null::text as key, 0 as hits where false`;

function auditedTerms(row: SQL): SQL {
  return sql`jsonb_build_object('payout_email', ${row}.payout_email, 'no_minimum', ${row}.no_minimum)`;
}
