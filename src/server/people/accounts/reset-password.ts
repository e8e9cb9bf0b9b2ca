import * as z from 'zod/mini';
import { catalog, problem } from '../../../shared/problems.ts';
import { type ResetInput, resetToken } from '../../../shared/schemas/reset.ts';
import type { Context } from '../../frame/context/context.ts';
import { recordNewPassword } from './change-password.ts';
import { assertGoodPassword } from './leaked-passwords.ts';

/**
 * Sets a new password with the token of a reset link, and queues a mail about it. A token works once. A refused password does not
 * use it up. Throws `password-common`, `password-leaked`, `reset-link-invalid`, or the problems of `Identity.resetPassword`.
 */
export async function resetPassword(context: Context, { token, newPassword }: ResetInput): Promise<void> {
  const { identity } = context;
  identity.assertConfigured();
  await assertGoodPassword(context, newPassword);
  const account = await identity.resetPassword(token, newPassword);
  if (!account) throw problem('reset-link-invalid');
  await recordNewPassword(context, { uid: null, email: account.email });
}

/** The result of a check: the email of the account, or the error of an invalid token. */
export const resetTokenCheck = z.object({
  valid: z.boolean(),
  email: z.nullable(z.string()),
  error: z.nullable(z.string()),
});

export type ResetTokenCheck = z.infer<typeof resetTokenCheck>;

/** Checks the token of a reset link with Firebase, without using it up. Throws the problems of `Identity.checkResetCode`. */
export async function checkResetToken({ identity }: Context, token: string): Promise<ResetTokenCheck> {
  identity.assertConfigured();
  const account = resetToken.safeParse(token).success ? await identity.checkResetCode(token) : null;
  return account
    ? { valid: true, email: account.email, error: null }
    : { valid: false, email: null, error: catalog['reset-link-invalid'].text };
}
