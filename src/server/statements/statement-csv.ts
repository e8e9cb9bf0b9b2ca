import { type CsvCell, writeCsv } from '../../shared/csv.ts';
import type { Statement } from './show-statement.ts';

const header = ['date', 'plan', 'kind', 'amount_usd', 'explanation'];

const line = (kind: string, cents: number, explanation: string): readonly CsvCell[] => [
  null,
  null,
  kind,
  { cents },
  explanation,
];

/** A statement as CSV, amounts in dollars: from the opening balance all lines down to the closing one add up to it. */
export const statementCsv = (statement: Statement): string =>
  writeCsv([
    header,
    line('opening', statement.opening_cents, 'Carried over from the statement before'),
    ...statement.entries.map((entry) => [
      entry.date,
      entry.plan,
      entry.kind,
      { cents: entry.amount_cents },
      entry.explanation,
    ]),
    ...statement.returns.map(({ month, amount_cents: cents }) =>
      line('returned', cents, `The payout for ${month} was rejected`),
    ),
    line('paid', 0 - statement.paid_cents, `The payout for ${statement.month}`),
    line('closing', statement.closing_cents, 'Carried over'),
  ]);
