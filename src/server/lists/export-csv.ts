import { type CsvCell, writeCsv } from '../../shared/csv.ts';
import type { Page } from './list-page.ts';

/** Rows that are asked for at once: some megabytes, and most lists as a whole. */
export const exportedRows = 20_000;

/**
 * A whole list as CSV, a part for each page of it, so that a list of any length needs the memory of one page.
 * `nextPage` gives the page behind a cursor, the first one for none.
 */
export async function* exportCsv<T>(
  header: readonly string[],
  cellsOf: (row: T) => readonly CsvCell[],
  nextPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<string, undefined> {
  let page = await nextPage(undefined);
  yield writeCsv([header, ...page.rows.map(cellsOf)]);
  while (page.next !== null) {
    page = await nextPage(page.next);
    yield writeCsv(page.rows.map(cellsOf));
  }
}
