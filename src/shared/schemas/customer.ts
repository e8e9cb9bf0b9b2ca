import * as z from 'zod/mini';
import { optionalEmail, optionalLine, optionalText } from './text.ts';
import { recordVersion } from './list.ts';

const fields = z.object({ name: optionalLine(100), email: optionalEmail });

const hasOne = ({ name, email }: z.infer<typeof fields>): boolean => name !== null || email !== null;

/** What a newsletter sign-up or a purchase sends: at least one of both. Empty text counts as missing. */
export const customerInput = fields.check(z.refine(hasOne, { path: ['email'], message: 'email-required' }));

/** What an admin saves: the same, in words that ask for either. */
export const customerRecord = fields.check(z.refine(hasOne, { path: ['name'], message: 'customer-empty' }));

/** What an admin changes, and the version it was made from. A new name must be a line. */
export const customerChange = z
  .extend(fields, { name: optionalText(100), version: recordVersion })
  .check(z.refine(hasOne, { path: ['name'], message: 'customer-empty' }));

export type CustomerInput = z.infer<typeof customerInput>;
