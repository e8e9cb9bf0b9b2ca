import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import type { List } from './use-list.ts';

interface Props<Row> {
  readonly list: List<Row>;
  readonly columns: readonly (readonly [label: string, cell: (row: Row) => ReactNode])[];
  readonly keyOf: (row: Row) => string;
  readonly caption: string;
  readonly loading: string;
  readonly empty: string;
  /** The text above a list that could not be had. */
  readonly failed: (message: string) => string;
  readonly onRetry: () => void;
}

/** A list as a table, which becomes cards on a phone; with its loading, empty and failed states. */
export const ListTable = <Row,>(props: Props<Row>) => {
  const { list, columns, keyOf, caption, loading, empty, failed, onRetry } = props;
  if (list.kind === 'loading')
    return (
      <p className="skeleton guard" role="status">
        {loading}
      </p>
    );
  if (list.kind === 'failed')
    return (
      <>
        <div className="notice" role="alert" data-kind="error">
          {failed(list.message)}
        </div>
        <div className="form-actions">
          <button type="button" className="button" onClick={onRetry}>
            {messages.account.retry}
          </button>
        </div>
      </>
    );
  if (list.rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <div className="table-wrap">
      <table className="table-cards">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([label, cell]) => (
                <td key={label} data-label={label}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
