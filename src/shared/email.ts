import { regexes } from 'zod/mini';

/** Whether a text is an e-mail address by the rule that the schemas hold it against; blanks around it do not count. */
export const isEmail = (text: string): boolean => regexes.email.test(text.trim());

/** What a payment provider may know somebody by: wider than what is taken here. */
export const anyEmail = regexes.unicodeEmail;

/** Whether a text may be anybody's email address, so that what is kept about it can be asked for. */
export const isAnyEmail = (text: string): boolean => anyEmail.test(text.trim());
