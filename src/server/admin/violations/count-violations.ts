import { sql } from 'drizzle-orm';
import { dayOf } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { policyViolations } from '../../frame/db/schema/counts.ts';
import { lockKeys } from '../../frame/db/sql.ts';
import type { Violation } from './violation.ts';

/** The most different violations on one day. Further ones of a directive count as `otherHost`. */
const maxSubjects = 200;

/** A host counts by name this many days after its last violation. The sweep deletes its numbers then. */
const knownDays = 30;

/** No host has this name. */
const otherHost = '(other)';

/**
 * Adds violations to the numbers of this UTC day, in one transaction, which stores nothing about the caller. Simultaneous reports
 * wait for each other, so that `maxSubjects` is never exceeded. A host of the last 30 days always counts by name, so that invented
 * hosts cannot hide it.
 */
export async function countViolations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  violations: readonly Violation[],
): Promise<void> {
  if (violations.length === 0) return;
  const day = sql`${dayOf(now)}::date`;
  const count = sql`
    with reported as (
      select directive, host, count(*)::int as count
      from jsonb_to_recordset(${JSON.stringify(violations)}::jsonb) as r(directive text, host text)
      group by directive, host
    ), subjects as (
      select reported.*, exists (
        select from ${policyViolations} where ${policyViolations.day} >= ${day} - ${knownDays}::int
          and ${policyViolations.directive} = reported.directive and ${policyViolations.host} = reported.host
      ) as known
      from reported
    ), bounded as (
      select directive, count,
        case
          when known then host
          when (select count(*) from ${policyViolations} where ${policyViolations.day} = ${day})
            + row_number() over (partition by known order by directive, host) <= ${maxSubjects}::int then host
          else ${otherHost}
        end as host
      from subjects
    )
    insert into ${policyViolations} (day, directive, host, count)
    select ${day}, directive, host, sum(count)::int from bounded group by directive, host
    on conflict (day, directive, host) do update set count = ${policyViolations.count} + excluded.count`;
  await db.atomically((tx) => [tx.execute(lockKeys(['policy-violations'])), tx.execute(count)]);
}
