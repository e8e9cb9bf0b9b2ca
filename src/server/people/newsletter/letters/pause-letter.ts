import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../../shared/problems.ts';
import { insertAuditEntries } from '../../../frame/audit/audit-log.ts';
import type { Context } from '../../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../../frame/db/sql.ts';

/**
 * Pauses the mails of a letter that are not sent yet, or resumes them. A mail that is being sent right now is sent. Changes
 * nothing if the letter is paused or resumed already. Throws `letter-not-sent`.
 */
export async function pauseLetter(context: Context, slug: string, isPaused: boolean): Promise<void> {
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: isPaused ? 'letter.pause' : 'letter.resume',
    entity: 'letter',
    entityId: sql`changed.id`,
    from: sql`changed`,
  });
  const { found } = await oneRow(
    context.db,
    sql`with changed as (
        update letters set paused_at = ${timestamptz(isPaused ? context.now : null)}
        where slug = ${slug}::text and (paused_at is null) = ${isPaused} returning id
      ),
      logged as (${logged})
      select exists (select 1 from letters where slug = ${slug}::text) as found`,
    z.object({ found: z.boolean() }),
  );
  if (!found) throw problem('letter-not-sent');
}
