import * as z from 'zod/mini';
import { type SQL, sql } from 'drizzle-orm';
import { problem } from '../../../../shared/problems.ts';
import type { Context } from '../../../frame/context/context.ts';
import { allRows, iso } from '../../../frame/db/sql.ts';
import type { BuiltLetter } from '../../../frame/context/services.ts';

/** A letter and its progress. Dates are ISO 8601 UTC. */
export const letterSummary = z
  .object({
    slug: z.string().check(z.describe('The name of the letter’s file, without `.md`')),
    subject: z.string(),
    preview: z.string().check(z.describe('The sentence that mail programs show next to the subject')),
    state: z.enum(['not-sent', 'sending', 'paused', 'sent']),
    recipients: z.number().check(z.describe('Confirmed addresses when the letter was sent, or 0 before')),
    sent: z.number(),
    waiting: z.number(),
    failed: z.number(),
    cancelled: z.number().check(z.describe('Mails to people who unsubscribed before their mail was sent')),
    queued_at: z.nullable(z.iso.datetime()),
    sent_by: z.nullable(z.string()).check(z.describe('The email of the admin, or the id of their account')),
  })
  .check(z.meta({ id: 'Letter' }));

export type LetterSummary = z.infer<typeof letterSummary>;

const storedLetter = z.extend(letterSummary, { html: z.string(), text: z.string() });

/** A letter that was sent, with the text as it was sent. */
type StoredLetter = z.infer<typeof storedLetter>;

/**
 * Lists the letters of this build and every letter that was sent: unsent letters first, then the newest. A sent letter has the
 * subject that it was sent with, and stays in the list if its file is gone.
 */
export async function listLetters(
  { db }: Pick<Context, 'db'>,
  built: readonly BuiltLetter[],
): Promise<LetterSummary[]> {
  const sent = await findStored(db, sql`true`);
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
  const [stored] = await findStored(db, sql`letters.slug = ${slug}`);
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
function findStored(db: Context['db'], condition: SQL): Promise<StoredLetter[]> {
  return allRows(
    db,
    sql`select slug, subject, preview, html, letters.text,
        case when counts.waiting = 0 then 'sent' when paused_at is null then 'sending' else 'paused' end as state,
        recipients, counts.*, ${iso(sql`queued_at`)} as queued_at,
        coalesce(
          (select actor_email from audit_log
            where entity = 'letter' and entity_id = letters.id::text and action = 'letter.send' limit 1),
          sent_by
        ) as sent_by
      from letters cross join lateral (
        select count(*) filter (where state = 'sent')::int as sent,
          count(*) filter (where state = 'waiting')::int as waiting,
          count(*) filter (where state = 'failed')::int as failed,
          count(*) filter (where state = 'cancelled')::int as cancelled
        from mails where letter_id = letters.id
      ) as counts
      where ${condition}
      order by letters.queued_at desc, letters.id`,
    storedLetter,
  );
}
