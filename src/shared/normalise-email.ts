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
