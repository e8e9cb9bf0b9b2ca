import { FinderError, type ListFormat, maxRows } from './list.ts';

/** Excel's optional first line, which names the separator. */
const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/** Finds out how a text separates cells and lines. */
export function csvFormat(text: string): Pick<ListFormat, 'separator' | 'lineEnd' | 'firstLine'> {
  const [firstLine = '', named] = separatorLine.exec(text) ?? [];
  // Without quoted cells, which may contain anything.
  const head = text.slice(firstLine.length, 100_000).replace(/"(?:[^"]|"")*"/g, '');
  const line = /[^\r\n]+/.exec(head)?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  const [separator = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a));
  return { separator: named ?? separator, lineEnd: /\r\n|\n|\r/.exec(head)?.[0] ?? '\r\n', firstLine };
}

/**
 * Parses CSV into rows, without empty lines. A quotation mark inside an unquoted cell is a part of its text. Cells keep their
 * blanks, and the apostrophe before a formula.
 */
export function parseRows(text: string, separator: string): string[][] {
  const unquotedEnd = new RegExp(`[${separator}\r\n]|$`, 'g');
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length || row.length > 0) {
    let cell = '';
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    unquotedEnd.lastIndex = at;
    const end = unquotedEnd.exec(text)?.index ?? text.length;
    row.push(cell + text.slice(at, end));
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === separator) {
      if (at < text.length) continue;
      row.push('');
    }
    if (row.length > 1 || row[0]?.trim()) rows.push(row);
    row = [];
    if (rows.length > maxRows + 1) throw new FinderError('too-many');
  }
  return rows;
}

/** Returns the index of the quotation mark that ends the cell at `start`. */
function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (text[end + 1] === '"' && end !== -1) end = text.indexOf('"', end + 2);
  if (end === -1) throw new FinderError('open-quote');
  return end;
}

/** Writes rows as CSV. */
export function writeRows(
  rows: readonly (readonly string[])[],
  { separator, lineEnd }: Pick<ListFormat, 'separator' | 'lineEnd'>,
): string {
  const special = new RegExp(`["${separator}\r\n]`);
  const write = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(write).join(separator) + lineEnd).join('');
}
