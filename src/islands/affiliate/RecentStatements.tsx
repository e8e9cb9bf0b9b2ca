import { monthName } from '../../shared/dates.ts';
import { earningsMessages, statementMessages } from '../../shared/messages/affiliate.ts';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { statementState, type StatementSummary } from './statement-state.ts';
import { Section } from '../ui/Section.tsx';

interface Props {
  readonly statements: readonly StatementSummary[];
}

/** An affiliate's newest statements, with a link to all. */
export function RecentStatements({ statements }: Props) {
  return (
    <Section id="statements" tab="Statements" heading="Statements">
      {statements.length === 0 ? (
        <p>{statementMessages.none}</p>
      ) : (
        <>
          <CardTable
            caption="Newest statements"
            columns={columns}
            rows={statements}
            keyOf={({ month }) => month}
          />
          <p>
            <a href="/affiliate-statements">{earningsMessages.allStatements}</a>
          </p>
        </>
      )}
    </Section>
  );
}

const columns: readonly TableColumn<StatementSummary>[] = [
  {
    label: 'Month',
    heads: true,
    cell: ({ month }) => <a href={`/affiliate-statements?month=${month}`}>{monthName(month)}</a>,
  },
  { label: 'State', cell: statementState },
  { label: 'Payout', kind: 'number', cell: ({ paid_cents }) => <Usd cents={paid_cents} /> },
  { label: 'Carried forward', kind: 'number', cell: ({ closing_cents }) => <Usd cents={closing_cents} /> },
];
