import { type ReactNode, useEffect, useRef } from 'react';
import { CardCells, type TableColumn } from './CardTable.tsx';
import { Waiting } from './loading.tsx';
import type { Records } from '../data/use-records.ts';

export interface Column<Row> extends TableColumn<Row> {
  /** The API's name for sorting by this column. */
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
  /** The keys of the chosen rows, if rows can be chosen. */
  readonly chosen?: ReadonlySet<string> | undefined;
  readonly onChoose?: ((keys: ReadonlySet<string>) => void) | undefined;
}

const SortHeader = <Row,>({
  records,
  column,
}: {
  readonly records: Records<Row>;
  readonly column: Column<Row>;
}) => {
  const { query, page, change } = records;
  const { label, sort, look } = column;
  if (!sort)
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    );
  const shown = (page?.query ?? query).sort;
  const direction = shown === sort ? 'ascending' : shown === `-${sort}` ? 'descending' : 'none';
  return (
    <th scope="col" className={look} aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() => {
          change({ sort: query.sort === sort ? `-${sort}` : sort });
        }}
      >
        {label}
      </button>
    </th>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
}

/** A checkbox that chooses rows. */
const Choice = ({ label, keys, chosen, onChoose }: ChoiceProps) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={keys.length > 0 && keys.every((key) => chosen.has(key))}
    onChange={({ target }) => {
      const others = [...chosen].filter((key) => !keys.includes(key));
      onChoose(new Set(target.checked ? [...others, ...keys] : others));
    }}
  />
);

/** A page of records as a table, or as cards on a phone, with loading and empty states. */
export const RecordTable = <Row,>(props: Props<Row>) => {
  const { records, columns, keyOf, nameOf, caption, loading, empty, actions, chosen, onChoose } = props;
  const { page, failure } = records;
  const box = useRef<HTMLDivElement>(null);
  // Another page or query starts at the top. The list scrolls by itself, or with the page on a phone.
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    list.scrollTo({ top: 0 });
    const isWhole = getComputedStyle(list).maxBlockSize === 'none';
    if (isWhole && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [page?.query, page?.cursors]);
  if (!page) return failure === null ? <Waiting text={loading} /> : null;
  const { rows, total } = page;
  const keys = rows.map(keyOf);
  // Tells screen readers about the choice, because its buttons appear elsewhere.
  const count = chosen?.size ? `${String(chosen.size)} chosen` : '';
  return (
    <>
      <p className="visually-hidden" role="status">
        {records.loading ? loading : count}
      </p>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div ref={box} className="table-wrap table-list" aria-busy={records.loading}>
          <table className="table-cards">
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {chosen && onChoose && (
                  <th scope="col">
                    <Choice label="Choose all on this page" {...{ keys, chosen, onChoose }} />
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
                      <Choice label={`Choose ${nameOf(row)}`} keys={[keyOf(row)]} {...{ chosen, onChoose }} />
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
        <p role="status">
          {(String(rows.length) === total ? '' : `Page ${String(page.cursors.length + 1)}, `) +
            `${total} in all`}
        </p>
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
