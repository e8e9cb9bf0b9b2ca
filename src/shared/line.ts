/** What moves text about or breaks a line; direction marks, which names need, are none of it. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text stays on its line and moves nothing about, as names do. */
export const isLine = (text: string | null): boolean => text === null || !controls.test(text);

/** What no line has, and halves of characters, which cannot be kept. */
const strange = new RegExp(`${controls.source}|\\p{Cs}`, 'u');

/** A text as a line that can be kept, with a space for each character that no line has; trimmed. */
export const asLine = (text: string): string => text.split(strange).join(' ').trim();

/** Characters that show nothing and that no address, code or name needs on its own. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Returns a text without its invisible characters, such as zero-width spaces and soft hyphens. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** Returns an empty text for one that shows nothing, such as blanks and invisible characters; any other as it is. */
export const emptyIfBlank = (text: string): string => (withoutInvisible(text).trim() === '' ? '' : text);
