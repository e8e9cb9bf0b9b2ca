import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../shared/problems.ts';
import { actorId, type Context } from '../context.ts';
import { holdSelfReferrals, selfReferredPurchases } from '../purchases/hold-self-referrals.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { lastRow, timestamptz } from '../db/sql.ts';
import { type PayoutAccount, readPayoutAccount } from './payout-account.ts';
import { confirmOwnerStatement } from '../affiliates/confirm-owner.ts';
import { whoseLedger } from '../affiliates/ledger.ts';

const outcome = z.object({ version: z.nullable(z.number()), purchases: z.nullable(z.array(z.string())) });

interface Terms {
  readonly payoutEmail: string | null;
  /** Undefined leaves it as it is. */
  readonly noMinimum?: boolean;
}

const facts = (row: 'found' | 'changed') => sql`jsonb_build_object(
  'payout_email', ${sql.raw(row)}.payout_email, 'no_minimum', ${sql.raw(row)}.no_minimum)`;

/**
 * Changes how the caller is paid, or the affiliate with an id: keeps another address in its history and audits the
 * change in the same statement; what is so already changes nothing. Purchases paid with the new address are held at once. A caller's own record is their account's from then
 * on. `version` is the one the change was made from,
 * null for whichever. Throws `changed-meanwhile`, `email-unverified` for a caller whose address is not confirmed, and as
 * showPayoutAccount does.
 */
export const changePayoutTerms = async (
  context: Context,
  affiliateId: string | undefined,
  { payoutEmail, noMinimum }: Terms,
  version: number | null,
): Promise<PayoutAccount> => {
  const whose = whoseLedger(context, affiliateId);
  const { actor } = context;
  // Anybody can sign up with any address, so money goes only where the address's owner says.
  if (affiliateId === undefined && !(actor.kind === 'user' && actor.emailVerified))
    throw problem('email-unverified');
  // A record that another account made becomes the caller's first, without what that account set.
  const confirm = affiliateId === undefined ? confirmOwnerStatement(context) : undefined;
  const by = actorId(actor);
  const owner = affiliateId === undefined ? by : null;
  const now = timestamptz(context.now);
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.payout',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    before: facts('found'),
    after: facts('changed'),
    from: sql`found join changed on changed.id = found.id`,
  });
  const change = sql`with found as (select * from affiliates where ${whose.where} and closed_at is null for no key update),
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
          and (found.payout_email, found.no_minimum) is distinct from (wanted.email, wanted.no_minimum)
        returning affiliates.*
      ),
      history as (
        insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
        select ${uuidv7()}::uuid, changed.id, changed.payout_email, ${by}::text, ${now}
        from found join changed on changed.id = found.id
        where changed.payout_email is distinct from found.payout_email
      ),
      logged as (${logged})
      select (select version from found) as version,
        (select (${selfReferredPurchases(sql`found.id`, payoutEmail)}) from found) as purchases`;
  const found = await lastRow(context.db, [...(confirm ? [confirm] : []), change], outcome);
  if (found.version === null) throw problem(whose.missing);
  if (version !== null && version !== found.version) throw problem('changed-meanwhile');
  await holdSelfReferrals(context, found.purchases ?? []);
  return readPayoutAccount(context, whose);
};
