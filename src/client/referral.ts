import { normaliseCode, referralCookie, referralCookieAge, referralParameter } from '../shared/referral.ts';

/** The affiliate code in this page's address, as normaliseCode leaves it, or null. */
export const codeInAddress = (): string | null =>
  normaliseCode(new URLSearchParams(location.search).get(referralParameter) ?? '');

/** The affiliate code remembered from a click in the last 60 days, or null. */
export const rememberedCode = (): string | null => {
  const start = `${referralCookie}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? normaliseCode(found.slice(start.length)) : null;
};

/**
 * Remembers the code in the address; a later click replaces an earlier one. The script's cookie counts at
 * once; the server repeats it, since some browsers drop a script's cookies after seven days.
 */
export const rememberClick = (): void => {
  const code = codeInAddress();
  if (!code) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${referralCookie}=${code}; Max-Age=${String(referralCookieAge)}; Path=/; SameSite=Lax${secure}`;
  void fetch('/api/referral', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    keepalive: true,
  }).catch(() => undefined);
};
