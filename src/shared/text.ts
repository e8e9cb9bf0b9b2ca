/** A word of the API as a screen begins with it: `refund` → `Refund`. */
export const asTitle = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The first letters of a name's first and last word: `Inês de Carvalho` → `IC`; empty without any. */
export const initialsOf = (name: string): string => {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
};

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

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people, in steps of 1,000: `48200000` → `48.2 MB`, `71` → `71 bytes`. */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step] ?? ''}`;
};

/** Whether a text can be a picture's address: https, without blanks or backslashes, and with nobody's name and password in it. */
export const isPicture = (address: string): boolean => {
  if (!/^https:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};
