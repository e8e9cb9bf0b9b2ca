import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { dayOf } from '../../../shared/dates.ts';

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

/** SQL for a `violationsShape`, with at most `listed` rows. */
export function recentViolations(now: Date, listed: number): SQL {
  return sql`(
    select coalesce(json_agg(violation), '[]') from (
      select json_build_object('directive', directive, 'host', host, 'count', sum(count)) as violation
      from policy_violations where day > ${dayOf(now)}::date - ${shownDays}::int
      group by directive, host order by sum(count) desc, directive, host limit ${listed}::int
    ) as violations
  )`;
}
