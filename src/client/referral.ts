import { runErrand } from './side-errand.ts';
import { referralCookie, referralParameter } from '../shared/referral-names.ts';
import { codesInLink, findCode } from '../shared/referral.ts';

/** Returns the affiliate code of the last click within 60 days, or null. */
export function rememberedCode(): string | null {
  const start = `${referralCookie}=`;
  const cookies = runErrand(() => document.cookie) ?? '';
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(start));
  return pair ? findCode(pair.slice(start.length)) : null;
}

/**
 * Returns the affiliate code that the checkout's field starts with, or an empty text. First waits for the server's answer about a
 * code in the page's address, because the answer sets the cookie. Then reads the cookie. A browser without cookies uses the code
 * in the address.
 */
export async function codeToPrefill(): Promise<string> {
  await window.referral;
  const addressCodes = new URLSearchParams(location.search).getAll(referralParameter).flatMap(codesInLink);
  return rememberedCode() ?? (navigator.cookieEnabled ? '' : (addressCodes[0] ?? ''));
}

/** Returns the address of a page with an affiliate's code, on the visitor's own origin. */
export function referralLink(code: string, path: '/' | '/buy' = '/buy'): string {
  const link = new URL(path, location.origin);
  link.searchParams.set(referralParameter, code);
  return link.href;
}
