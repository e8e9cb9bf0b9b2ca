/*
 * A file of its own, because the script in the head of every page needs it: the bundler would keep the regular expressions of
 * referral.ts.
 */

/** The name of the first-party cookie that holds an affiliate code. */
export const referralCookie = 'affiliate_code';

/** The query parameter that carries an affiliate code on any page. */
export const referralParameter = 'ref';
