import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { normaliseEmail } from '../../shared/email.ts';
import { limits } from '../../shared/limits.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { runAfterAnswer } from '../http/after-answer.ts';
import type { RequestContext } from '../http/types.ts';
import {
  addressCounter,
  assertWithin,
  counted,
  countHits,
  isWithin,
  targetCounter,
} from '../limits/count-hit.ts';
import { queueMails } from '../mail/queue-mails.ts';
import { sendMailsNow } from '../mail/send-after-answer.ts';
import { isOwnPurchase } from './own-address.ts';

/**
 * Mails a link to the purchases of an address, if it has any. Nobody can tell from the answer or its time whether it has: the same
 * statement runs before the answer for every address, and the purchases are looked up after the answer. Throws
 * `too-many-requests`.
 */
export async function mailLink(c: RequestContext, email: string): Promise<void> {
  const context = c.get('context');
  const { db, now, address } = context;
  const counters = [
    addressCounter('buyers', address, now),
    targetCounter(`purchases-link:${normaliseEmail(email)}`, limits.perTarget.purchasesLink, now),
  ] as const;
  const id = uuidv7();
  const { hits } = await oneRow(
    db,
    sql`with hit as (${countHits(counters)}),
      session as (
        insert into portal_sessions (id, email, created_at)
        select ${id}::uuid, ${email}::text, ${timestamptz(now)} where ${isWithin(counters)}
      )
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );
  assertWithin(hits, counters, now);
  await runAfterAnswer(c, async () => {
    await db.execute(
      queueMails(context, {
        kind: 'purchases-link',
        subjectId: sql`id`,
        address: sql`email`,
        data: { session_id: sql`id` },
        from: sql`portal_sessions
          where id = ${id}::uuid and exists (select from purchases where ${isOwnPurchase(email)} and state <> 'failed')`,
      }),
    );
    await sendMailsNow(c);
  });
}
