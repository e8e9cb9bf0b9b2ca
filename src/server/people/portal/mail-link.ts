import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { normaliseEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import { iso, oneRow, timestamptz } from '../../frame/db/sql.ts';
import { runAfterAnswer } from '../../frame/http/after-answer.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import {
  networkCounter,
  assertWithin,
  counted,
  countHits,
  isWithin,
  targetCounter,
} from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { isPurchasesLinkUsable } from './session.ts';

/**
 * Mails a link to the purchases of an address, if it has any. Nobody can tell from the answer or its time whether it has: the same
 * statement runs before the answer for every address, and the purchases are looked up after the answer. Over the limit of an
 * address no mail is queued while its owner has an unused link, so that nobody can lock the owner out. Throws
 * `too-many-requests` for too many requests from one network.
 */
export async function mailLink(c: RequestContext, email: string): Promise<void> {
  const context = c.get('context');
  const { db, now, network } = context;
  const key = normaliseEmail(email);
  const byNetwork = networkCounter('buyers', network, now);
  const byEmail = targetCounter(`purchases-link:${key}`, limits.perTarget.purchasesLink, now);
  const id = uuidv7();
  const { hits } = await oneRow(
    db,
    sql`with hit as (${countHits([byNetwork, byEmail])}),
      session as (
        insert into portal_sessions (id, email, created_at)
        select ${id}::uuid, ${email}::text, ${timestamptz(now)} where ${isWithin([byNetwork])}
      )
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );
  assertWithin(hits, [byNetwork], now);
  const isOverLimit = hits.some((hit) => hit.key === byEmail.key && hit.hits > byEmail.limit.hits);
  const mayMail = isOverLimit ? sql`not ${hasUnusedLink(key, now)}` : sql`true`;
  await runAfterAnswer(c, async () => {
    await db.execute(
      queueMails(context, {
        kind: 'purchases-link',
        subjectId: sql`id`,
        address: sql`email`,
        data: { session_id: sql`id`, asked_at: iso(sql`created_at`) },
        from: sql`portal_sessions
          where id = ${id}::uuid and exists (select from purchases where ${isOwnPurchase(email)} and state <> 'failed')
            and ${mayMail}`,
      }),
    );
    await c.get('sendDueMails')();
  });
}

/** SQL condition: the address, in any spelling, has an unopened link that still works or whose mail waits. */
function hasUnusedLink(key: string, now: Date): SQL {
  return sql`exists (
    select from portal_sessions join mails on mails.kind = 'purchases-link' and mails.subject_id = portal_sessions.id::text
    where normalise_email(portal_sessions.email) = ${key} and opened_at is null
      and (mails.state = 'waiting' or ${isPurchasesLinkUsable(now)})
  )`;
}
