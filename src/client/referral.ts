import { codesInLink, normaliseCode, referralCookie, referralParameter } from '../shared/referral.ts';

/** The affiliate code remembered from a click in the last 60 days, or null. */
export const rememberedCode = (): string | null => {
  const start = `${referralCookie}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? normaliseCode(found.slice(start.length)) : null;
};

/**
 * Returns the affiliate code that a checkout begins with: the remembered one, once the server has answered about the
 * code in this page's address. In a browser without cookies, the code in the address. Empty without any.
 */
export async function codeOnArrival(): Promise<string> {
  await window.referral;
  const inAddress = new URLSearchParams(location.search).getAll(referralParameter).flatMap(codesInLink);
  return rememberedCode() ?? (navigator.cookieEnabled ? '' : (inAddress[0] ?? ''));
}

/** The address of a page of this site, on the visitor's own origin, that carries an affiliate's code. */
export const referralLink = (code: string, path: '/' | '/buy' = '/buy'): string => {
  const link = new URL(path, location.origin);
  link.searchParams.set(referralParameter, code);
  return link.href;
};
