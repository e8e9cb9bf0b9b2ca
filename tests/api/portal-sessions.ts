import { hash, randomUUID } from 'node:crypto';
import { signToken } from '../../src/server/frame/mail/signed-links.ts';
import { settings } from './harness.ts';
import type { Rows } from './rows.ts';

/** The header with the session cookie of a buyer. */
export type SessionHeader = { readonly cookie: string };

/** Opens a session for an address, as a mailed link does, and returns its header. */
export async function openSession(rows: Rows, email: string): Promise<SessionHeader> {
  const token = randomUUID();
  await rows(
    `insert into portal_sessions (id, email, opened_at, token_hash, ends_at)
     values ($1, $2, now(), $3, now() + interval '1 hour')`,
    [randomUUID(), email, hash('sha256', token, 'base64url')],
  );
  return { cookie: `purchases_session=${token}` };
}

/**
 * Stores a link to the purchases of an address, and returns its token. The link's time has whole milliseconds like the server's
 * clock. With microseconds, a link of exactly 15 minutes ago could still be valid.
 */
export async function newLink(rows: Rows, email: string, { minutesAgo = 0 } = {}): Promise<string> {
  const id = randomUUID();
  await rows(
    `insert into portal_sessions (id, email, created_at)
     values ($1, $2, date_trunc('milliseconds', now()) - $3 * interval '1 minute')`,
    [id, email, minutesAgo],
  );
  return signToken(settings.mailLinkSecret ?? '', 'purchases-link', id);
}
