import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { minPasswordLength } from '../passwords.ts';
import { notStorable } from './text.ts';

const badLink = 'reset-link-invalid';

/** The one-time code of an emailed reset link. */
export const resetToken = z.string(badLink).check(z.minLength(1, badLink), z.maxLength(1_000, badLink));

/** A new password. It is not trimmed. */
export const newPassword = z.string('new-password-too-short').check(
  z.minLength(minPasswordLength, 'new-password-too-short'),
  z.maxLength(maxLengths.password, `At most ${String(maxLengths.password)} characters`),
  z.refine((text) => text.isWellFormed(), notStorable),
);

/** A password reset. */
export const resetInput = z.object({ token: resetToken, newPassword });

export type ResetInput = z.infer<typeof resetInput>;
