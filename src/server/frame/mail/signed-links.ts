import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { tokenInLink } from '../../../shared/link-tokens.ts';
import { problem } from '../../../shared/problems.ts';
import type { LinkSettings } from '../context/mailer.ts';
import type { MailLinks, TokenPurpose } from './templates/template.ts';

/** Returns the links that templates write. */
export function createMailLinks({ siteUrl, linkSecret }: LinkSettings): MailLinks {
  return {
    page: (path) => `${siteUrl}${path}`,
    token: (purpose, subject) => signToken(linkSecret, purpose, subject),
  };
}

/** Returns a token that contains the subject (an id), signed for one purpose. It does not expire. */
export function signToken(secret: string, purpose: TokenPurpose, subject: string): string {
  return `${subject}.${signature(secret, purpose, subject)}`;
}

/**
 * Returns the subject of the token in a part of a link, which is a UUID. Null if no token signed for this purpose is in it. Ignores
 * text that mail programs added to the link. Throws `service-unavailable` without a secret, because the token may be valid.
 */
export function verifyToken(secret: string | null, purpose: TokenPurpose, text: string): string | null {
  if (secret === null)
    throw problem('service-unavailable', { cause: new Error('MAIL_LINK_SECRET is missing') });
  const [subject = '', sent = ''] = tokenInLink(text)?.split('.') ?? [];
  const expected = Buffer.from(signature(secret, purpose, subject));
  const actual = Buffer.from(sent);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  return z.uuid().safeParse(subject).success ? subject : null;
}

function signature(secret: string, purpose: TokenPurpose, subject: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${subject}`).digest('base64url');
}
