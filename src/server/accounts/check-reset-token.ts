import * as z from 'zod/mini';
import { catalogue } from '../../shared/problems.ts';
import { resetToken } from '../../shared/schemas/reset.ts';
import type { Context } from '../context.ts';

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
