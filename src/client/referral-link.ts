import { referralParameter } from '../shared/referral.ts';

/** The address of a page of this site, on the visitor's own origin, that carries an affiliate's code. */
export const referralLink = (code: string, path: '/' | '/buy' = '/buy'): string => {
  const link = new URL(path, location.origin);
  link.searchParams.set(referralParameter, code);
  return link.href;
};
