import * as z from 'zod/mini';
import { MIN_PASSWORD } from '../passwords.ts';
import { notStorable } from './text.ts';

const badLink = 'reset-link-invalid';

/** The one-time code of an emailed reset link, opaque; nothing longer than 1,000 characters is one. */
export const resetToken = z.string(badLink).check(z.minLength(1, badLink), z.maxLength(1_000, badLink));

/** A reset: the code and the new password, which is kept as typed. */
export const resetInput = z.object({
  token: resetToken,
  newPassword: z.string('new-password-too-short').check(
    z.minLength(MIN_PASSWORD, 'new-password-too-short'),
    z.maxLength(4_096, 'At most 4096 characters'),
    z.refine((text) => text.isWellFormed(), notStorable),
  ),
});

export type ResetInput = z.infer<typeof resetInput>;
