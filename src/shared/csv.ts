import { centsToDecimal } from './money.ts';

/** A cell: text, a number, an amount in cents that is written with two decimals, or null for an empty cell. */
export type CsvCell = string | number | { readonly cents: number } | null;

/** The optional first character of a file. It tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A formula in a spreadsheet, or a text that already begins with apostrophes before a formula. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
const escapedFormula = /^'+[=+\-@\t\r＝＋－＠]/;

/** Writes rows as CSV (RFC 4180, lines end with CRLF). Text that a spreadsheet would take for a formula gets an apostrophe. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object' && cell) return centsToDecimal(cell.cents);
  const text = cell ?? '';
  const escaped = formula.test(text) ? `'${text}` : text;
  // Some spreadsheets split at semicolons or tabs, so cells with them are quoted as well.
  return /[",;\t\r\n\uFEFF]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/**
 * Matches one cell and its end: the separator, a line break, or the end of the text. Blanks around a quoted part belong to neither
 * the part nor the text after it.
 */
function cellPattern(separator: string): RegExp {
  const blanks = `[^\\S\\r\\n\\${separator}]*`;
  const other = `[^\\${separator}\\r\\n]`;
  return new RegExp(
    `(?:${blanks}"([^"]*(?:""[^"]*)*)"(?:${blanks}(?=\\${separator}|[\\r\\n]|$)|([^"\\${separator}\\r\\n]*))|(?!${blanks}")(${other}*))(\\${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
}

/** Matches the first cell of the first line with content, and the separator after the cell. */
const firstCell =
  /^\uFEFF?[\r\n]*(?:[^\S\r\n\t]*"(?:[^"]|"")*"[^",;\t\r\n]*|[^",;\t\r\n\uFEFF][^,;\t\r\n]*|)([,;\t])/;

/** Matches Excel's optional first line, which sets the separator: `sep=;`. */
const separatorLine = /^\uFEFF?"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/**
 * Parses CSV text into rows; the reverse of writeCsv. Returns null if a quotation mark is never closed.
 *
 * - Lines end with CRLF, LF or CR. The last line end and a byte order mark are optional.
 * - Blanks before and after a quoted cell do not count. A quotation mark after other text is a part of the text.
 * - The separator is a comma, semicolon or tab: the first one after a cell, or the one of a `sep=;` line.
 * - An empty line and the `sep=;` line are rows with one empty cell, so that row numbers are those of the file.
 */
export function parseCsv(text: string): readonly (readonly string[])[] | null {
  const separatorMatch = separatorLine.exec(text);
  const separator = separatorMatch?.[1] ?? firstCell.exec(text)?.[1] ?? ',';
  const nextCell = cellPattern(separator);
  const rows: string[][] = separatorMatch ? [['']] : [];
  let row: string[] = [];
  const markLength = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  nextCell.lastIndex = separatorMatch ? separatorMatch[0].length : markLength;
  while (nextCell.lastIndex < text.length || row.length > 0) {
    const match = nextCell.exec(text);
    if (!match) return null;
    const [, quoted, afterQuotes = '', unquoted = '', end] = match;
    row.push(readCell(quoted, quoted === undefined ? unquoted : afterQuotes));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function readCell(quoted: string | undefined, unquoted: string): string {
  const text = quoted === undefined ? unquoted : quoted.replaceAll('""', '"') + unquoted;
  return escapedFormula.test(text) ? text.slice(1) : text;
}
