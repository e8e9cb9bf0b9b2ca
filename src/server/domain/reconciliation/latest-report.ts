import { desc } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { reconciliations } from '../../db/schema/reconciliations.ts';
import { report, type Report } from './difference.ts';

/** The last report that the scheduled run kept, or null before the first. */
export const latestReport = async ({ db }: Pick<Context, 'db'>): Promise<Report | null> => {
  const [found] = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.madeAt), desc(reconciliations.id))
    .limit(1);
  if (!found) return null;
  return report.parse({
    first_day: found.firstDay,
    last_day: found.lastDay,
    compared: found.compared,
    differences: found.differences,
    made_at: found.madeAt.toISOString(),
  });
};
