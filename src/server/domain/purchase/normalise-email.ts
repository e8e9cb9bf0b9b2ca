/**
 * An e-mail address in the form that is compared to find one person behind two spellings: lowercase,
 * without a +tag, and without dots in Gmail's mailbox names.
 */
export const normaliseEmail = (email: string): string => {
  const [mailbox = '', host = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const bare = mailbox.replace(/\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`;
};
