import { refusedFields } from '../../client/api.ts';
import type { FieldErrors } from './use-form.ts';

/** What the API's answer says of a form's fields; none where it says nothing of them. */
export const fieldErrors = <Field extends string>(
  data: unknown,
  names: readonly Field[],
): FieldErrors<Field> => {
  const found = refusedFields(data);
  const errors: { [Name in Field]?: string } = {};
  for (const name of names) {
    const message = found.find(({ field }) => field === name)?.message;
    if (message !== undefined) errors[name] = message;
  }
  return errors;
};
