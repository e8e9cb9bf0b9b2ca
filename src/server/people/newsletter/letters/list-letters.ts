import * as z from 'zod/mini';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { problem } from '../../../../shared/problems.ts';
import type { BuiltLetter } from '../../../../shared/schemas/letter.ts';
import { letterAudiences } from '../../../../shared/schemas/newsletter.ts';
import type { Context } from '../../../frame/context/context.ts';
import { mails, type mailState } from '../../../frame/db/schema/mails.ts';
import { letters } from '../../../frame/db/schema/newsletter.ts';
import { auditLog } from '../../../frame/db/schema/operations.ts';
import { iso } from '../../../frame/db/sql.ts';

/** A letter and its progress. Dates are ISO 8601 UTC. */
export const letterSummary = z
  .object({
    slug: z.string().check(z.describe('The name of the letter’s file, without `.md`')),
    audience: z.enum(letterAudiences),
    subject: z.string(),
    preview: z.string().check(z.describe('The sentence that email programs show next to the subject')),
    state: z.enum(['not-sent', 'sending', 'paused', 'sent']),
    recipients: z.number().check(z.describe('Recipients when the letter was sent, or 0 before')),
    sent: z.number(),
    waiting: z.number(),
    failed: z.number(),
    cancelled: z
      .number()
      .check(z.describe('Emails to people who stopped the letters before theirs was sent')),
    queued_at: z.nullable(z.iso.datetime()),
    sent_by: z.nullable(z.string()).check(z.describe('The email of the admin, or the ID of their account')),
  })
  .check(z.meta({ id: 'Letter' }));

export type LetterSummary = z.infer<typeof letterSummary>;

/** A letter with its text. */
interface StoredLetter extends LetterSummary {
  readonly html: string;
  readonly text: string;
}

/**
 * Lists the letters of this build and every letter that was sent: unsent letters first, then the newest. A sent letter has the
 * subject that it was sent with, and stays in the list if its file is gone.
 */
export async function listLetters(
  { db }: Pick<Context, 'db'>,
  built: readonly BuiltLetter[],
): Promise<LetterSummary[]> {
  const sent = await findStored(db);
  const sentSlugs = new Set(sent.map(({ slug }) => slug));
  const unsent = built.filter(({ slug }) => !sentSlugs.has(slug)).map(unsentLetter);
  return [...unsent, ...sent].map(({ html: _html, text: _text, ...summary }) => summary);
}

/** Returns a letter with its text: the text that was sent, or else the text of this build. Throws `letter-not-found`. */
export async function findLetter(
  { db }: Pick<Context, 'db'>,
  built: readonly BuiltLetter[],
  slug: string,
): Promise<StoredLetter> {
  const [stored] = await findStored(db, eq(letters.slug, slug));
  const letter = built.find((candidate) => candidate.slug === slug);
  if (stored) return stored;
  if (!letter) throw problem('letter-not-found');
  return unsentLetter(letter);
}

function unsentLetter(letter: BuiltLetter): StoredLetter {
  return {
    ...letter,
    state: 'not-sent',
    recipients: 0,
    sent: 0,
    waiting: 0,
    failed: 0,
    cancelled: 0,
    queued_at: null,
    sent_by: null,
  };
}

/** Reads the letters that were sent, newest first. */
function findStored(db: Context['db'], condition?: SQL): Promise<StoredLetter[]> {
  const countOf = (state: (typeof mailState.enumValues)[number]) =>
    sql<number>`count(*) filter (where ${mails.state} = ${state})::int`;
  const counts = db
    .select({
      sent: countOf('sent').as('sent'),
      waiting: countOf('waiting').as('waiting'),
      failed: countOf('failed').as('failed'),
      cancelled: countOf('cancelled').as('cancelled'),
    })
    .from(mails)
    .where(eq(mails.letterId, letters.id))
    .as('counts');
  const sentBy = sql<string>`coalesce((
    select ${auditLog.actorEmail} from ${auditLog}
    where ${auditLog.entity} = 'letter' and ${auditLog.entityId} = ${letters.id}::text and ${auditLog.action} = 'letter.send'
    limit 1
  ), ${letters.sentBy})`;
  return db
    .select({
      slug: letters.slug,
      audience: letters.audience,
      subject: letters.subject,
      preview: letters.preview,
      html: letters.html,
      text: letters.text,
      state: sql<LetterSummary['state']>`case when ${counts.waiting} = 0 then 'sent'
        when ${letters.pausedAt} is null then 'sending' else 'paused' end`,
      recipients: letters.recipients,
      sent: counts.sent,
      waiting: counts.waiting,
      failed: counts.failed,
      cancelled: counts.cancelled,
      queued_at: iso(letters.queuedAt),
      sent_by: sentBy,
    })
    .from(letters)
    .crossJoinLateral(counts)
    .where(condition)
    .orderBy(desc(letters.queuedAt), letters.id);
}
