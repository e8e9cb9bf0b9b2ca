import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import { allRows, iso, timestamptz } from '../../frame/db/sql.ts';
import { endOpenedByAccount } from './end-sessions.ts';
import { browserName } from './browser-name.ts';

/** The number of days that a sign-in is listed. */
const keptDays = 90;

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
  await context.db.execute(
    sql`with replaced as (
        delete from sign_ins where uid = ${uid} and auth_time = ${replaces}::timestamptz
          and auth_time <> ${timestamptz(signedInAt)}
      )
      insert into sign_ins (uid, auth_time, browser)
      values (${uid}, ${timestamptz(signedInAt)}, ${browserName(userAgent)})
      on conflict do nothing`,
  );
}

/** Lists the sessions that the account still accepts, newest first. The caller's is listed even if its sign-in was not recorded. */
export async function listSessions(context: Context, userAgent: string): Promise<readonly Session[]> {
  const { uid, signedInAt, sessionsValidFrom } = userOf(context);
  const rows = await allRows(
    context.db,
    sql`select browser, ${iso(sql`auth_time`)} as signed_in_at from sign_ins
      where uid = ${uid} and auth_time >= ${timestamptz(sessionsValidFrom)}
      order by auth_time desc limit ${listed}::int`,
    z.object({ browser: z.string(), signed_in_at: z.string() }),
  );
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
  await context.db.batch([
    sql`delete from sign_ins where uid = ${uid}`,
    endOpenedByAccount(context, { uid, email }),
  ]);
}

/** Deletes sign-ins after 90 days. */
export async function sweepSignIns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = new Date(now.getTime() - keptDays * dayMs);
  await db.execute(sql`delete from sign_ins where auth_time < ${timestamptz(until)}`);
}
