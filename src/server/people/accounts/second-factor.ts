import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { iso, jsonObject, timestamptz } from '../../frame/db/sql.ts';
import { countTarget } from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { accountOf } from './change-password.ts';

/**
 * Mails the owner, and records in the audit log, whether the account has a second factor now. An unconfirmed address may be
 * anybody's, so nothing is mailed to it. The browser changes second factors at Firebase itself, and then makes this call. Returns
 * Firebase's answer. Throws `too-many-requests`, or the problems of `AccountChanges`.
 */
export async function reportSecondFactor(context: Context): Promise<boolean> {
  const { uid, email, emailVerified } = accountOf(context);
  await countTarget(context, `second-factor:${uid}`, limits.perTarget.secondFactor);
  const hasFactor = await context.identity.changes.hasSecondFactor(uid);
  await context.db.atomically((tx) => [
    tx.execute(secondFactorEntry(context, uid, 'account.second-factor', hasFactor)),
    ...(emailVerified ? [tx.execute(secondFactorMail(context, email, hasFactor))] : []),
  ]);
  return hasFactor;
}

/** Statement that queues the mail about a second factor that was added or removed. */
export function secondFactorMail(context: Pick<Context, 'now'>, email: string, hasFactor: boolean): SQL {
  return queueMails(context, {
    kind: 'second-factor-changed',
    subjectId: sql`${uuidv7()}::text`,
    address: sql`email`,
    data: { has_factor: sql`${hasFactor}::boolean`, changed_at: iso(timestamptz(context.now)) },
    from: sql`(values (${email}::text)) as account (email)`,
  });
}

/** Statement that records a change of an account's second factor in the audit log. */
export function secondFactorEntry(
  context: Pick<Context, 'actor' | 'requestId'>,
  uid: string,
  action: 'account.second-factor' | 'account.reset-factor',
  hasFactor: boolean,
): SQL {
  return insertAuditEntries(context, {
    action,
    entityId: sql`${uid}::text`,
    after: jsonObject({ second_factor: sql`${hasFactor}::boolean` }),
    from: sql`(select) as account`,
  });
}
