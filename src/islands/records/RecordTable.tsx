import { type ReactNode, useEffect, useRef } from 'react';
import { CardCells, type TableColumn } from '../ui/CardTable.tsx';
import { Waiting } from '../ui/loading.tsx';
import type { Records } from './use-records.ts';

export interface Column<Row> extends TableColumn<Row> {
  /** The server's name for sorting by it. */
  readonly sort?: string;
}

interface Props<Row> {
  readonly records: Records<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly caption: string;
  readonly loading: string;
  readonly empty: string;
  readonly actions?: (row: Row) => ReactNode;
  /** The chosen rows' keys, where rows can be chosen. */
  readonly chosen?: ReadonlySet<string>;
  readonly onChoose?: (keys: ReadonlySet<string>) => void;
}

const SortHeader = <Row,>({
  records,
  column,
}: {
  readonly records: Records<Row>;
  readonly column: Column<Row>;
}) => {
  const { query, change } = records;
  const { label, sort, look } = column;
  if (!sort)
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    );
  const direction = query.sort === sort ? 'ascending' : query.sort === `-${sort}` ? 'descending' : 'none';
  return (
    <th scope="col" className={look} aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() => {
          change({ sort: direction === 'ascending' ? `-${sort}` : sort });
        }}
      >
        {label}
      </button>
    </th>
  );
};

const toggled = (set: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> => {
  const next = new Set(set);
  for (const key of keys)
    if (on) next.add(key);
    else next.delete(key);
  return next;
};

/** A page of records as a table, which becomes cards on a phone; with its loading and empty states. */
export const RecordTable = <Row,>(props: Props<Row>) => {
  const { records, columns, keyOf, nameOf, caption, loading, empty, actions, chosen, onChoose } = props;
  const { page, failure } = records;
  const box = useRef<HTMLDivElement>(null);
  // Another page, or the answer to another question, is read from its beginning.
  useEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [page?.query, page?.cursors]);
  if (!page) return failure === null ? <Waiting text={loading} /> : null;
  const { rows, total } = page;
  const keys = rows.map(keyOf);
  const all = keys.length > 0 && keys.every((key) => chosen?.has(key));
  return (
    <>
      <p className="visually-hidden" role="status">
        {records.loading ? loading : ''}
      </p>
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <div ref={box} className="table-wrap table-list" aria-busy={records.loading}>
          <table className="table-cards">
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {chosen && onChoose && (
                  <th scope="col">
                    <input
                      type="checkbox"
                      aria-label="Choose all on this page"
                      checked={all}
                      onChange={(event) => {
                        onChoose(toggled(chosen, keys, event.target.checked));
                      }}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <SortHeader key={column.label} records={records} column={column} />
                ))}
                {actions && <th scope="col">Actions</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  {chosen && onChoose && (
                    <td data-label="Choose">
                      <input
                        type="checkbox"
                        aria-label={`Choose ${nameOf(row)}`}
                        checked={chosen.has(keyOf(row))}
                        onChange={(event) => {
                          onChoose(toggled(chosen, [keyOf(row)], event.target.checked));
                        }}
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
      <nav className="pager" aria-label={`${caption}: pages`}>
        <button
          type="button"
          className="button"
          aria-disabled={!records.goBack}
          onClick={() => records.goBack?.()}
        >
          Previous
        </button>
        <p role="status">{total} in all</p>
        <button
          type="button"
          className="button"
          aria-disabled={!records.goNext}
          onClick={() => records.goNext?.()}
        >
          Next
        </button>
      </nav>
    </>
  );
};
