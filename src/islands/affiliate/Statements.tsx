import { keepInAddress } from '../../client/accounts/return-path.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { useState } from 'react';
import { statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { monthName } from '../../shared/dates.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { MembersOnly } from '../account/guards.tsx';
import { useApi } from '../data/use-api.tsx';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { affiliatePath } from '../ui/record-links.ts';
import { RowButton } from '../ui/buttons.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { useOpener } from '../ui/focus.ts';
import { type StatementList, type StatementSummary, stateText, type Whose } from './statement-record.ts';
import { StatementSheet } from './StatementSheet.tsx';

const amount = (
  label: string,
  centsOf: (statement: StatementSummary) => number,
): TableColumn<StatementSummary> => ({
  label,
  look: 'number',
  cell: (statement) => <Usd cents={centsOf(statement)} />,
});

const columns: readonly TableColumn<StatementSummary>[] = [
  { label: 'Month', heads: true, cell: ({ month }) => monthName(month) },
  amount('Opening', ({ opening_cents }) => opening_cents),
  amount('Entries', ({ entries_cents }) => entries_cents),
  amount('Payout', ({ paid_cents }) => paid_cents),
  amount('Carried over', ({ closing_cents }) => closing_cents),
  { label: 'State', cell: stateText },
];

interface ListProps {
  readonly statements: readonly StatementSummary[];
  readonly onOpen: (month: string) => void;
}

const List = ({ statements, onOpen }: ListProps) => {
  const actions = ({ month }: StatementSummary) => (
    <div className="row-actions">
      <RowButton
        label={texts.open}
        name={monthName(month)}
        onPress={() => {
          onOpen(month);
        }}
      />
    </div>
  );
  return (
    <CardTable
      caption="Statements"
      columns={[...columns, { label: 'Actions', cell: actions }]}
      rows={statements}
      keyOf={({ month }) => month}
    />
  );
};

const fromAddress = (name: string): string | null => new URLSearchParams(location.search).get(name);

/** The address names the statement that is open. */
const showInAddress = (month: string | null): void => {
  const query = new URLSearchParams(location.search);
  if (month === null) query.delete('month');
  else query.set('month', month);
  keepInAddress(query);
};

/** Whose statements an admin reads, with the way to their record. */
const Owner = ({ affiliate }: Pick<StatementList, 'affiliate'>) => (
  <p>
    <a href={affiliatePath(affiliate)}>{`${affiliate.name} (${affiliate.code})`}</a>
  </p>
);

const Screen = ({ user }: { readonly user: SignedIn }) => {
  const [affiliate] = useState<Whose>(() => fromAddress('affiliate'));
  const [month, setMonth] = useState(() => fromAddress('month'));
  const query = { affiliate: affiliate ?? undefined };
  const { data: list, failure, loading, reload } = useApi('GET /api/affiliates/statements', { query });
  const opener = useOpener();

  const show = (wanted: string | null) => {
    showInAddress(wanted);
    setMonth(wanted);
  };
  const open = (wanted: string) => {
    opener.keep();
    show(wanted);
  };
  const close = () => {
    show(null);
    // One that stood in the address was opened from nowhere, and hands the focus on by itself.
    opener.restore();
  };

  const back = affiliate === null && (
    <p>
      <a href="/affiliate-dashboard">Back to the dashboard</a>
    </p>
  );

  if (failure !== null)
    return (
      <>
        <TryAgain
          text={affiliateProblemText('statements-load-failed', failure)}
          busy={loading}
          onRetry={() => void reload()}
        />
        {back}
      </>
    );
  if (!list) return <Waiting text={texts.loading} />;
  return (
    <>
      {user.admin && affiliate !== null && <Owner affiliate={list.affiliate} />}
      {month !== null && <StatementSheet key={month} month={month} affiliate={affiliate} onClose={close} />}
      {list.statements.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <List statements={list.statements} onOpen={open} />
      )}
      {back}
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
  <MembersOnly>{(user) => (user.kind === 'in' ? <Screen user={user} /> : <Unconfigured />)}</MembersOnly>
);
