import { runErrand } from '../side-errand.ts';
import { referralCookie, referralParameter } from '../../shared/referral-names.ts';

declare global {
  interface Window {
    /** Settles when the server has answered about the affiliate code in the address, or at once without a code. */
    referral?: Promise<void>;
  }
}

/** The Max-Age of the referral cookie in seconds. The build inserts the value of the current terms. */
declare const REFERRAL_COOKIE_AGE: number;

/** Mail programs turn `&ref=` into `&amp;ref=`, and some change the case. */
const parameter = new RegExp(`(^|;)${referralParameter}$`, 'i');

/**
 * Sends the affiliate code in the page's address to the server, which sets the cookie if an affiliate has this code. A later
 * click replaces an earlier one. If the server does not answer, sets the cookie here unless there is one. Runs in the page's
 * head, so that it also works for visitors who leave at once. The server also counts the click, so this tab sends the
 * same link once a day.
 */
export async function rememberClick(): Promise<void> {
  const codes = [...new URLSearchParams(location.search)]
    .filter(([key, value]) => parameter.test(key.trim()) && /\w/.test(value))
    .map(([, value]) => value);
  const [firstCode] = codes;
  if (!firstCode) return;
  if (document.prerendering)
    await new Promise((resolve) => {
      document.addEventListener('prerenderingchange', resolve);
    });
  const cookies = () => runErrand(() => document.cookie) ?? '';
  // Another click changes the cookie, and then the first link counts again.
  const mark = () => [codes, new Date().toDateString(), cookies()].join();
  if (runErrand(() => sessionStorage.click as unknown) === mark()) return;
  const answer = await fetch('/api/referral', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: codes }),
    keepalive: true,
  }).catch(() => null);
  // Netlify's rate limit (429) answers before our server.
  const isUnanswered = !answer || answer.status === 429 || answer.status >= 500;
  runErrand(() => {
    if (!isUnanswered) sessionStorage.click = mark();
    else if (/^[\w-]+$/.test(firstCode) && !cookies().includes(`${referralCookie}=`))
      document.cookie = `${referralCookie}=${firstCode};Max-Age=${String(REFERRAL_COOKIE_AGE)};Path=/;SameSite=Lax${location.protocol === 'https:' ? ';Secure' : ''}`;
  });
}
