import { sql } from 'drizzle-orm';
import { dayOf } from '../../shared/dates.ts';
import type { Context } from '../context.ts';
import { policyViolations } from '../db/schema/policy-violations.ts';
import type { Violation } from './violation.ts';

/** The most different violations on one day. Further ones of a directive count as `otherHost`. */
const maxSubjects = 200;

/** No host has this name. */
export const otherHost = '(other)';

/**
 * Adds violations to the numbers of this UTC day, in one statement, which stores nothing about the caller. Simultaneous reports of
 * new hosts may exceed the most subjects by a few.
 */
export async function countViolations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  violations: readonly Violation[],
): Promise<void> {
  if (violations.length === 0) return;
  const sameDay = sql`from ${policyViolations} where ${policyViolations.day} = ${dayOf(now)}::date`;
  await db.execute(sql`
    with reported as (
      select directive, host, count(*)::int as count
      from jsonb_to_recordset(${JSON.stringify(violations)}::jsonb) as r(directive text, host text)
      group by directive, host
    ), subjects as (
      select reported.*, exists (
        select ${sameDay} and ${policyViolations.directive} = reported.directive and ${policyViolations.host} = reported.host
      ) as known
      from reported
    ), bounded as (
      select directive, count,
        case
          when known then host
          when (select count(*) ${sameDay}) + row_number() over (partition by known order by directive, host)
            <= ${maxSubjects}::int then host
          else ${otherHost}
        end as host
      from subjects
    )
    insert into ${policyViolations} (day, directive, host, count)
    select ${dayOf(now)}::date, directive, host, sum(count)::int from bounded group by directive, host
    on conflict (day, directive, host) do update set count = ${policyViolations.count} + excluded.count`);
}

/** Numbers older than this are deleted. */
const keptDays = 30;

/** Deletes the numbers of days that are too old. */
export async function sweepViolations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.execute(
    sql`delete from ${policyViolations} where ${policyViolations.day} < ${dayOf(now)}::date - ${keptDays}::int`,
  );
}
