import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { newPassword } from './reset.ts';
import { requiredEmail } from './text.ts';

/** A change of the caller's own password. */
export const passwordChange = z.object({
  currentPassword: z
    .string('password-wrong')
    .check(z.minLength(1, 'password-wrong'), z.maxLength(maxLengths.password, 'password-wrong')),
  newPassword,
});

export type PasswordChange = z.infer<typeof passwordChange>;

/** A request to change the address of the caller's account. */
export const addressChange = z.object({ email: requiredEmail });

/** The token of a mailed link. */
export const addressToken = z.object({
  token: z.string('address-link-invalid').check(z.maxLength(200, 'address-link-invalid')),
});

/** PostgreSQL has no year 0. */
function isStorableYear(moment: string): boolean {
  return !moment.startsWith('0000');
}

/** A new sign-in. */
export const newSignIn = z.object({
  replaces: z
    .nullable(z.iso.datetime({ precision: 3 }).check(z.refine(isStorableYear)))
    .check(z.describe('The time of this browser’s previous sign-in, which the new one replaces')),
});
