import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { recordVersion } from './list.ts';
import { optionalEmail, optionalLine, optionalText } from './text.ts';

const fields = z.object({ name: optionalLine(maxLengths.name), email: optionalEmail });

/** The fields that callers set. Each is a column of the same name. */
export const customerFields = ['name', 'email'] as const satisfies readonly (keyof z.infer<typeof fields>)[];

const hasContent = ({ name, email }: z.infer<typeof fields>): boolean => name !== null || email !== null;

/**
 * A buyer's name and email, at least one of the two. With `newsletter` it is a newsletter request, which needs the email.
 */
export const customerInput = z.extend(fields, { newsletter: z._default(z.boolean(), false) }).check(
  z.refine((input) => (input.newsletter ? input.email !== null : hasContent(input)), {
    path: ['email'],
    message: 'email-required',
  }),
);

/** A new customer from an admin. It differs from a sign-up only in the error of an empty form. */
export const adminCustomerInput = fields.check(
  z.refine(hasContent, { path: ['name'], message: 'customer-empty' }),
);

/** A changed customer from an admin. Old names may have line breaks; the server rejects them only in a new name. */
export const customerChange = z
  .extend(fields, { name: optionalText(maxLengths.name), version: recordVersion })
  .check(z.refine(hasContent, { path: ['name'], message: 'customer-empty' }));

export type CustomerInput = z.infer<typeof fields>;
