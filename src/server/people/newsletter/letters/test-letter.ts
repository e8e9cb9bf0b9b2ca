import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../../shared/problems.ts';
import type { Context } from '../../../frame/context/context.ts';
import { queueMails } from '../../../frame/mail/queue-mails.ts';
import type { BuiltLetter } from '../../../../shared/schemas/letter.ts';
import { findLetter } from './list-letters.ts';

/** Queues a test of a letter to the calling admin, and returns their email. Throws `letter-not-found` and `email-required`. */
export async function testLetter(
  context: Context,
  built: readonly BuiltLetter[],
  slug: string,
): Promise<string> {
  const { actor, db } = context;
  const email = actor.kind === 'user' ? actor.email : null;
  if (!email) throw problem('email-required');
  const { audience, subject, preview, html, text } = await findLetter(context, built, slug);
  await db.execute(
    queueMails(context, {
      kind: 'letter-test',
      subjectId: sql`${uuidv7()}::text`,
      address: sql`${email}::text`,
      data: { audience, subject, preview, html, text },
      from: sql`(select 1) as test`,
    }),
  );
  return email;
}
