import { normaliseCode, referralCookie, referralParameter } from '../shared/referral.ts';

/** What this page's address gives as an affiliate code, whatever it looks like; empty without one. */
export const codeInAddress = (): string =>
  (new URLSearchParams(location.search).get(referralParameter) ?? '').trim();

/** The affiliate code remembered from a click in the last 60 days, or null. */
export const rememberedCode = (): string | null => {
  const start = `${referralCookie}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? normaliseCode(found.slice(start.length)) : null;
};
