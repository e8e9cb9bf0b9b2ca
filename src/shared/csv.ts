import { centsToDecimal } from './money.ts';

/**
 * A cell as it is written: `{ cents }` as an amount with both decimals. That is no formula, whatever its sign, nor is a
 * number; null is an empty cell.
 */
export type CsvCell = string | number | { readonly cents: number } | null;

/** What tells a spreadsheet that a file is UTF-8; a file may begin with it. */
export const byteOrderMark = '\uFEFF';

/** A cell that a spreadsheet would calculate, or one that looks as if it had been made safe before. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
const madeSafe = /^'+[=+\-@\t\r＝＋－＠]/;

const writeCell = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object' && cell) return centsToDecimal(cell.cents);
  const text = cell ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  // Some spreadsheets split at a semicolon or a tab: what stands behind it must not become a cell.
  return /[",;\t\r\n\uFEFF]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Rows as CSV (RFC 4180, each line ended by CRLF). A text that a spreadsheet would take for a formula gets an
 * apostrophe in front.
 */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');

/** One cell and what ends it: the separator, the end of a line, or the end of the text. */
const cellsBy = (by: string): RegExp =>
  new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"([^"\\${by}\\r\\n]*)|([^"\\${by}\\r\\n][^\\${by}\\r\\n]*|))(\\${by}|\\r\\n|\\n|\\r|$)`,
    'y',
  );

/** The first cell of the first line that is not empty, and what separates it from the second. */
const firstCell = /^\uFEFF?[\r\n]*(?:"(?:[^"]|"")*"[^",;\t\r\n]*|[^",;\t\r\n\uFEFF][^,;\t\r\n]*|)([,;\t])/;

/** Excel's own first line, which names the separator: `sep=;`. */
const separatorLine = /^\uFEFF?"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

const readCell = (quoted: string | undefined, rest: string): string => {
  const text = quoted === undefined ? rest : quoted.replaceAll('""', '"') + rest;
  return madeSafe.test(text) ? text.slice(1) : text;
};

/**
 * The rows of a CSV text, the reverse of writeCsv: CRLF, LF or CR, with or without a byte order mark and a
 * last line's end. Its first line that is not empty says what separates cells: a comma, or what
 * spreadsheets save or copy elsewhere, a semicolon or a tab; or it is Excel's `sep=;`. An empty line and `sep=;` are
 * rows of one empty cell. Null where a quotation mark is never closed.
 */
export const parseCsv = (text: string): readonly (readonly string[])[] | null => {
  const named = separatorLine.exec(text);
  const separator = named?.[1] ?? firstCell.exec(text)?.[1] ?? ',';
  const cell = cellsBy(separator);
  const rows: string[][] = named ? [['']] : [];
  let row: string[] = [];
  cell.lastIndex = named ? named[0].length : text.startsWith(byteOrderMark) ? 1 : 0;
  while (cell.lastIndex < text.length || row.length > 0) {
    const found = cell.exec(text);
    if (!found) return null;
    const [, quoted, after = '', plain = '', end] = found;
    row.push(readCell(quoted, quoted === undefined ? plain : after));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
};
