import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import { timestamptz } from '../../frame/db/sql.ts';

interface Move {
  readonly uid: string;
  /** The address that the records get. */
  readonly email: SQL;
  /** Query for the addresses, in lowercase, that the records may have before. */
  readonly formerEmails: SQL;
  /** The affiliate that comes back to the account, whoever owns it. Otherwise it is the one that the account owns. */
  readonly affiliateId?: string | null;
}

/**
 * Parts of a WITH clause that give another address to the records of an account: the affiliate that it owns, with an audit entry, and
 * its profile. The account becomes the owner of the affiliate. The payment email stays. The part `changed` has the changed affiliate.
 */
export function moveRecords(context: Context, { uid, email, formerEmails, affiliateId = null }: Move): SQL {
  const now = timestamptz(context.now);
  const logged = insertAuditEntries(asOwner(context, uid), {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.address',
    entity: 'affiliate',
    entityId: sql`changed.id`,
    // The former owner, if it was another account.
    before: sql`jsonb_strip_nulls(jsonb_build_object('email', found.email, 'owner_uid', nullif(found.owner_uid, ${uid}::text)))`,
    after: sql`jsonb_build_object('email', changed.email)`,
    from: sql`found join changed on changed.id = found.id`,
  });
  return sql`found as (
      select * from affiliates
      where (id = ${affiliateId}::uuid or owner_uid = ${uid}::text and lower(email) in (${formerEmails}))
        and closed_at is null
      order by id is distinct from ${affiliateId}::uuid, date_created, id limit 1 for no key update
    ),
    changed as (
      update affiliates set email = ${email}, owner_uid = ${uid}::text, email_confirmed_at = ${now}, updated_at = ${now},
        version = found.version + 1
      from found where affiliates.id = found.id
      returning affiliates.*
    ),
    logged as (${logged}),
    profiles as (
      update user_profiles set email = ${email}, updated_at = ${now}, version = version + 1
      where user_id = ${uid}::text and lower(email) in (${formerEmails})
    )`;
}

/** The context of the account's owner, who pressed the button of a mailed link without being signed in. */
export function asOwner(context: Context, uid: string): Context {
  const actor: Actor = {
    kind: 'user',
    uid,
    email: null,
    emailVerified: true,
    role: null,
    hasSecondFactor: false,
    hasFreshSignIn: false,
    signedInAt: context.now,
    sessionsValidFrom: context.now,
  };
  return { ...context, actor };
}
