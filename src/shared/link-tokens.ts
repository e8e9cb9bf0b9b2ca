import { withoutBlanks } from './text.ts';

/**
 * Matches a token of our mails: an id (UUID) and its signature (HMAC-SHA-256 in base64url). A `_` after the signature was added on
 * the way.
 */
const tokenShape = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{43}(?![A-Za-z\d-])/;

/**
 * Returns the token in a part of a link, without text that was added to the link: punctuation, blanks, invisible characters,
 * escapes, line ends (`=3D`), parameters of other services. Returns null if no complete token is in it.
 */
export function tokenInLink(text: string): string | null {
  const unescaped = unescapeText(text);
  const parts = [withoutBlanks(unescaped), unescaped];
  return parts.flatMap((part) => tokenShape.exec(part) ?? [])[0] ?? null;
}

/**
 * Returns the codes that a parameter of a link may mean, most likely first. A code of Firebase has letters, digits, `-` and `_`,
 * and no known length, so a `_` at its end may have been added.
 */
export function oneTimeCodesInLink(text: string): readonly string[] {
  const unescaped = unescapeText(text);
  const codes = [withoutBlanks(unescaped), unescaped].flatMap((part) => {
    const [code = ''] = /[\w-]+/.exec(part) ?? [];
    return [code, code.replace(/[_-]+$/, ''), code.replace(/^3D/, '')];
  });
  return [...new Set(codes)].filter((code) => code !== '');
}

/** Decodes escapes, also those of an escaped link, and removes soft line ends. */
function unescapeText(text: string): string {
  return text
    .slice(0, 2_000)
    .replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex: string) => decodeByte(hex))
    .replace(/=\r?\n/g, '');
}

/** Returns the character of an escaped ASCII byte. A byte of another character is not part of a token, so it becomes a blank. */
function decodeByte(hex: string): string {
  const byte = Number.parseInt(hex, 16);
  return byte < 0x80 ? String.fromCharCode(byte) : ' ';
}
