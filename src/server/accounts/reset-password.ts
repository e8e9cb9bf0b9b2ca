import * as z from 'zod/mini';
import { isCommonPassword } from '../../shared/passwords.ts';
import { catalogue, fieldProblem, problem } from '../../shared/problems.ts';
import { type ResetInput, resetToken } from '../../shared/schemas/reset.ts';
import type { Context } from '../context.ts';

/**
 * Sets a new password by a reset link's token, which works once. Throws `password-common` with the token still
 * good, `reset-link-invalid`, or as `Identity.resetPassword`.
 */
export const resetPassword = async (
  { identity }: Context,
  { token, newPassword }: ResetInput,
): Promise<void> => {
  identity.assertConfigured();
  if (await isCommonPassword(newPassword)) throw fieldProblem('password-common', 'newPassword');
  if (!(await identity.resetPassword(token, newPassword))) throw problem('reset-link-invalid');
};

/** Whether a reset link still works, as the API shows it: whose it is, or what is wrong. */
export const resetTokenCheck = z.object({
  valid: z.boolean(),
  email: z.nullable(z.string()),
  error: z.nullable(z.string()),
});

export type ResetTokenCheck = z.infer<typeof resetTokenCheck>;

/** Asks the provider about a reset link's token, which stays unused. Throws as `Identity.checkResetCode`. */
export const checkResetToken = async ({ identity }: Context, token: string): Promise<ResetTokenCheck> => {
  identity.assertConfigured();
  const found = resetToken.safeParse(token).success ? await identity.checkResetCode(token) : null;
  return found
    ? { valid: true, email: found.email, error: null }
    : { valid: false, email: null, error: catalogue['reset-link-invalid'].text };
};
