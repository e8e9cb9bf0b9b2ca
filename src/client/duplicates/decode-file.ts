import { FinderError, type FinderProblem } from './list.ts';

/** The first characters of files that are no lists, one character for each byte. */
const otherFiles: readonly (readonly [RegExp, FinderProblem])[] = [
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:hei|avi|mif))/s, 'picture'],
  [/^%PDF/, 'pdf'],
  // Workbooks are ZIP files. Older ones begin like any old file of Office.
  [/^(?:PK[^\w\s,;"]|\xD0\xCF.\xE0)/, 'workbook'],
  [/^(?:\xEF\xBB\xBF)?\s*[[{]\s*["[{\]}]/, 'json'],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|html|\?xml|!--|head|body|table)/i, 'web-page'],
];

/**
 * Returns the text of a file. A byte order mark decides the encoding. A file without a mark is UTF-8, or else mostly UTF-8 with
 * some bad bytes, or Windows-1252; then `isGuess` is true. `hasMark` is true for every encoding but plain UTF-8, because
 * spreadsheets take UTF-8 without a mark for Windows-1252.
 */
export function decodeFile(bytes: Uint8Array): {
  readonly text: string;
  readonly hasMark: boolean;
  readonly isGuess: boolean;
} {
  const start = Array.from(bytes.subarray(0, 512), (byte) => String.fromCharCode(byte)).join('');
  for (const [pattern, problem] of otherFiles) if (pattern.test(start)) throw new FinderError(problem);
  const encoding = encodingOf(start);
  const { text, isGuess } = decodeText(bytes, encoding);
  if (text.slice(0, 4096).includes('\0')) throw new FinderError('binary');
  const hasMark = isGuess || encoding !== 'utf-8' || /^\xEF\xBB\xBF/.test(start);
  return { text, hasMark, isGuess };
}

function encodingOf(start: string): string {
  if (/^\xFF\xFE/.test(start) || /^(?:[^\0]\0){4}/.test(start)) return 'utf-16le';
  if (/^\xFE\xFF/.test(start) || /^(?:\0[^\0]){4}/.test(start)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Returns a text without its byte order mark. If the bytes are invalid in this encoding, guesses: UTF-8 if most other letters
 * are valid there, or else Windows-1252.
 */
export function decodeText(
  bytes: Uint8Array,
  encoding = 'utf-8',
): { readonly text: string; readonly isGuess: boolean } {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    const text = new TextDecoder().decode(bytes);
    const bad = text.split('\uFFFD').length - 1;
    const good = text.replace(/[\0-\x7F\uFFFD]/g, '').length;
    return { text: good > bad ? text : new TextDecoder('windows-1252').decode(bytes), isGuess: true };
  }
}
