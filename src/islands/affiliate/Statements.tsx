import { affiliatePath, replaceQuery } from '../../client/accounts/navigation.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { useState } from 'react';
import { statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { paidYearMessages } from '../../shared/messages/paid-years.ts';
import { monthName } from '../../shared/dates.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { MembersOnly } from '../account/guards.tsx';
import { useApi } from '../data/use-api.tsx';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { RowButton } from '../ui/buttons.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { useOpener } from '../ui/focus.ts';
import { type StatementList, type StatementOwner, StatementSheet } from './StatementSheet.tsx';
import { statementState, type StatementSummary } from './statement-state.ts';

/** The user's monthly statements, or for an admin those of the affiliate in the address. */
export function Statements() {
  return (
    <MembersOnly>{(user) => (user.kind === 'in' ? <Screen user={user} /> : <Unconfigured />)}</MembersOnly>
  );
}

function Unconfigured() {
  return (
    <div className="notice" role="status" data-kind="error">
      {problemText('auth-not-configured')}
    </div>
  );
}

function Screen({ user }: { readonly user: SignedIn }) {
  const [affiliate] = useState<StatementOwner>(() => queryValue('affiliate'));
  const [month, setMonth] = useState(() => queryValue('month'));
  const query = { affiliate: affiliate ?? undefined };
  const { data: list, failure, loading, reload } = useApi('GET /api/affiliates/statements', { query });
  const opener = useOpener();

  const show = (newMonth: string | null) => {
    putMonthInQuery(newMonth);
    setMonth(newMonth);
  };
  const open = (newMonth: string) => {
    opener.remember();
    show(newMonth);
  };
  const close = () => {
    show(null);
    // A statement that was opened by the address has no opener, and restores the focus by itself.
    opener.restore();
  };

  const backLink = affiliate === null && (
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
        {backLink}
      </>
    );
  if (!list) return <Waiting text={texts.loading} />;
  return (
    <>
      {user.role !== null && affiliate !== null && <Owner affiliate={list.affiliate} />}
      {month !== null && <StatementSheet key={month} month={month} affiliate={affiliate} onClose={close} />}
      {list.statements.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <List statements={list.statements} onOpen={open} />
      )}
      {list.years.length > 0 && <Years years={list.years} />}
      {backLink}
    </>
  );
}

function queryValue(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Puts the month of the open statement into the address. */
function putMonthInQuery(month: string | null): void {
  const query = new URLSearchParams(location.search);
  if (month === null) query.delete('month');
  else query.set('month', month);
  replaceQuery(query);
}

/** Links to the affiliate whose statements an admin reads. */
function Owner({ affiliate }: Pick<StatementList, 'affiliate'>) {
  return (
    <p>
      <a href={affiliatePath(affiliate)}>{`${affiliate.name} (${affiliate.code})`}</a>
    </p>
  );
}

type PaidYear = StatementList['years'][number];

const yearColumns: readonly TableColumn<PaidYear>[] = [
  { label: 'Year', heads: true, cell: ({ year }) => String(year) },
  { label: 'Paid', look: 'number', cell: ({ paid_cents }) => <Usd cents={paid_cents} /> },
  { label: 'Payouts', look: 'number', cell: ({ payouts }) => String(payouts) },
];

/** The sums that were paid in each calendar year. */
function Years({ years }: Pick<StatementList, 'years'>) {
  return (
    <section aria-labelledby="paid-years">
      <h2 id="paid-years">{paidYearMessages.heading}</h2>
      <p className="soft">{paidYearMessages.hint}</p>
      <CardTable
        caption={paidYearMessages.heading}
        columns={yearColumns}
        rows={years}
        keyOf={({ year }) => String(year)}
      />
    </section>
  );
}

interface ListProps {
  readonly statements: readonly StatementSummary[];
  readonly onOpen: (month: string) => void;
}

const columns: readonly TableColumn<StatementSummary>[] = [
  { label: 'Month', heads: true, cell: ({ month }) => monthName(month) },
  amountColumn('Opening balance', ({ opening_cents }) => opening_cents),
  amountColumn('Commissions', ({ entries_cents }) => entries_cents),
  amountColumn('Payout', ({ paid_cents }) => paid_cents),
  amountColumn('Carried forward', ({ closing_cents }) => closing_cents),
  { label: 'State', cell: statementState },
];

function amountColumn(
  label: string,
  centsOf: (statement: StatementSummary) => number,
): TableColumn<StatementSummary> {
  return {
    label,
    look: 'number',
    cell: (statement) => <Usd cents={centsOf(statement)} />,
  };
}

function List({ statements, onOpen }: ListProps) {
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
}
