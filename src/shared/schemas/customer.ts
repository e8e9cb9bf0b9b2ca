import * as z from 'zod';
import { optionalEmail, optionalText } from './text.ts';

/** What a newsletter sign-up or a purchase sends: at least one of both. Empty text counts as missing. */
export const customerInput = z
  .object({ name: optionalText(100), email: optionalEmail })
  .refine((input) => input.name !== null || input.email !== null, {
    path: ['email'],
    message: 'email-required',
  });

export type CustomerInput = z.infer<typeof customerInput>;
