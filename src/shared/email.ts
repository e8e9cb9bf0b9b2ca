/**
 * What a browser's email field takes, with a dot in the host, and in the local part none that begins it, ends it or
 * follows another.
 */
export const emailPattern =
  /^(?!\.)(?:\.?[\w!#$%&'*+/=?^`{|}~-])+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Whether a text is an e-mail address by the rule that the schemas hold it against; blanks around it do not count. */
export const isEmail = (text: string): boolean => emailPattern.test(text.trim());

/** What a payment provider may know somebody by: wider than what is taken here. */
export const anyEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

/** Whether a text may be anybody's email address, so that what is kept about it can be asked for. */
export const isAnyEmail = (text: string): boolean => anyEmail.test(text.trim());
