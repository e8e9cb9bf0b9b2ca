import * as z from 'zod/mini';
import { parseCsv } from '../../../shared/csv.ts';
import { limits } from '../../../shared/limits.ts';
import { messageText, problem } from '../../../shared/problems.ts';
import { affiliateImport, type AffiliateImport } from '../../../shared/schemas/affiliate.ts';
import { clampToNow, futureActivation, isFutureActivation } from './activation.ts';

/** A problem of a row. Rows are numbered from 1, as in a spreadsheet. */
export const rowProblem = z.object({ row: z.number(), field: z.string(), message: z.string() });

export type RowProblem = z.infer<typeof rowProblem>;

/** A valid row with its number. */
export interface ImportRow extends AffiliateImport {
  readonly row: number;
}

export interface ImportRows {
  /** Number of the header's row: the first row that is not empty. */
  readonly headerRow: number;
  /** Number of rows below the header, without empty rows. */
  readonly count: number;
  readonly rows: readonly ImportRow[];
  /** Headings of unknown columns, without duplicates. */
  readonly ignored: readonly string[];
  readonly problems: readonly RowProblem[];
}

/**
 * Reads the CSV text of an import: a header with `name` and `email` in any order, then the rows. Does not read the
 * database. Throws `import-unreadable` or `import-too-many-rows`.
 */
export function readImport(csv: string, now: Date): ImportRows {
  const parsed = parseCsv(csv);
  if (!parsed) throw problem('import-unreadable');
  const [head = { cells: [], row: 1 }, ...lines] = parsed
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = head.cells.map(columnOf);
  if (lines.length > limits.importRows) throw problem('import-too-many-rows');
  const summary = { headerRow: head.row, count: lines.length, ignored: unknownHeadings(header, lines) };
  const wrongHeader = headerProblems(header, head.row);
  if (wrongHeader.length > 0) return { ...summary, rows: [], problems: wrongHeader };
  const results = lines.map((line) => readRow(header, line, now));
  const rows = results.flatMap((result) => ('record' in result ? [result.record] : []));
  const problems = results.flatMap((result) => ('problems' in result ? result.problems : []));
  return { ...summary, rows, problems: [...problems, ...duplicates(rows)] };
}

const columns = ['name', 'email', 'code', 'referred_by', 'date_activated'] as const;

const required: readonly string[] = ['name', 'email'];

/** Returns the column that a heading names. Spellings vary, such as 'E-Mail' and 'Referred By'. */
function columnOf(heading: string): string {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  return columns.find((column) => letters(column) === letters(heading)) ?? heading.trim();
}

interface Line {
  readonly cells: readonly string[];
  readonly row: number;
}

/** Lists the headings of unknown columns. A column with content but without a heading is listed as `(no heading)`. */
function unknownHeadings(header: readonly string[], lines: readonly Line[]): readonly string[] {
  const names = header.flatMap((name, index) => {
    if (columns.some((column) => column === name)) return [];
    if (name !== '') return [name];
    return lines.some(({ cells }) => cells[index]?.trim()) ? ['(no heading)'] : [];
  });
  return [...new Set(names)];
}

function headerProblems(header: readonly string[], row: number): readonly RowProblem[] {
  return columns.flatMap((field) => {
    const times = header.filter((name) => name === field).length;
    if (times > 1) return [{ row, field, message: 'The column appears twice' }];
    return times === 0 && required.includes(field) ? [{ row, field, message: 'The column is missing' }] : [];
  });
}

type RowResult = { readonly record: ImportRow } | { readonly problems: readonly RowProblem[] };

/** Reads one line. Reports only the first problem of each field. */
function readRow(header: readonly string[], { cells, row }: Line, now: Date): RowResult {
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return { problems: [{ row, field: '', message: 'There are more cells than columns' }] };
  const texts = columns.map((column) => [column, cells[header.indexOf(column)] ?? ''] as const);
  const { data, error } = affiliateImport.safeParse(Object.fromEntries(texts));
  if (error) {
    const byField = new Map(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
    return {
      problems: columns
        .filter((field) => byField.has(field))
        .map((field) => ({ row, field, message: messageText(byField.get(field) ?? '') })),
    };
  }
  if (isFutureActivation(data.date_activated, now))
    return { problems: [{ row, field: 'date_activated', message: futureActivation }] };
  return { record: { row, ...data, date_activated: clampToNow(data.date_activated, now) } };
}

/** Finds rows that repeat the email or the code of an earlier row. */
function duplicates(rows: readonly ImportRow[]): readonly RowProblem[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ row, email, code }) =>
    Object.entries({ email: email.toLowerCase(), code }).flatMap(([field, value]) => {
      if (value === null) return [];
      const key = `${field} ${value}`;
      const earlier = firstRows.get(key);
      if (earlier === undefined) firstRows.set(key, row);
      return earlier === undefined ? [] : [{ row, field, message: `The same as in row ${String(earlier)}` }];
    }),
  );
}
