import { asTitle } from '../../shared/as-title.ts';
import { formatDate } from '../../shared/dates.ts';
import { statementMessages as texts } from '../../shared/messages/statements.ts';
import { monthName } from '../../shared/months.ts';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';
import { Usd } from '../ui/Usd.tsx';
import type { Statement } from './statement-record.ts';

/** An entry, or what stands among them without a day of its own. */
type Line = Pick<Statement['entries'][number], 'plan' | 'explanation' | 'amount_cents'> & {
  readonly date: string | null;
  readonly kind: string;
};

/** A rejected payout that came back. */
const asLine = ({ month, amount_cents }: Statement['returns'][number]): Line => ({
  date: null,
  plan: '–',
  kind: 'returned',
  explanation: texts.returned(monthName(month)),
  amount_cents,
});

const columns: readonly TableColumn<Line>[] = [
  { label: 'Date', cell: ({ date }) => (date === null ? '–' : formatDate(date)) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'What', cell: ({ kind }) => asTitle(kind) },
  { label: 'How', cell: ({ explanation }) => explanation },
  { label: 'Amount', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
];

/** What a statement counts: its entries, each with how it comes to its amount, and rejected payouts that came back. */
export const StatementEntries = ({ statement: { entries, returns } }: { readonly statement: Statement }) =>
  entries.length + returns.length === 0 ? (
    <p>{texts.noEntries}</p>
  ) : (
    <CardTable caption="Entries" columns={columns} rows={[...entries, ...returns.map(asLine)]} />
  );
