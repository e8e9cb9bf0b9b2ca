import { eq, isNotNull, isNull } from 'drizzle-orm';
import { problem } from '../../../../shared/problems.ts';
import { auditedUpdate } from '../../../frame/audit/audited-change.ts';
import type { Context } from '../../../frame/context/context.ts';
import { letters } from '../../../frame/db/schema/newsletter.ts';

/**
 * Pauses the mails of a letter that are not sent yet, or resumes them. A mail that is being sent right now is sent. Changes
 * nothing if the letter is paused or resumed already. Throws `letter-not-sent`.
 */
export async function pauseLetter(context: Context, slug: string, isPaused: boolean): Promise<void> {
  const [{ found }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, letters, {
      action: isPaused ? 'letter.pause' : 'letter.resume',
      where: eq(letters.slug, slug),
      onlyIf: isPaused ? isNull(letters.pausedAt) : isNotNull(letters.pausedAt),
      set: { pausedAt: isPaused ? context.now : null },
    }),
  ]);
  if (found.length === 0) throw problem('letter-not-sent');
}
