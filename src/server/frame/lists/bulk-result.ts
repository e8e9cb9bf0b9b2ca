import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

const ids = z.array(z.string());

/** End of a statement over many ids: selects the ids of its CTEs `found` and `changed`. */
export const selectBulkIds = sql`
  select (select coalesce(json_agg(id), '[]') from found) as known,
    (select coalesce(json_agg(id), '[]') from changed) as changed`;

/** The row of `selectBulkIds`. */
export const bulkIdsRow = z.object({ known: ids, changed: ids });

/** Sorts the requested ids into changed, unchanged and missing ones. Keeps their order. */
export function bulkResult(requested: readonly string[], row: z.infer<typeof bulkIdsRow>) {
  const known = new Set(row.known);
  const changed = new Set(row.changed);
  return {
    changed: requested.filter((id) => changed.has(id)),
    unchanged: requested.filter((id) => known.has(id) && !changed.has(id)),
    missing: requested.filter((id) => !known.has(id)),
  };
}
