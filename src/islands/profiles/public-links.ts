/** `mailto:` with everything escaped that could add to the letter; the @ stays readable. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/**
 * `tel:` with the digits alone, a leading + and an extension: `+1 (555) 010-99 ext 7` → `tel:+155501099;ext=7`. An
 * extension also follows a comma, # or *; a number that begins with # or * keeps them. The 0 of `+44 (0)20` is for calls
 * within the country, and no part of the number; Italy's always is.
 */
export const phoneLink = (phone: string): string => {
  if (/^[#*]/.test(phone)) return `tel:${encodeURIComponent(phone.replaceAll(/[^\d#*]/g, ''))}`;
  const [main = '', ...after] = phone.split(/ext|[x,#*]/i);
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const plus = /^[\s(]*\+/.test(main) ? '+' : '';
  const extension = digits(after.join(''));
  const abroad = plus && !/^\D*39/.test(main) ? main.replace(/\(\s*0\s*\)/, '') : main;
  return `tel:${plus}${digits(abroad)}${extension && `;ext=${extension}`}`;
};

/** Somebody's page at Facebook, by their id there. */
export const facebookLink = (id: string): string => `https://www.facebook.com/${encodeURIComponent(id)}`;

/** Somebody's page at LinkedIn, by their id there. */
export const linkedinLink = (id: string): string => `https://www.linkedin.com/in/${encodeURIComponent(id)}`;
