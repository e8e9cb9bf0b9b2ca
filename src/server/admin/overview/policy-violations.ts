import * as z from 'zod/mini';
import { desc, gt, sql } from 'drizzle-orm';
import { dayMs, dayOf } from '../../../shared/dates.ts';
import type { Statements } from '../../frame/context/database.ts';
import { policyViolations } from '../../frame/db/schema/counts.ts';

/** Violations of our pages' policies in the last seven days. */
export const violationsShape = z
  .array(
    z.object({
      directive: z.string().check(z.describe('The directive that blocked, such as `connect-src`')),
      host: z
        .string()
        .check(z.describe('The blocked host; `self` for our own, or a word such as `inline` or `data`')),
      count: z.number(),
    }),
  )
  .check(
    z.describe('What the policies of our pages blocked in the last seven UTC days, the most frequent first'),
  );

/** The number of days, with today. */
const shownDays = 7;

/** SELECT for a `violationsShape`, with at most `listed` rows. */
export function selectViolations(tx: Statements, now: Date, listed: number) {
  const { day, directive, host } = policyViolations;
  const total = sql<number>`sum(${policyViolations.count})::int`;
  return tx
    .select({ directive, host, count: total })
    .from(policyViolations)
    .where(gt(day, dayOf(new Date(now.getTime() - shownDays * dayMs))))
    .groupBy(directive, host)
    .orderBy(desc(total), directive, host)
    .limit(listed);
}
