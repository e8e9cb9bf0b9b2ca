import { withoutInvisible } from './text.ts';

/**
 * What a browser's email field takes, with a dot in the host, and in the local part none that begins it, ends it or
 * follows another.
 */
export const emailPattern =
  /^(?!\.)(?:\.?[\w!#$%&'*+/=?^`{|}~-])+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Returns an address as it is kept: without blanks and invisible characters, its host in ASCII (`müller.example` is
 * `xn--mller-kva.example`, as browsers send it). Returns other text without blanks and invisible characters.
 */
export function normaliseAddress(text: string): string {
  const address = withoutInvisible(text).trim();
  const [, mailbox, host] = /^([^@]+@)(.*[^\0-\x7f].*)$/s.exec(address) ?? [];
  if (mailbox === undefined || !URL.canParse(`http://${host ?? ''}`)) return address;
  return mailbox + new URL(`http://${host ?? ''}`).hostname;
}

/** True for an email address by the rule of the schemas. */
export const isEmail = (text: string): boolean => emailPattern.test(normaliseAddress(text));

/** What a payment provider may know somebody by: wider than what is taken here. */
export const anyEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

/** Whether a text may be anybody's email address, so that what is kept about it can be asked for. */
export const isAnyEmail = (text: string): boolean => anyEmail.test(text.trim());

/**
 * Returns an email address in the form that is compared to find one person behind two spellings: lowercase, without
 * `+tag`, and for Gmail without dots. PostgreSQL's `normalise_email` does the same.
 */
export const normaliseEmail = (email: string): string => {
  const [, mailbox = '', host = ''] = /^(.*)@([^@]*)$/s.exec(email.trim().toLowerCase()) ?? [];
  if (!mailbox) return email.trim().toLowerCase();
  const untagged = mailbox.replace(/(?<=.)\+.*$/s, '');
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${host}`;
};
