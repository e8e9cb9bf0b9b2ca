import { and, eq, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { normalizeEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { portalSessions } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { insertIf, iso } from '../../frame/db/sql.ts';
import { runAfterAnswer } from '../../frame/http/after-answer.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import {
  networkCounter,
  assertWithin,
  countHitsFirst,
  isWithinLimits,
  targetCounter,
} from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { isPurchasesLinkUsable } from './session.ts';

/**
 * Mails a link to the purchases of an address, if it has any. Nobody can tell from the answer or its time whether it has: the same
 * statements run before the answer for every address, and the purchases are looked up after the answer. Over the limit of an
 * address no mail is queued while its owner has an unused link, so that nobody can lock the owner out. Throws
 * `too-many-requests` for too many requests from one network.
 */
export async function mailLink(c: RequestContext, email: string): Promise<void> {
  const context = c.get('context');
  const { db, now, network } = context;
  const key = normalizeEmail(email);
  const byNetwork = networkCounter('buyers', network, now);
  const byEmail = targetCounter(`purchases-link:${key}`, limits.perTarget.purchasesLink, now);
  const id = uuidv7();
  const [hits] = await db.atomically((tx) => [
    countHitsFirst(tx, [byNetwork, byEmail]),
    tx.execute(insertIf(portalSessions, { id, email, createdAt: now }, isWithinLimits([byNetwork]))),
  ]);
  assertWithin(hits, [byNetwork], now);
  const isOverLimit = hits.some((hit) => hit.key === byEmail.key && hit.hits > byEmail.limit.hits);
  const mayMail = isOverLimit ? not(hasUnusedLink(key, now)) : undefined;
  await runAfterAnswer(c, async () => {
    await db.execute(
      queueMails(context, {
        kind: 'purchases-link',
        subjectId: sql`${portalSessions.id}`,
        address: sql`${portalSessions.email}`,
        data: { session_id: sql`${portalSessions.id}`, asked_at: iso(portalSessions.createdAt) },
        from: sql`${portalSessions} where ${and(eq(portalSessions.id, id), hasPurchases(email), mayMail)}`,
      }),
    );
    await c.get('sendDueMails')();
  });
}

/** SQL condition: the address has a purchase that did not fail. */
function hasPurchases(email: string): SQL {
  return sql`exists (select from ${purchases} where ${and(isOwnPurchase(email), ne(purchases.state, 'failed'))})`;
}

/** SQL condition: the address, in any spelling, has an unopened link that still works or whose mail waits. */
function hasUnusedLink(key: string, now: Date): SQL {
  return sql`exists (
    select from ${portalSessions}
      join ${mails} on ${eq(mails.kind, 'purchases-link')} and ${mails.subjectId} = ${portalSessions.id}::text
    where normalise_email(${portalSessions.email}) = ${key} and ${isNull(portalSessions.openedAt)}
      and (${eq(mails.state, 'waiting')} or ${isPurchasesLinkUsable(now)})
  )`;
}
