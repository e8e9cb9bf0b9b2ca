import { type ReactNode, useEffect, useRef } from 'react';
import { CardCells, columnClass, type TableColumn } from './CardTable.tsx';
import { recordMessages } from '../../shared/messages/admin.ts';
import { restoreFocus } from './focus.ts';
import { ListKeys } from './ListKeys.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { Waiting } from './loading.tsx';
import { type RecordPage, PAGE_SIZE, type Records } from '../data/use-records.ts';

interface Sortable {
  /** The API's name for sorting by this column. */
  readonly sort?: string;
}

export interface Column<Row> extends TableColumn<Row>, Sortable {
  readonly below?: Pick<TableColumn<Row>, 'label' | 'cell'> & Sortable;
}

interface Props<Row> {
  readonly records: Records<Row>;
  readonly columns: readonly Column<Row>[];
  readonly describeRow: (row: Row) => string;
  readonly caption: string;
  readonly loading: string;
  readonly empty: string;
  /** The order of a list without a `sort` in its query, such as `-created_at`. */
  readonly defaultSort?: string | undefined;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** The keys of the selected rows, if rows can be selected. */
  readonly selected?: ReadonlySet<string> | undefined;
  readonly onSelect?: ((keys: ReadonlySet<string>) => void) | undefined;
}

/** A page of records as a table, or as cards on a phone. */
export function RecordTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { records, columns, describeRow, caption, loading, empty, defaultSort, actions } = props;
  const { selected, onSelect } = props;
  const { page, failure } = records;
  const box = useRef<HTMLDivElement>(null);
  // A new page or query starts at the top.
  useEffect(() => {
    if (box.current && box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView();
  }, [page?.query, page?.cursors]);
  if (!page) return failure === null ? <Waiting text={loading} /> : null;
  const { rows } = page;
  const keys = rows.map(({ id }) => id);
  // Announces the selection, because the buttons for it appear elsewhere on the screen.
  const selectionText = selected?.size ? `${String(selected.size)} selected` : '';
  return (
    <>
      <p className="visually-hidden" role="status">
        {records.loading ? loading : selectionText}
      </p>
      {rows.length === 0 ? (
        <NoRows text={empty} records={records} />
      ) : (
        <div ref={box} className="table-wrap table-list" aria-busy={records.loading}>
          <table className="table-cards">
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {selected && onSelect && (
                  <th scope="col" data-label="Select all">
                    <RowCheckbox
                      label="Select all on this page"
                      keys={keys}
                      selected={selected}
                      onSelect={onSelect}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <ColumnHead
                    key={column.label}
                    column={column}
                    records={records}
                    defaultSort={defaultSort}
                  />
                ))}
                {actions && <th scope="col">Actions</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {selected && onSelect && (
                    <td data-label="Select">
                      <RowCheckbox
                        label={`Select ${describeRow(row)}`}
                        keys={[row.id]}
                        selected={selected}
                        onSelect={onSelect}
                      />
                    </td>
                  )}
                  <CardCells columns={columns} row={row} />
                  {actions && (
                    <td data-label="Actions">
                      <div className="row-actions">{actions(row)}</div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > 0 && (
        <nav className="pager" aria-label={`${caption}: pages`}>
          <PageButton label="Previous" go={records.goBack} />
          <p role="status">{rangeText(page)}</p>
          <PageButton label="Next" go={records.goNext} />
        </nav>
      )}
      <ListKeys list={box} />
    </>
  );
}

/** Says that no row was found, with a button that clears the search and the filters. */
function NoRows<Row>({ text, records: { query, clear } }: Pick<Props<Row>, 'records'> & { text: string }) {
  return (
    <div ref={restoreFocus} className="no-rows">
      <p role="status">{text}</p>
      {clear && (
        <button type="button" className="button" onClick={clear}>
          {query.q === '' ? recordMessages.clearFilters : recordMessages.clearSearch}
        </button>
      )}
    </div>
  );
}

/** A button to another page of the list. It does nothing without such a page. */
function PageButton({ label, go }: { readonly label: string; readonly go: (() => void) | null }) {
  return (
    <button type="button" className="button" aria-disabled={!go} onClick={() => go?.()}>
      {label}
    </button>
  );
}

interface ColumnHeadProps<Row> extends Pick<Props<Row>, 'records' | 'defaultSort'> {
  readonly column: Column<Row>;
}

/** The head of a column with the labels of its one or two lines. A label is a button if the list can be sorted by that line. */
function ColumnHead<Row>({ records, defaultSort = '', column }: ColumnHeadProps<Row>) {
  const { query, page, change } = records;
  const shownSort = (page?.query ?? query).sort || defaultSort;
  const requestedSort = query.sort || defaultSort;
  const lines = [column, ...(column.below ? [column.below] : [])];
  const orders = lines.flatMap(({ sort }) => (sort === undefined ? [] : [orderOf(sort, shownSort)]));
  return (
    <th
      scope="col"
      className={columnClass(column)}
      aria-sort={orders.find((order) => order !== 'none') ?? orders[0]}
    >
      {lines.map(({ label, sort }) =>
        sort === undefined ? (
          <span key={label}>{label}</span>
        ) : (
          <button
            key={label}
            type="button"
            className="sort"
            data-order={orderOf(sort, shownSort)}
            onClick={() => {
              change({ sort: requestedSort === sort ? `-${sort}` : sort });
            }}
          >
            {label}
          </button>
        ),
      )}
    </th>
  );
}

/** Returns the direction in which a list with the order `listSort` is sorted by a column. */
function orderOf(sort: string, listSort: string): 'ascending' | 'descending' | 'none' {
  if (listSort === sort) return 'ascending';
  return listSort === `-${sort}` ? 'descending' : 'none';
}

/**
 * Returns the position of a page's rows in the list: `1–50 of 184`. The last page ends with the total, also after rows before it were
 * added or deleted.
 */
function rangeText({
  rows,
  cursors,
  total,
  next,
}: Pick<RecordPage<unknown>, 'rows' | 'cursors' | 'total' | 'next'>): string {
  const totalText = total.replace(/\d+/, (digits) => Number(digits).toLocaleString('en-US'));
  const isEnd = next === null && !total.endsWith('+');
  const first = isEnd ? Number(total) - rows.length + 1 : cursors.length * PAGE_SIZE + 1;
  // A Set, because a page with a single row shows one number.
  const range = [...new Set([first, first + rows.length - 1])].map((row) => row.toLocaleString('en-US'));
  return `${range.join('–')} of ${totalText}`;
}
