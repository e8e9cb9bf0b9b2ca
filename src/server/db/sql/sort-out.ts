import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

const ids = z.array(z.string());

/** What a statement over many ids ends with: which it `found`, and which of those it `changed`. */
export const foundAndChanged = sql`
  select (select coalesce(json_agg(id), '[]') from found) as known,
    (select coalesce(json_agg(id), '[]') from changed) as changed`;

/** The row of `foundAndChanged`. */
export const foundRow = z.object({ known: ids, changed: ids });

/** The ids that were sent, in that order, by what became of each. */
export const sortOut = (sent: readonly string[], { known, changed }: z.infer<typeof foundRow>) => {
  const [isKnown, isChanged] = [new Set(known), new Set(changed)];
  return {
    changed: sent.filter((id) => isChanged.has(id)),
    unchanged: sent.filter((id) => isKnown.has(id) && !isChanged.has(id)),
    missing: sent.filter((id) => !isKnown.has(id)),
  };
};
