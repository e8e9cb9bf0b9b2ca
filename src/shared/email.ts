import { regexes } from 'zod/mini';

/** Whether a text is an e-mail address by the rule that the schemas hold it against; blanks around it do not count. */
export const isEmail = (text: string): boolean => regexes.email.test(text.trim());
