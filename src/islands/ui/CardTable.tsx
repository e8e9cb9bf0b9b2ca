import { memo, type ReactNode } from 'react';
import { formatUsd } from '../../shared/money.ts';

export interface TableColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** `number` aligns the cells at the end of the column. */
  readonly kind?: 'number';
  /** True if the cell is the row's header, which screen readers announce before the other cells. */
  readonly heads?: true;
  /** True for a column that a narrow table leaves out. The record's panel must show its value, too. */
  readonly minor?: true;
  /** A second line in the same cell. */
  readonly below?: Pick<TableColumn<Row>, 'label' | 'cell'>;
}

/** Returns the classes of a column's cells and head. */
export function columnClass({ kind, minor, below }: TableColumn<never>): string | undefined {
  return [kind, minor && 'minor', below && 'two-lines'].filter(Boolean).join(' ') || undefined;
}

interface Props<Row> {
  /** The table's name for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Returns the React key of a row. The default is the index. */
  readonly keyOf?: (row: Row) => string;
  /** A last line with a sum below the last column. */
  readonly total?: readonly [label: string, value: ReactNode];
  /** The text in place of a table without rows. */
  readonly none?: string;
}

interface CellsProps<Row> extends Pick<Props<Row>, 'columns'> {
  readonly row: Row;
}

/** A row's cells. On a phone each cell shows the name of its column. Renders again only for another row or other columns. */
export const CardCells = memo(function CardCells<Row>({ columns, row }: CellsProps<Row>) {
  return columns.map((column) => {
    const { label, cell, heads, below } = column;
    const Cell = heads ? 'th' : 'td';
    const cellProps = { scope: heads && 'row', className: columnClass(column) };
    return below ? (
      <Cell key={label} {...cellProps}>
        <div data-label={label}>{cell(row)}</div>
        <div data-label={below.label}>{below.cell(row)}</div>
      </Cell>
    ) : (
      <Cell key={label} {...cellProps} data-label={label}>
        {cell(row)}
      </Cell>
    );
  });
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/** A table whose rows become cards on a phone. */
export function CardTable<Row>({ caption, columns, rows, keyOf, total, none }: Props<Row>) {
  if (rows.length === 0 && none !== undefined) return <p className="soft">{none}</p>;
  return (
    <div className="table-wrap">
      <table className="table-cards">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={columnClass(column)}>
                <div>{column.label}</div>
                {column.below && <div>{column.below.label}</div>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf?.(row) ?? index}>
              <CardCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={columns.length - 1}>
                {total[0]}
              </th>
              <td className="number">{total[1]}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface FactsProps {
  /** A row with the value null is left out. */
  readonly rows: readonly (readonly [term: string, value: ReactNode])[];
  readonly className?: 'facts' | 'counters';
}

/** A list of terms and their values. */
export function Facts({ rows, className = 'facts' }: FactsProps) {
  return (
    <dl className={className}>
      {rows
        .filter(([, value]) => value !== null)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Cents as US dollars. Screen readers get the word 'minus', because some do not read the sign. */
export function Usd({ cents }: { readonly cents: number }) {
  return cents < 0 ? (
    <span className="amount">
      <span aria-hidden="true">{formatUsd(cents)}</span>
      <span className="visually-hidden">{`minus ${formatUsd(0 - cents)}`}</span>
    </span>
  ) : (
    <span>{formatUsd(cents)}</span>
  );
}

/** A text that a table cuts off if it is too long. */
export function Cut({ text }: { readonly text: string }) {
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}
