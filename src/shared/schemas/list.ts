import * as z from 'zod';
import { plainText } from './text.ts';

/** What a list is searched for; nothing at all finds everything. */
export const searchText = plainText.pipe(z.string().max(255)).optional();

/** What a list is sorted by: one of its columns, with a minus before it for descending. */
export const sortBy = <Column extends string>(
  columns: readonly Column[],
  otherwise: NoInfer<Column> | `-${NoInfer<Column>}`,
) =>
  z
    .string()
    .default(otherwise)
    .transform((text, context) => {
      const by = columns.find((column) => column === text.replace(/^-/, ''));
      if (by) return { by, descending: text.startsWith('-') };
      context.addIssue({
        code: 'custom',
        message: `One of ${columns.join(', ')}, or with a minus before it`,
      });
      return z.NEVER;
    });
