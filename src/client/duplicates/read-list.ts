import { columnsOf, guessColumns, isHeader } from './column-kinds.ts';
import { csvFormat, parseRows } from './csv-rows.ts';
import { decodeFile } from './decode-file.ts';
import { FinderError, maxColumns, type PeopleList } from './list.ts';
import { beginsLikeVcard, parseContacts } from './vcard-rows.ts';

/** Reads a list of people: CSV with or without a header, or vCard. Throws a FinderError for any other file. */
export function readList(bytes: Uint8Array): PeopleList {
  const { text, hasMark, isGuess } = decodeFile(bytes);
  if (text.trim() === '') throw new FinderError('empty');
  const isVcard = beginsLikeVcard.test(text);
  const { separator, lineEnd, firstLine } = isVcard
    ? { separator: ',', lineEnd: '\r\n', firstLine: '' }
    : csvFormat(text);
  const all = isVcard ? parseContacts(text) : parseRows(text.slice(firstLine.length), separator);
  const [first = []] = all;
  const hasHeader = isVcard || isHeader(first);
  const people = hasHeader ? all.slice(1) : all;
  const width = people.reduce((most, row) => Math.max(most, row.length), first.length);
  if (width > maxColumns) throw new FinderError('too-wide');
  const columns = hasHeader ? columnsOf(padded(first, width)) : guessColumns(people);
  if (!columns.some(({ kind }) => /^(?:name|first|last|phone|email)$/.test(kind)))
    throw new FinderError('no-columns');
  if (people.length === 0) throw new FinderError('no-people');
  return {
    columns,
    rows: people.map((row) => padded(row, width)),
    format: { separator, lineEnd, firstLine, hasHeader, hasMark: hasMark || isVcard },
    isGuess,
  };
}

function padded(row: readonly string[], width: number): readonly string[] {
  return row.length === width ? row : [...row, ...Array<string>(width - row.length).fill('')];
}
