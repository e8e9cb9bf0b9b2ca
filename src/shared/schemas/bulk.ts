import * as z from 'zod/mini';
import { limits } from '../limits.ts';

/** At most as many as one call changes. */
const atMost = z.maxLength(limits.bulkRecords, `At most ${String(limits.bulkRecords)} at once`);

/** Some of what one call changes, or none. */
export const upToBulkOf = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(atMost);

/** What one call changes: one at least. */
export const bulkOf = <Item extends z.ZodMiniType>(item: Item) =>
  upToBulkOf(item).check(z.minLength(1, 'At least one'));
