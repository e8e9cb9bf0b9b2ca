import { withoutInvisible } from './text.ts';

/** Matches an email that a browser's email field accepts, if its host has a dot and its local part no misplaced dots. */
export const emailPattern =
  /^(?!\.)(?:\.?[\w!#$%&'*+/=?^`{|}~-])+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Returns an email as it is stored: trimmed, without invisible characters, its host in ASCII (`müller.example` becomes
 * `xn--mller-kva.example`, as browsers send it). Other text is only trimmed and stripped of invisible characters.
 */
export function normalizeAddress(text: string): string {
  const address = withoutInvisible(text).trim();
  const [, mailbox, host] = /^([^@]+@)(.*[^\0-\x7f].*)$/s.exec(address) ?? [];
  if (mailbox === undefined || !URL.canParse(`http://${host ?? ''}`)) return address;
  return mailbox + new URL(`http://${host ?? ''}`).hostname;
}

/** True for an email that the schemas accept. */
export function isEmail(text: string): boolean {
  return emailPattern.test(normalizeAddress(text));
}

/** Matches the emails that PayPal may have for a buyer. Accepts more emails than the schemas do. */
export const lenientEmailPattern = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

/** True for an email that a buyer may have, so that an admin can search for it. */
export function isLenientEmail(text: string): boolean {
  return lenientEmailPattern.test(text.trim());
}

/**
 * Returns the form of an email in which two spellings of one person's email are equal: ASCII letters in lowercase, without `+tag`,
 * and for Gmail without dots. PostgreSQL's `normalise_email` does the same.
 */
export function normalizeEmail(email: string): string {
  const lowercase = email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const [, mailbox = '', host = ''] = /^(.*)@([^@]*)$/s.exec(lowercase) ?? [];
  if (!mailbox) return lowercase;
  const untagged = mailbox.replace(/(?<=.)\+.*$/s, '');
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${host}`;
}
