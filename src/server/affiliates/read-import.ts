import * as z from 'zod/mini';
import { parseCsv } from '../../shared/csv.ts';
import { limits } from '../../shared/limits.ts';
import { messageText, problem } from '../../shared/problems.ts';
import { affiliateImport, type AffiliateImport } from '../../shared/schemas/affiliate.ts';
import { inTheFuture, isInTheFuture, notAhead } from './affiliate.ts';

/** What is wrong with a row; rows count as in a spreadsheet, from 1. */
export const rowProblem = z.object({ row: z.number(), field: z.string(), message: z.string() });

export type RowProblem = z.infer<typeof rowProblem>;

/** A row that can be read. */
export interface ImportRow extends AffiliateImport {
  readonly row: number;
}

export interface ImportRows {
  /** The row of the header: the first that is not empty. */
  readonly header: number;
  /** How many rows there are below the header, empty ones not counted. */
  readonly count: number;
  readonly rows: readonly ImportRow[];
  /** Headings of columns that nothing is read from, each once. */
  readonly ignored: readonly string[];
  readonly problems: readonly RowProblem[];
}

const columns = ['name', 'email', 'code', 'referred_by', 'date_activated'] as const;
type Column = (typeof columns)[number];

const required: readonly Column[] = ['name', 'email'];

const headerProblems = (header: readonly string[], row: number): readonly RowProblem[] =>
  columns.flatMap((field) => {
    const times = header.filter((name) => name === field).length;
    if (times > 1) return [{ row, field, message: 'The column appears twice' }];
    return times === 0 && required.includes(field) ? [{ row, field, message: 'The column is missing' }] : [];
  });

/** A heading as the column it names: 'E-Mail' and 'Referred By' are written in many ways. */
const columnOf = (heading: string): string => {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  return columns.find((column) => letters(column) === letters(heading)) ?? heading.trim();
};

interface Line {
  readonly cells: readonly string[];
  /** As in a spreadsheet, from 1. */
  readonly row: number;
}

/** What columns that nothing is read from are called; without a heading it is only one with something in it. */
const ignoredOf = (header: readonly string[], lines: readonly Line[]): readonly string[] => {
  const names = header.flatMap((name, place) => {
    if (columns.some((column) => column === name)) return [];
    if (name !== '') return [name];
    return lines.some(({ cells }) => cells[place]?.trim()) ? ['(no heading)'] : [];
  });
  return [...new Set(names)];
};

type Read = { readonly record: ImportRow } | { readonly problems: readonly RowProblem[] };

/** How many columns a file has, and where those are that are read. */
interface Layout {
  readonly width: number;
  readonly places: readonly (readonly [column: Column, place: number])[];
}

const layoutOf = (header: readonly string[]): Layout => ({
  width: header.length,
  places: columns.map((column) => [column, header.indexOf(column)]),
});

const readRow = ({ width, places }: Layout, { cells, row }: Line, now: Date): Read => {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return { problems: [{ row, field: '', message: 'There are more cells than columns' }] };
  const texts = places.map(([column, place]) => [column, cells[place] ?? ''] as const);
  const { data, error } = affiliateImport.safeParse(Object.fromEntries(texts));
  if (error) {
    // One problem a field: the first says enough.
    const byField = new Map(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
    return {
      problems: columns
        .filter((field) => byField.has(field))
        .map((field) => ({ row, field, message: messageText(byField.get(field) ?? '') })),
    };
  }
  if (isInTheFuture(data.date_activated, now))
    return { problems: [{ row, field: 'date_activated', message: inTheFuture }] };
  return { record: { row, ...data, date_activated: notAhead(data.date_activated, now) } };
};

/** What a later row says again that only one can have. */
const repeated = (rows: readonly ImportRow[]): readonly RowProblem[] => {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, email, code }) =>
    Object.entries({ email: email.toLowerCase(), code }).flatMap(([field, value]) => {
      if (value === null) return [];
      const key = `${field} ${value}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, row);
      return earlier === undefined ? [] : [{ row, field, message: `The same as in row ${String(earlier)}` }];
    }),
  );
};

/**
 * Reads the CSV of an import, without looking at what is there already: a header with name and email in any order,
 * then the rows. Throws `import-unreadable` and `import-too-many-rows`.
 */
export const readImport = (csv: string, now: Date): ImportRows => {
  const lines = parseCsv(csv);
  if (!lines) throw problem('import-unreadable');
  const [head = { cells: [], row: 1 }, ...filled] = lines
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = head.cells.map(columnOf);
  if (filled.length > limits.importRows) throw problem('import-too-many-rows');
  const found = { header: head.row, count: filled.length, ignored: ignoredOf(header, filled) };
  const wrongHeader = headerProblems(header, head.row);
  if (wrongHeader.length > 0) return { ...found, rows: [], problems: wrongHeader };
  const layout = layoutOf(header);
  const read = filled.map((line) => readRow(layout, line, now));
  const rows = read.flatMap((one) => ('record' in one ? [one.record] : []));
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []));
  return { ...found, rows, problems: [...problems, ...repeated(rows)] };
};
