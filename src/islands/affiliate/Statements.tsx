import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { monthName } from '../../shared/months.ts';
import { problemText } from '../../shared/problems.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { TryAgain } from '../account/TryAgain.tsx';
import { RowButton } from '../admin/RowButton.tsx';
import { Usd } from '../ui/Usd.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { loadStatements, stateText, type StatementSummary, type Whose } from './statement-record.ts';

const { statements: texts } = messages;

const amounts = [
  ['Opening', ({ opening_cents }: StatementSummary) => opening_cents],
  ['Entries', ({ entries_cents }: StatementSummary) => entries_cents],
  ['Paid', ({ paid_cents }: StatementSummary) => paid_cents],
  ['Carried over', ({ closing_cents }: StatementSummary) => closing_cents],
] as const;

interface ListProps {
  readonly statements: readonly StatementSummary[];
  readonly onOpen: (month: string) => void;
}

const List = ({ statements, onOpen }: ListProps) => (
  <div className="table-wrap">
    <table className="table-cards">
      <caption className="visually-hidden">Statements</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {amounts.map(([label]) => (
            <th key={label} scope="col" className="number">
              {label}
            </th>
          ))}
          <th scope="col">State</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={statement.month}>
            <td data-label="Month">{monthName(statement.month)}</td>
            {amounts.map(([label, centsOf]) => (
              <td key={label} data-label={label} className="number">
                <Usd cents={centsOf(statement)} />
              </td>
            ))}
            <td data-label="State">{stateText(statement)}</td>
            <td data-label="Actions">
              <div className="row-actions">
                <RowButton
                  label={texts.open}
                  name={monthName(statement.month)}
                  onPress={() => {
                    onOpen(statement.month);
                  }}
                />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const fromAddress = (name: string): string | null => new URLSearchParams(location.search).get(name);

/** The open statement stands in the address, so that a reload, or the way through /login, comes back to it. */
const keepInAddress = (month: string | null): void => {
  const query = new URLSearchParams(location.search);
  if (month === null) query.delete('month');
  else query.set('month', month);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
};

const Screen = () => {
  const [affiliate] = useState<Whose>(() => fromAddress('affiliate'));
  const [month, setMonth] = useState(() => fromAddress('month'));
  const [statements, setStatements] = useState<readonly StatementSummary[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const opener = useRef<Element>(null);

  const load = useCallback(() => {
    setFailure(null);
    void loadStatements(affiliate).then((loaded) => {
      if (typeof loaded === 'string') setFailure(problemText('statements-load-failed', loaded));
      else setStatements(loaded);
    });
  }, [affiliate]);
  useEffect(load, [load]);

  const show = (wanted: string | null) => {
    keepInAddress(wanted);
    setMonth(wanted);
  };
  const open = (wanted: string) => {
    opener.current = document.activeElement;
    show(wanted);
  };
  const close = () => {
    show(null);
    // Back to where the statement was opened from, as far as that is known.
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };

  if (failure !== null) return <TryAgain text={failure} onRetry={load} />;
  if (!statements)
    return (
      <p className="skeleton guard" role="status">
        {texts.loading}
      </p>
    );
  return (
    <>
      {month !== null && <StatementSheet key={month} month={month} affiliate={affiliate} onClose={close} />}
      {statements.length === 0 ? <p>{texts.none}</p> : <List statements={statements} onOpen={open} />}
      {affiliate === null && (
        <p>
          <a href="/affiliate-dashboard">Back to the dashboard</a>
        </p>
      )}
    </>
  );
};

const Unconfigured = () => (
  <div className="notice" role="status" data-kind="error">
    {problemText('auth-not-configured')}
  </div>
);

/** One's monthly statements; for an admin those of the affiliate that the address names. */
export const Statements = () => (
  <MembersOnly>{(viewer) => (viewer.kind === 'in' ? <Screen /> : <Unconfigured />)}</MembersOnly>
);
