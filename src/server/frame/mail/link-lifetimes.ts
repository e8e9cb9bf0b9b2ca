import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { confirmHours, undoDays } from '../../../shared/address-changes.ts';
import { dayMs } from '../../../shared/dates.ts';
import type { MailKind } from '../../../shared/mail-kinds.ts';
import { linkMinutes } from '../../../shared/purchase-sessions.ts';
import { addressChanges } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mails.ts';
import { timestamptz } from '../db/sql.ts';

const hourMs = 60 * 60_000;

/**
 * The mails with a link that expires. The lifetime of a link begins when its mail is sent, because a server may delay the mail for
 * hours. A mail that could not be sent within `sendWithinMs` is given up: nobody expects it anymore, or its record is deleted soon.
 */
const linkLifetimes = {
  'purchases-link': { worksForMs: linkMinutes * 60_000, sendWithinMs: 12 * hourMs },
  'address-confirmation': { worksForMs: confirmHours * hourMs, sendWithinMs: 3 * dayMs },
  'address-changed': { worksForMs: undoDays * dayMs, sendWithinMs: 5 * dayMs },
  // The link works until the request is deleted, 14 days after it.
  'newsletter-confirmation': { worksForMs: 14 * dayMs, sendWithinMs: 7 * dayMs },
} as const satisfies Partial<Record<MailKind, { worksForMs: number; sendWithinMs: number }>>;

type LinkKind = keyof typeof linkLifetimes;

const linkKinds = Object.keys(linkLifetimes) as LinkKind[];

/** SQL condition: the link of a mail still works. `subjectId` and `askedAt` are of the record that the link is about. */
export function isLinkUsable(
  kind: LinkKind,
  { subjectId, askedAt }: { readonly subjectId: PgColumn; readonly askedAt: PgColumn },
  now: Date,
): SQL {
  const since = timestamptz(new Date(now.getTime() - linkLifetimes[kind].worksForMs));
  return sql`coalesce((
    select ${mails.finishedAt} from ${mails}
    where ${eq(mails.kind, kind)} and ${mails.subjectId} = ${subjectId}::text and ${eq(mails.state, 'sent')}
  ), ${askedAt}) > ${since}`;
}

/** SQL condition on a row of `address_changes`: the old address can undo the change. */
export function canBeUndone(now: Date): SQL {
  const { isOldEmailConfirmed, endedAt } = addressChanges;
  return sql`(${isOldEmailConfirmed} and ${endedAt} is null and ${isUndoLinkUsable(now)})`;
}

/** SQL condition on a row of `address_changes`: the link to the old address still works. */
export function isUndoLinkUsable(now: Date): SQL {
  const { id, completedAt } = addressChanges;
  const isUsable = isLinkUsable('address-changed', { subjectId: id, askedAt: completedAt }, now);
  return sql`(${completedAt} is not null and ${isUsable})`;
}

/** The fact of each kind of mail that announces a moment. After that moment the mail is not sent. */
const announced = { 'renewal-notice': 'renews_at', 'year-ending': 'ends_at' } as const;

/** SQL condition: the link of the mail has not waited too long, and the announced moment is in the future. */
export function isTimely(now: Date): SQL {
  const links = linkKinds.map((kind) =>
    or(ne(mails.kind, kind), gt(mails.createdAt, new Date(now.getTime() - linkLifetimes[kind].sendWithinMs))),
  );
  const announcements = Object.entries(announced).map(
    ([kind, fact]) =>
      sql`(${mails.kind} <> ${kind} or (${mails.data} ->> ${fact}::text)::timestamptz > ${timestamptz(now)})`,
  );
  return sql`(${and(...links, ...announcements)})`;
}
