import { normaliseCode, referralCookie, referralParameter } from '../shared/referral.ts';

/** The affiliate code in this page's address, as normaliseCode leaves it, or null. */
export const codeInAddress = (): string | null =>
  normaliseCode(new URLSearchParams(location.search).get(referralParameter) ?? '');

/** The affiliate code remembered from a click in the last 60 days, or null. */
export const rememberedCode = (): string | null => {
  const start = `${referralCookie}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? normaliseCode(found.slice(start.length)) : null;
};
