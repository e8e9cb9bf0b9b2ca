import { codePattern, referralCookie, referralCookieAge, referralParameter } from '../shared/referral.ts';

const terms = { codePattern, referralCookie, referralCookieAge, referralParameter };

/** Written into pages as text, so it uses nothing but its parameter. */
const rememberClick = (given: typeof terms): void => {
  const typed = new URLSearchParams(location.search).get(given.referralParameter) ?? '';
  const code = typed.trim().toLowerCase();
  if (!new RegExp(given.codePattern).test(code)) return;
  const remember = () => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${given.referralCookie}=${code}; Max-Age=${String(given.referralCookieAge)}; Path=/; SameSite=Lax${secure}`;
    void fetch('/api/referral', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      keepalive: true,
    }).catch(() => undefined);
  };
  if (document.prerendering) document.addEventListener('prerenderingchange', remember, { once: true });
  else remember();
};

/**
 * The script that remembers the affiliate code in a page's address; a later click replaces an earlier one.
 * It stands in the page itself, so that somebody who moves on at once is remembered too. The script's
 * cookie counts at once; the server repeats it, since some browsers drop a script's cookies after seven days.
 */
export const rememberClickScript = `(${rememberClick.toString()})(${JSON.stringify(terms)})`;
