import type { ReactNode } from 'react';
import { formatUsd } from '../../shared/money.ts';

export interface TableColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** `number`: at the end of its column, as figures do. */
  readonly look?: 'number';
  /** What it says tells whose row it is: the head of the row, heard before its other cells. */
  readonly heads?: true;
}

interface Props<Row> {
  /** What the table is called where it is not seen. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** What tells a row from the others; its place when nothing does. */
  readonly keyOf?: (row: Row) => string;
}

/** A row's cells; on a phone each says its column's name. */
export const CardCells = <Row,>({ columns, row }: Pick<Props<Row>, 'columns'> & { readonly row: Row }) =>
  columns.map(({ label, cell, look, heads }) => {
    const Cell = heads ? 'th' : 'td';
    return (
      <Cell key={label} scope={heads && 'row'} data-label={label} className={look}>
        {cell(row)}
      </Cell>
    );
  });

/** A table whose rows become cards on a phone. */
export const CardTable = <Row,>({ caption, columns, rows, keyOf }: Props<Row>) => (
  <div className="table-wrap">
    <table className="table-cards">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, look }) => (
            <th key={label} scope="col" className={look}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf?.(row) ?? place}>
            <CardCells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Terms and what they stand for, as ruled lines. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {rows.map(([term, detail]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{detail}</dd>
      </div>
    ))}
  </dl>
);

/** Cents as US dollars. The sign before an amount below zero is read out as a word: not every voice reads a sign. */
export const Usd = ({ cents }: { readonly cents: number }) =>
  cents < 0 ? (
    <span className="usd">
      <span aria-hidden="true">{formatUsd(cents)}</span>
      <span className="visually-hidden">{`minus ${formatUsd(0 - cents)}`}</span>
    </span>
  ) : (
    <span>{formatUsd(cents)}</span>
  );
