import { type FileProblem, ListError } from './list.ts';

/** The first characters of files that are no lists, one character for each byte. */
const otherFiles: readonly (readonly [RegExp, FileProblem])[] = [
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:hei|avi|mif))/s, 'picture'],
  [/^%PDF/, 'pdf'],
  // Workbooks are ZIP files. Older ones begin like any old file of Office.
  [/^(?:PK[^\w\s,;"]|\xD0\xCF.\xE0)/, 'workbook'],
  [/^(?:\xEF\xBB\xBF)?\s*[[{]\s*["[{\]}]/, 'json'],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|html|\?xml|!--|head|body|table)/i, 'web-page'],
];

/**
 * Returns the text of a file. A byte order mark decides the encoding. A file without a mark is UTF-8, or Windows-1252 if it is no
 * valid UTF-8. `hasMark` is true for every encoding but plain UTF-8, because spreadsheets take UTF-8 without a mark for
 * Windows-1252.
 */
export function decodeFile(bytes: Uint8Array): { readonly text: string; readonly hasMark: boolean } {
  const start = Array.from(bytes.subarray(0, 512), (byte) => String.fromCharCode(byte)).join('');
  for (const [pattern, problem] of otherFiles) if (pattern.test(start)) throw new ListError(problem);
  const encoding = encodingOf(start);
  const text = decode(bytes, encoding) ?? decode(bytes, 'windows-1252') ?? '';
  if (text.slice(0, 4096).includes('\0')) throw new ListError('binary');
  return { text, hasMark: /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/.test(start) || !isUtf8(bytes, encoding) };
}

function encodingOf(start: string): string {
  if (/^\xFF\xFE/.test(start) || /^(?:[^\0]\0){4}/.test(start)) return 'utf-16le';
  if (/^\xFE\xFF/.test(start) || /^(?:\0[^\0]){4}/.test(start)) return 'utf-16be';
  return 'utf-8';
}

function isUtf8(bytes: Uint8Array, encoding: string): boolean {
  return encoding === 'utf-8' && decode(bytes, encoding) !== undefined;
}

/** Returns the text without its byte order mark, or undefined if the bytes are no text in this encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
