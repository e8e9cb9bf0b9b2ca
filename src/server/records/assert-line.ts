import { problem } from '../../shared/problems.ts';
import { isLine } from '../../shared/line.ts';
import { notStorable } from '../../shared/schemas/text.ts';

/** Throws `invalid` for a new name that is no line; a record keeps one that it had before there was this rule. */
export const assertLine = (name: string | null, before: string | null): void => {
  if (name !== before && !isLine(name))
    throw problem('invalid', { fields: [{ field: 'name', message: notStorable }] });
};
