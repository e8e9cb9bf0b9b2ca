import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { maxLengths } from '../max-lengths.ts';
import { withoutInvisible } from '../text.ts';
import { textUpTo } from './text.ts';

/**
 * The text that a list is searched for, without invisible characters, which a pasted code or address may have. An empty text finds
 * everything.
 */
export const searchText = z.optional(
  textUpTo(maxLengths.search).check(z.overwrite((text) => withoutInvisible(text).trim())),
);

/** The column that a list is sorted by, with a minus for descending order. */
export function sortBy<Column extends string>(
  columns: readonly Column[],
  defaultSort: NoInfer<Column> | `-${NoInfer<Column>}`,
) {
  return z.pipe(
    z._default(z.string(), defaultSort),
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
}

/** The version of a record that the caller edited. Missing or null means any version. */
export const recordVersion = z.pipe(
  z.nullish(z.int32()),
  z.transform((version) => version ?? null),
);

/** A UUID in lowercase. */
export const uuid = z.uuid().check(z.toLowerCase());

/** A list with at most as many items as one call may change. It may be empty. */
export function atMostBulk<Item extends z.ZodMiniType>(item: Item) {
  return z
    .array(item)
    .check(z.maxLength(limits.bulkRecords, `At most ${String(limits.bulkRecords)} at once`));
}

/** The items that one call changes: at least one. */
export function bulkOf<Item extends z.ZodMiniType>(item: Item) {
  return atMostBulk(item).check(z.minLength(1, 'At least one'));
}

/** The ids of the records that one call changes, without duplicates. */
export const bulkIds = z.pipe(
  bulkOf(uuid),
  z.transform((ids) => [...new Set(ids)]),
);
