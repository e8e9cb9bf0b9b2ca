import { sql } from 'drizzle-orm';
import { dayOf } from '../../../shared/dates.ts';
import type { CountedEvent, LinkEvent } from '../../../shared/counted-events.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { findPlan } from '../../../shared/plans.ts';
import { isReleaseFile } from '../../../shared/release-file.ts';
import { dailyCounts, ownerLinkCounts, ownerLinks } from '../../frame/db/schema/counts.ts';
import type { Context } from '../../frame/context/context.ts';

/**
 * The most different subjects of an event on one day. Further subjects count as `otherSubject`, so that installers of invented
 * versions cannot fill the table.
 */
const maxSubjects = 500;

/** No page, plan or file has this name. */
const otherSubject = '(other)';

/**
 * Adds one to the number of an event on this UTC day. One statement, which stores nothing about the caller. Two first events at the
 * same moment may exceed the most subjects by one. A subject of the day before always counts by name, so that invented installers
 * cannot hide it.
 */
export async function countEvent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  event: CountedEvent,
  subject: string,
): Promise<void> {
  const sameDay = sql`from ${dailyCounts} where ${dailyCounts.day} = counted.day and ${dailyCounts.event} = counted.event`;
  await db.execute(sql`
    insert into ${dailyCounts} (day, event, subject, count)
    select day, event,
      case
        when exists (
          select from ${dailyCounts}
          where ${dailyCounts.day} = any (array[counted.day, counted.day - 1])
            and ${dailyCounts.event} = counted.event and ${dailyCounts.subject} = counted.subject
        ) then subject
        when (select count(*) ${sameDay}) < ${maxSubjects}::int then subject
        else ${otherSubject}
      end, 1
    from (
      select ${dayOf(now)}::date as day, ${event}::counted_event as event, ${subject}::text as subject
    ) as counted
    on conflict (day, event, subject) do update set count = ${dailyCounts.count} + 1`);
}

/** Adds one to the number of an event after an owner's link on this UTC day, if a link has this code. */
export async function countForLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  event: LinkEvent,
  code: string,
): Promise<void> {
  await db.execute(sql`
    insert into ${ownerLinkCounts} (link_id, day, event, count)
    select ${ownerLinks.id}, ${dayOf(now)}::date, ${event}::link_event, 1 from ${ownerLinks}
    where ${ownerLinks.code} = ${code}
    on conflict (link_id, day, event) do update set count = ${ownerLinkCounts.count} + 1`);
}

const isSubject: Readonly<Record<LinkEvent, (text: string) => boolean>> = {
  view: isPagePath,
  'plan-chosen': isPlan,
  'payment-begun': isPlan,
  paid: isPlan,
  download: isReleaseFile,
};

/**
 * Returns the subject that an event counts for: the path of a page, the id of a plan, or the name of an installer. The path of a
 * profile loses the user's id. Returns null for any other text.
 */
export function subjectOf(event: LinkEvent, text: string): string | null {
  const subject = event === 'view' && /^\/profile\/./.test(text) ? '/profile' : text;
  return subject.length <= maxLengths.countedSubject && isSubject[event](subject) ? subject : null;
}

/** True for the path of a page: lowercase letters, digits and hyphens between slashes. */
function isPagePath(text: string): boolean {
  return /^\/$|^(?:\/[a-z0-9-]+)+$/.test(text);
}

function isPlan(text: string): boolean {
  return findPlan(text) !== undefined;
}
