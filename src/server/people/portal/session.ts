import { randomBytes } from 'node:crypto';
import { generateCookie, getCookie } from 'hono/cookie';
import { and, eq, exists, gt, isNull, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { problem } from '../../../shared/problems.ts';
import { sessionCookieName, sessionMinutes } from '../../../shared/purchase-sessions.ts';
import type { Actor, Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { hashText } from '../../frame/db/hash-text.ts';
import { portalSessions } from '../../frame/db/schema/portal.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import { isLinkUsable } from '../../frame/mail/link-lifetimes.ts';

/** A session that has just begun. The token goes into the cookie; the database only knows its hash. */
export interface NewSession {
  readonly email: string;
  readonly token: string;
}

/**
 * The name of the cookie. By HTTPS the prefix makes browsers refuse a cookie of this name from any other host. The local stack has
 * no HTTPS, where browsers refuse the prefix.
 */
function cookieName(c: RequestContext): string {
  return isSecure(c) ? `__Host-${sessionCookieName}` : sessionCookieName;
}

function isSecure(c: RequestContext): boolean {
  return new URL(c.req.url).protocol === 'https:';
}

/** Returns the hash of the token in the caller's cookie, or of an empty token. */
function cookieHash(c: RequestContext): string {
  return hashText(getCookie(c, cookieName(c)) ?? '');
}

/** The duration of a session in milliseconds. */
export const sessionMs = sessionMinutes * 60_000;

/**
 * Opens the session of a mailed link, and ends the former session of the browser. Throws `portal-link-invalid` for a link that was
 * used, is too old, or is not ours. Such a link ends no session.
 */
export async function openByLink(c: RequestContext, linkToken: string): Promise<NewSession> {
  const { db, now, settings } = c.get('context');
  const id = verifyToken(settings.mailLinkSecret, 'purchases-link', linkToken);
  if (id === null) throw problem('portal-link-invalid');
  const { token, columns } = newToken(now);
  const isThisOne = and(
    eq(portalSessions.id, id),
    isNull(portalSessions.openedAt),
    isPurchasesLinkUsable(now),
  );
  const [[opened]] = await db.atomically((tx) => {
    const isOpened = tx
      .select({ id: portalSessions.id })
      .from(portalSessions)
      .where(eq(portalSessions.tokenHash, columns.tokenHash));
    return [
      tx.update(portalSessions).set(columns).where(isThisOne).returning({ email: portalSessions.email }),
      endFormerSession(tx, c, exists(isOpened)),
    ];
  });
  if (!opened) throw problem('portal-link-invalid');
  return { email: opened.email, token };
}

/** SQL condition for a row of `portal_sessions`: its link still works. */
export function isPurchasesLinkUsable(now: Date): SQL {
  const record = { subjectId: portalSessions.id, askedAt: portalSessions.createdAt };
  return isLinkUsable('purchases-link', record, now);
}

/**
 * Opens a session for the caller's account, and ends the former session of the browser. Throws `email-unverified` unless the
 * account's address is confirmed.
 */
export async function openByAccount(c: RequestContext): Promise<NewSession> {
  const { db, now, actor } = c.get('context');
  if (actor.kind !== 'user' || actor.email === null || !actor.emailVerified)
    throw problem('email-unverified');
  const { token, columns } = newToken(now);
  const { email, uid, signedInAt } = actor;
  await db.atomically((tx) => [
    endFormerSession(tx, c),
    tx.insert(portalSessions).values({ email, uid, signedInAt, createdAt: now, ...columns }),
  ]);
  return { email, token };
}

/** Statement that ends the session of the caller's cookie if the condition holds, so that a browser has one session. */
function endFormerSession(tx: Statements, c: RequestContext, condition?: SQL) {
  return tx.delete(portalSessions).where(and(eq(portalSessions.tokenHash, cookieHash(c)), condition));
}

/** Returns a new token, and the columns of the session that it opens. */
function newToken(now: Date) {
  const token = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + sessionMs);
  return { token, columns: { openedAt: now, tokenHash: hashText(token), endsAt } };
}

const sessionColumns = {
  email: portalSessions.email,
  uid: portalSessions.uid,
  signedInAt: portalSessions.signedInAt,
};

/**
 * Returns the buyer of the session's cookie, or an unknown caller. A session that an account has opened ends with the account's:
 * with a new password, a sign-out everywhere, another address, and a disabled or deleted account.
 */
export async function findBuyer(c: RequestContext): Promise<Actor> {
  const context = c.get('context');
  const { db, now } = context;
  const token = getCookie(c, cookieName(c));
  if (!token) return { kind: 'anonymous' };
  const [session] = await db
    .select(sessionColumns)
    .from(portalSessions)
    .where(and(eq(portalSessions.tokenHash, hashText(token)), gt(portalSessions.endsAt, now)));
  return session && (await isStillOpen(context, session))
    ? { kind: 'buyer', email: session.email }
    : { kind: 'anonymous' };
}

async function isStillOpen(
  { identity }: Context,
  { email, uid, signedInAt }: SelectResultFields<typeof sessionColumns>,
): Promise<boolean> {
  if (uid === null || signedInAt === null) return true;
  const account = await identity.changes.findAccount(uid);
  return (
    account !== null &&
    !account.isDisabled &&
    account.email.toLowerCase() === email.toLowerCase() &&
    account.sessionsValidFrom <= signedInAt
  );
}

/** Returns the address of the calling buyer. Throws `portal-session-required` for any other caller. */
export function buyersEmail({ actor }: Context): string {
  if (actor.kind !== 'buyer') throw problem('portal-session-required');
  return actor.email;
}

/** Ends the session of the cookie, if there is one. */
export async function endSession(c: RequestContext): Promise<void> {
  await endFormerSession(c.get('context').db, c);
}

/** Returns the header that sets the cookie, or that deletes it for null. Scripts cannot read the cookie. */
export function sessionCookie(c: RequestContext, token: string | null): { readonly 'Set-Cookie': string } {
  return {
    'Set-Cookie': generateCookie(cookieName(c), token ?? '', {
      path: '/',
      maxAge: token === null ? 0 : sessionMs / 1_000,
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(c),
    }),
  };
}
