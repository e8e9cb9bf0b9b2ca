import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { PasswordChange } from '../../../shared/schemas/account.ts';
import type { Context } from '../../frame/context/context.ts';
import { iso, timestamptz } from '../../frame/db/sql.ts';
import { countTarget } from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { endOpenedByAccount } from './end-sessions.ts';
import { assertGoodPassword } from './leaked-passwords.ts';

/**
 * Changes the password of the caller's account and ends all its sessions. Throws `password-common` or `password-leaked` for the new
 * password, `password-wrong` for the current one, `too-many-requests`, or the problems of `AccountChanges`.
 */
export async function changePassword(
  context: Context,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { identity } = context;
  const { uid, email } = accountOf(context);
  await assertGoodPassword(context, newPassword);
  await countTarget(context, `password:${uid}`, limits.perTarget.passwordTries);
  if ((await identity.changes.checkPassword(email, currentPassword)) !== uid)
    throw fieldProblem('password-wrong', 'currentPassword');
  await identity.changes.setPassword(uid, newPassword);
  await recordNewPassword(context, { uid, email });
}

/** Returns the caller's account. Throws `sign-in-required`, or `account-email-missing` for an account without an email in plain ASCII. */
export function accountOf({ actor }: Context): {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
} {
  if (actor.kind !== 'user') throw problem('sign-in-required');
  const { uid, email, emailVerified } = actor;
  if (email === null) throw problem('account-email-missing');
  return { uid, email, emailVerified };
}

/**
 * Calls `endOpenedByAccount`, and queues the mail about the new password. Firebase has already changed the password, so a failure
 * must not look like a refused change. The request's log has the failed query.
 */
export async function recordNewPassword(
  context: Pick<Context, 'db' | 'now'>,
  account: { readonly uid: string | null; readonly email: string | null },
): Promise<void> {
  const mail = queueMails(context, {
    kind: 'password-changed',
    subjectId: sql`${uuidv7()}::text`,
    address: sql`email`,
    data: { changed_at: iso(timestamptz(context.now)) },
    from: sql`(values (${account.email}::text)) as account (email)`,
  });
  await context.db
    .atomically((tx) => [endOpenedByAccount(tx, context, account), tx.execute(mail)])
    .catch(() => undefined);
}
