import * as z from 'zod/mini';
import type { FieldErrors } from './use-form.ts';

const shape = z.object({ fields: z.array(z.object({ field: z.string(), message: z.string() })) });

/** What the API's answer says of a form's fields; none where it says nothing of them. */
export const fieldErrors = <Field extends string>(
  data: unknown,
  names: readonly Field[],
): FieldErrors<Field> => {
  const found = shape.safeParse(data).data?.fields ?? [];
  const errors: { [Name in Field]?: string } = {};
  for (const name of names) {
    const message = found.find(({ field }) => field === name)?.message;
    if (message !== undefined) errors[name] = message;
  }
  return errors;
};
