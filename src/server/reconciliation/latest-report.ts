import { desc, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { reconciliations } from '../db/schema/reconciliations.ts';
import { report, type Report } from './difference.ts';

/** A day as it is stored: a driver may make a moment of it, which another time zone puts on another day. */
const asText = (day: PgColumn) => sql<string>`${day}::text`;

/** The last report that the scheduled run kept, or null before the first. */
export const latestReport = async ({ db }: Pick<Context, 'db'>): Promise<Report | null> => {
  const [found] = await db
    .select({
      first_day: asText(reconciliations.firstDay),
      last_day: asText(reconciliations.lastDay),
      compared: reconciliations.compared,
      differences: reconciliations.differences,
      madeAt: reconciliations.madeAt,
    })
    .from(reconciliations)
    .orderBy(desc(reconciliations.madeAt), desc(reconciliations.id))
    .limit(1);
  if (!found) return null;
  const { madeAt, ...rest } = found;
  return report.parse({ ...rest, made_at: madeAt.toISOString() });
};
