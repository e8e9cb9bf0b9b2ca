/** How a referral is written and kept; src/shared/referral.ts holds the values. */
export interface ReferralTerms {
  readonly parameter: string;
  readonly pattern: string;
  readonly cookie: string;
  /** Seconds. */
  readonly age: string;
}

/**
 * Remembers the affiliate code in the page's address; a later click replaces an earlier one. The script's
 * cookie counts at once; the server repeats it, since some browsers drop a script's cookies after seven days.
 */
export const rememberClick = ({ parameter, pattern, cookie, age }: ReferralTerms): void => {
  const typed = new URLSearchParams(location.search).get(parameter) ?? '';
  const code = typed.trim().toLowerCase();
  if (!new RegExp(pattern).test(code)) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}=${code}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
  void fetch('/api/referral', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    keepalive: true,
  }).catch(() => undefined);
};
