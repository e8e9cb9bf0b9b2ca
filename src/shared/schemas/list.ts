import * as z from 'zod/mini';
import { textUpTo } from './text.ts';
import { limits } from '../limits.ts';

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

/** The version that a change was made from; missing or null for whichever there is. */
export const recordVersion = z.pipe(
  z.nullish(z.int32()),
  z.transform((version) => version ?? null),
);

/** At most as many as one call changes. */
const atMost = z.maxLength(limits.bulkRecords, `At most ${String(limits.bulkRecords)} at once`);

/** Some of what one call changes, or none. */
export const upToBulkOf = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(atMost);

/** What one call changes: one at least. */
export const bulkOf = <Item extends z.ZodMiniType>(item: Item) =>
  upToBulkOf(item).check(z.minLength(1, 'At least one'));
