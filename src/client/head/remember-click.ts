import { referralCookie, referralParameter } from '../../shared/referral.ts';

declare global {
  interface Window {
    /** Settles when the server has answered about the affiliate link that led to this page; at once without one. */
    referral?: Promise<void>;
  }
}

/** The Max-Age of the referral cookie in seconds; the build replaces the name by the current terms. */
declare const REFERRAL_COOKIE_AGE: number;

/** Mail programs turn `&ref=` into `&amp;ref=`, and some change the case. */
const parameter = new RegExp(`(^|;)${referralParameter}$`, 'i');

/**
 * Remembers the affiliate code in the page's address; a later click replaces an earlier one. The server decides whether an
 * affiliate has the code, and sets the cookie. If the server does not answer, the code is remembered unless there is one.
 * The script stands in the page itself, so that a visitor who moves on at once is remembered too.
 */
export async function rememberClick(): Promise<void> {
  const code = [...new URLSearchParams(location.search)]
    .filter(([key, value]) => parameter.test(key.trim()) && /\w/.test(value))
    .map(([, value]) => value);
  const [first] = code;
  if (!first) return;
  if (document.prerendering)
    await new Promise((resolve) => {
      document.addEventListener('prerenderingchange', resolve);
    });
  const answer = await fetch('/api/referral', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    keepalive: true,
  }).catch(() => null);
  const isUnanswered = !answer || answer.status >= 500;
  if (isUnanswered && /^[\w-]+$/.test(first) && !document.cookie.includes(`${referralCookie}=`))
    document.cookie = `${referralCookie}=${first};Max-Age=${String(REFERRAL_COOKIE_AGE)};Path=/;SameSite=Lax`;
}
