import { formatDate } from '../../shared/dates.ts';
import { messages } from '../../shared/messages.ts';
import { monthName } from '../../shared/months.ts';
import { Usd } from '../ui/Usd.tsx';
import type { Statement } from './statement-record.ts';

const { statements: texts } = messages;

/** What a statement counts: its entries, each with how it comes to its amount, and rejected payouts that came back. */
export const StatementEntries = ({ statement: { entries, returns } }: { readonly statement: Statement }) =>
  entries.length + returns.length === 0 ? (
    <p>{texts.noEntries}</p>
  ) : (
    <div className="table-wrap">
      <table className="table-cards">
        <caption className="visually-hidden">Entries</caption>
        <thead>
          <tr>
            {['Date', 'Plan', 'What', 'How'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={index}>
              <td data-label="Date">{formatDate(entry.date)}</td>
              <td data-label="Plan">{entry.plan}</td>
              <td data-label="What" className="kind">
                {entry.kind}
              </td>
              <td data-label="How">{entry.explanation}</td>
              <td data-label="Amount" className="number">
                <Usd cents={entry.amount_cents} />
              </td>
            </tr>
          ))}
          {returns.map(({ month, amount_cents }) => (
            <tr key={month}>
              <td data-label="Date">–</td>
              <td data-label="Plan">–</td>
              <td data-label="What">Returned</td>
              <td data-label="How">{texts.returned(monthName(month))}</td>
              <td data-label="Amount" className="number">
                <Usd cents={amount_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
