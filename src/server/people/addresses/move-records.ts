import { and, eq, sql, type SQL } from 'drizzle-orm';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { isLoggedNow } from '../../frame/audit/audited-change.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { jsonObject } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';

interface Move {
  readonly uid: string;
  /** The address that the records get. */
  readonly email: string;
  /** Subquery for the addresses, in lowercase, that the records may have before. */
  readonly formerEmails: SQL;
  /** The affiliate that comes back to the account, even from another owner. Without it, the affiliate that the account owns. */
  readonly affiliateId?: string | null;
}

/**
 * Statements that give another address to the records of an account: the affiliate that it owns, with an audit entry, and its
 * profile. The account becomes the owner of the affiliate. The payment email stays. Returns true if an affiliate has changed.
 */
export function moveRecords(
  tx: Statements,
  context: Context,
  { uid, email, formerEmails, affiliateId = null }: Move,
) {
  const { now } = context;
  const { id, ownerUid, closedAt, dateCreated, version } = affiliates;
  const mayMove = sql`${closedAt} is null and (
    ${id} = ${affiliateId}::uuid or ${ownerUid} = ${uid} and lower(${affiliates.email}) in ${formerEmails}
  )`;
  const willMove = sql`${id} = (
    select ${id} from ${affiliates} where ${mayMove}
    order by ${id} is distinct from ${affiliateId}::uuid, ${dateCreated}, ${id} limit 1
  )`;
  // The former owner is logged if it was another account.
  const before = jsonObject({ email: affiliates.email, owner_uid: sql`nullif(${ownerUid}, ${uid})` });
  const logged = insertAuditEntries(asOwner(context, uid), {
    action: 'affiliate.address',
    entityId: sql`${id}`,
    before: sql`jsonb_strip_nulls(${before})`,
    after: jsonObject({ email: sql`${email}::text` }),
    from: sql`${affiliates} where ${willMove} for no key update`,
  });
  const statements = [
    tx.select({ id }).from(affiliates).where(mayMove).orderBy(id).for('no key update'),
    tx.execute(logged),
    tx
      .update(affiliates)
      .set({ email, ownerUid: uid, emailConfirmedAt: now, updatedAt: now, version: sql`${version} + 1` })
      .where(and(mayMove, isLoggedNow(context, affiliates, 'affiliate.address')))
      .returning({ id }),
    tx
      .update(userProfiles)
      .set({ email, updatedAt: now, version: sql`${userProfiles.version} + 1` })
      .where(and(eq(userProfiles.userId, uid), sql`lower(${userProfiles.email}) in ${formerEmails}`)),
  ] as const;
  return new StatementGroup(statements, ([, , changed]) => changed.length > 0);
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
