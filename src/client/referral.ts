import { normaliseCode, referralCookie, referralParameter } from '../shared/referral.ts';

/** The affiliate code remembered from a click in the last 60 days, or null. */
export const rememberedCode = (): string | null => {
  const start = `${referralCookie}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found ? normaliseCode(found.slice(start.length)) : null;
};

/**
 * The affiliate code that a checkout begins with: this page's address's, else the remembered one. What cannot be a code, as
 * a link's that a mail broke, replaces none; without any it is given as it is, so that it can be said to be wrong.
 */
export const codeOnArrival = (): string => {
  const given = (new URLSearchParams(location.search).get(referralParameter) ?? '').trim();
  return normaliseCode(given) === null ? (rememberedCode() ?? given) : given;
};
