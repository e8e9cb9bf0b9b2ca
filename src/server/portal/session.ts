import { hash, randomBytes } from 'node:crypto';
import { generateCookie, getCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../shared/dates.ts';
import { problem } from '../../shared/problems.ts';
import { linkMinutes, sessionMinutes } from '../../shared/purchase-sessions.ts';
import type { Actor, Context } from '../context.ts';
import { allRows, timestamptz } from '../db/sql.ts';
import type { RequestContext } from '../http/types.ts';
import { verifyToken } from '../mail/mail-links.ts';

/** A session that has just begun. The token goes into the cookie; the database only knows its hash. */
export interface NewSession {
  readonly email: string;
  readonly token: string;
}

const cookieName = 'purchases_session';

/** A mailed link can be used for this long, in milliseconds. */
export const linkMs = linkMinutes * 60_000;

/** The duration of a session in milliseconds. */
export const sessionMs = sessionMinutes * 60_000;

const sessionRow = z.object({ email: z.string() });

/** Opens the session of a mailed link. Throws `portal-link-invalid` for a link that was used, is too old, or is not ours. */
export async function openByLink({ db, now, settings }: Context, linkToken: string): Promise<NewSession> {
  const secret = settings.mailLinkSecret;
  const id = secret === null ? null : verifyToken(secret, 'purchases-link', linkToken);
  const { token, columns } = newToken(now);
  const [row] = await allRows(
    db,
    sql`update portal_sessions set (opened_at, token_hash, ends_at) = (${columns})
      where id = ${id}::uuid and opened_at is null
        and created_at > ${timestamptz(new Date(now.getTime() - linkMs))}
      returning email`,
    sessionRow,
  );
  if (!row) throw problem('portal-link-invalid');
  return { email: row.email, token };
}

/** Opens a session for the caller's account. Throws `email-unverified` unless its address is confirmed. */
export async function openByAccount({ db, now, actor }: Context): Promise<NewSession> {
  if (actor.kind !== 'user' || actor.email === null || !actor.emailVerified)
    throw problem('email-unverified');
  const { token, columns } = newToken(now);
  await db.execute(
    sql`insert into portal_sessions (id, email, created_at, opened_at, token_hash, ends_at)
      values (${uuidv7()}::uuid, ${actor.email}, ${timestamptz(now)}, ${columns})`,
  );
  return { email: actor.email, token };
}

function newToken(now: Date): { readonly token: string; readonly columns: SQL } {
  const token = randomBytes(32).toString('base64url');
  const end = timestamptz(new Date(now.getTime() + sessionMs));
  return { token, columns: sql`${timestamptz(now)}, ${hashOf(token)}::text, ${end}` };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Returns the buyer of the session's cookie, or an unknown caller. */
export async function findBuyer(c: RequestContext): Promise<Actor> {
  const { db, now } = c.get('context');
  const token = getCookie(c, cookieName);
  if (!token) return { kind: 'anonymous' };
  const [session] = await allRows(
    db,
    sql`select email from portal_sessions
      where token_hash = ${hashOf(token)} and ends_at > ${timestamptz(now)}`,
    sessionRow,
  );
  return session ? { kind: 'buyer', email: session.email } : { kind: 'anonymous' };
}

/** Returns the address of the calling buyer. Throws `portal-session-required` for any other caller. */
export function buyersEmail({ actor }: Context): string {
  if (actor.kind !== 'buyer') throw problem('portal-session-required');
  return actor.email;
}

/** Ends the session of the cookie, if there is one. */
export async function endSession(c: RequestContext): Promise<void> {
  const token = getCookie(c, cookieName) ?? '';
  await c.get('context').db.execute(sql`delete from portal_sessions where token_hash = ${hashOf(token)}`);
}

/** Returns the header that sets the cookie, or that deletes it for null. Scripts cannot read the cookie. */
export function sessionCookie(c: RequestContext, token: string | null): { readonly 'Set-Cookie': string } {
  return {
    'Set-Cookie': generateCookie(cookieName, token ?? '', {
      path: '/api/portal',
      maxAge: token === null ? 0 : sessionMs / 1_000,
      httpOnly: true,
      sameSite: 'Strict',
      secure: new URL(c.req.url).protocol === 'https:',
    }),
  };
}

/** Deletes links and sessions that are older than a day. */
export async function sweepSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = new Date(now.getTime() - dayMs);
  await db.execute(sql`delete from portal_sessions where created_at < ${timestamptz(until)}`);
}
