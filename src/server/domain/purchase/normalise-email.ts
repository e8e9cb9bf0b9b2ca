/**
 * An e-mail address in the form that is compared to find one person behind two spellings: lowercase, and
 * in Gmail's mailbox names without dots and +tag. Other hosts may give those to different people.
 */
export const normaliseEmail = (email: string): string => {
  const typed = email.trim().toLowerCase();
  const [, mailbox] = /^(.*)@(?:gmail|googlemail)\.com$/.exec(typed) ?? [];
  return mailbox === undefined ? typed : `${mailbox.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`;
};
