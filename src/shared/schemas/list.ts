import * as z from 'zod/mini';
import { textUpTo } from './text.ts';

/** What a list is searched for; nothing at all finds everything. */
export const searchText = z.optional(textUpTo(255));

/** What a list is sorted by: one of its columns, with a minus before it for descending. */
export const sortBy = <Column extends string>(
  columns: readonly Column[],
  otherwise: NoInfer<Column> | `-${NoInfer<Column>}`,
) =>
  z.pipe(
    z._default(z.string(), otherwise),
    z.transform((text, context) => {
      const by = columns.find((column) => column === text.replace(/^-/, ''));
      if (by) return { by, descending: text.startsWith('-') };
      context.issues.push({
        code: 'custom',
        input: text,
        message: `One of ${columns.join(', ')}, or with a minus before it`,
      });
      return z.NEVER;
    }),
  );
