import * as z from 'zod/mini';
import { and, desc, eq, gte, ne } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import { signIns } from '../../frame/db/schema/accounts.ts';
import { iso } from '../../frame/db/sql.ts';
import { endOpenedByAccount } from './end-sessions.ts';
import { browserName } from './browser-name.ts';

/** The most sessions of the list. */
const listed = 50;

export const session = z.object({
  browser: z.string().check(z.describe('Browser and system')),
  signed_in_at: z.iso.datetime(),
  is_current: z.boolean().check(z.describe('True for the session of this call')),
});

export type Session = z.infer<typeof session>;

function userOf({ actor }: Context): Extract<Actor, { kind: 'user' }> {
  if (actor.kind !== 'user') throw problem('sign-in-required');
  return actor;
}

/**
 * Records the sign-in of the caller's token, once. `replaces` is the time of an earlier sign-in in the same browser, which the browser
 * has dropped.
 */
export async function recordSignIn(
  context: Context,
  userAgent: string,
  replaces: string | null,
): Promise<void> {
  const { uid, signedInAt } = userOf(context);
  const ofReplaced = (replacedAt: string) =>
    and(eq(signIns.uid, uid), eq(signIns.authTime, new Date(replacedAt)), ne(signIns.authTime, signedInAt));
  await context.db.atomically((tx) => [
    tx
      .insert(signIns)
      .values({ uid, authTime: signedInAt, browser: browserName(userAgent) })
      .onConflictDoNothing(),
    ...(replaces === null ? [] : [tx.delete(signIns).where(ofReplaced(replaces))]),
  ]);
}

/** Lists the sessions that the account still accepts, newest first. The caller's is listed even if its sign-in was not recorded. */
export async function listSessions(context: Context, userAgent: string): Promise<readonly Session[]> {
  const { uid, signedInAt, sessionsValidFrom } = userOf(context);
  const rows = await context.db
    .select({ browser: signIns.browser, signed_in_at: iso(signIns.authTime) })
    .from(signIns)
    .where(and(eq(signIns.uid, uid), gte(signIns.authTime, sessionsValidFrom)))
    .orderBy(desc(signIns.authTime))
    .limit(listed);
  const ownTime = signedInAt.toISOString();
  const sessions = rows.map((row) => ({ ...row, is_current: row.signed_in_at === ownTime }));
  return sessions.some(({ is_current: isCurrent }) => isCurrent)
    ? sessions
    : [{ browser: browserName(userAgent), signed_in_at: ownTime, is_current: true }, ...sessions];
}

/** Ends all sessions of the caller's account, also that of this call. */
export async function endSessions(context: Context): Promise<void> {
  const { uid, email } = userOf(context);
  await context.identity.changes.endSessions(uid);
  await context.db.atomically((tx) => [
    tx.delete(signIns).where(eq(signIns.uid, uid)),
    endOpenedByAccount(tx, context, { uid, email }),
  ]);
}
