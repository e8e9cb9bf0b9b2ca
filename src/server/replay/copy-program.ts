import { asc, gt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { affiliateActivations, affiliates } from '../db/schema/affiliates.ts';

/** Rows that are copied at once. */
const batch = 500;

/**
 * Copies the affiliates and when each was active into an empty database: what events are credited by. The activations
 * that writing an affiliate made there give way to the real ones.
 */
export const copyProgram = async (from: Database, to: Database): Promise<void> => {
  for (let last: string | undefined; ;) {
    const rows = await from
      .select()
      .from(affiliates)
      .where(last === undefined ? undefined : gt(affiliates.id, last))
      .orderBy(asc(affiliates.id))
      .limit(batch);
    if (rows.length === 0) break;
    await to.insert(affiliates).values(rows.map(({ searchText: _generated, ...row }) => row));
    last = rows.at(-1)?.id;
  }
  await to.delete(affiliateActivations);
  for (let last: string | undefined; ;) {
    const rows = await from
      .select()
      .from(affiliateActivations)
      .where(last === undefined ? undefined : gt(affiliateActivations.id, last))
      .orderBy(asc(affiliateActivations.id))
      .limit(batch);
    if (rows.length === 0) break;
    await to.insert(affiliateActivations).values(rows);
    last = rows.at(-1)?.id;
  }
};
