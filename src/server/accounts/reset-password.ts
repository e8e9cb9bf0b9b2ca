import { isCommonPassword } from '../../shared/passwords.ts';
import { fieldProblem, problem } from '../../shared/problems.ts';
import type { ResetInput } from '../../shared/schemas/reset.ts';
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
