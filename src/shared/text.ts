/** Capitalizes the first letter: `refund` → `Refund`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the form of a noun or a phrase for a number: `(2, 'payout')` → `payouts`. */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? one : many;
}

/** Returns a number with its noun: `(2, 'payout')` → `2 payouts`. */
export function count(number: number, one: string, many?: string): string {
  return `${number.toLocaleString('en-US')} ${pluralize(number, one, many)}`;
}

/** Returns the initials of a name's first and last word: `Inês de Carvalho` → `IC`. Empty without any letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Line breaks, and characters that reorder text. Direction marks are not among them, because some names need them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** True for text without line breaks and without characters that reorder text. */
export function isLine(text: string | null): boolean {
  return text === null || !controls.test(text);
}

const notInLine = new RegExp(`${controls.source}|\\p{Cs}`, 'u');

/** Replaces every character that a line cannot have, and every half of a surrogate pair, by a space, and trims. */
export function toLine(text: string): string {
  return text.split(notInLine).join(' ').trim();
}

/**
 * Returns a name for a mail: its letters and the signs of names, with a space after each dot. So no mail program finds a link or a
 * phone number in it.
 */
export function toUnlinkedName(name: string): string {
  const plain = withoutInvisible(name).replaceAll(/[^\p{L}\p{M}.'’-]+/gu, ' ');
  return plain.replaceAll(/\.+(?=\S)/g, '. ').trim();
}

/** Invisible characters that no email, code or name needs. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Removes invisible characters, such as zero-width spaces and soft hyphens. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

const invisibleOrBlank = /[\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Removes all blanks and invisible characters, which codes and tokens pick up when people copy and paste them. */
export function withoutBlanks(text: string): string {
  return text.replace(invisibleOrBlank, '');
}

const isDigit = /^\p{Nd}$/u;

/** Returns the decimal digits of a text in ASCII, in any script: `١٢٣-456` → `123456`. Drops everything else. */
export function digitsIn(text: string): string {
  return [...text]
    .filter((character) => isDigit.test(character))
    .map(toAsciiDigit)
    .join('');
}

/** In Unicode the ten digits of a script follow one another. So do some sets of mathematical digits, hence the remainder. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** Returns an empty text if the text has only blanks and invisible characters, otherwise the text itself. */
export function emptyIfBlank(text: string): string {
  return withoutInvisible(text).trim() === '' ? '' : text;
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in steps of 1,000: `48200000` → `48.2 MB`, `71` → `71 bytes`. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step] ?? ''}`;
}

/** True for the https URL of a picture: no blanks, no backslashes and no credentials. */
export function isPictureUrl(text: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
