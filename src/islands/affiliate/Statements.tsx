import { affiliatePath, replaceQuery } from '../../client/accounts/navigation.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { useState } from 'react';
import { statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { paidYearMessages } from '../../shared/messages/paid-years.ts';
import { monthName } from '../../shared/dates.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { notConfigured } from '../account/AccountForm.tsx';
import { SignedInOnly } from '../account/guards.tsx';
import { useApi } from '../data/use-api.tsx';
import { CardTable, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { RowButton } from '../ui/buttons.tsx';
import { LoadState } from '../ui/loading.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { useOpener } from '../ui/focus.ts';
import { type StatementList, type StatementOwner, StatementSheet } from './StatementSheet.tsx';
import { statementState, type StatementSummary } from './statement-state.ts';
import { Section } from '../ui/Section.tsx';
import { affiliateLabel } from '../ui/affiliate-label.ts';

/** The user's monthly statements, or for an admin those of the affiliate in the address. */
export function Statements() {
  return (
    <SignedInOnly>
      {(user) => (user.kind === 'in' ? <Screen user={user} /> : <FormNotice notice={notConfigured} />)}
    </SignedInOnly>
  );
}

function Screen({ user }: { readonly user: SignedIn }) {
  const [affiliate] = useState<StatementOwner>(() => queryValue('affiliate'));
  /** The month of the open statement. A mailed link has the statement's id instead. */
  const [opened, setOpened] = useState(() => queryValue('month') ?? queryValue('id'));
  const query = { affiliate: affiliate ?? undefined };
  const loaded = useApi('GET /api/affiliates/statements', { query });
  const { data: list, failure } = loaded;
  const opener = useOpener();

  const show = (newMonth: string | null) => {
    putMonthInQuery(newMonth);
    setOpened(newMonth);
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

  if (failure !== null || !list)
    return (
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={affiliateFailure('statements-load-failed')}
      />
    );
  const month = list.statements.find(({ id }) => id === opened)?.month ?? opened;
  return (
    <>
      {user.role !== null && affiliate !== null && <Owner affiliate={list.affiliate} />}
      {month !== null && <StatementSheet key={month} month={month} affiliate={affiliate} onClose={close} />}
      <List statements={list.statements} onOpen={open} />
      {list.years.length > 0 && <Years years={list.years} />}
    </>
  );
}

function queryValue(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Puts the month of the open statement into the address. */
function putMonthInQuery(month: string | null): void {
  const query = new URLSearchParams(location.search);
  query.delete('id');
  if (month === null) query.delete('month');
  else query.set('month', month);
  replaceQuery(query);
}

/** Links to the affiliate whose statements an admin reads. */
function Owner({ affiliate }: Pick<StatementList, 'affiliate'>) {
  return (
    <p>
      <a href={affiliatePath(affiliate)}>{affiliateLabel(affiliate)}</a>
    </p>
  );
}

type PaidYear = StatementList['years'][number];

const yearColumns: readonly TableColumn<PaidYear>[] = [
  { label: 'Year', heads: true, cell: ({ year }) => String(year) },
  { label: 'Paid', kind: 'number', cell: ({ paid_cents }) => <Usd cents={paid_cents} /> },
  { label: 'Payouts', kind: 'number', cell: ({ payouts }) => String(payouts) },
];

/** The sums that were paid in each calendar year. */
function Years({ years }: Pick<StatementList, 'years'>) {
  return (
    <Section id="paid-years" heading={paidYearMessages.heading} className="paid-years">
      <p className="soft">{paidYearMessages.hint}</p>
      <CardTable
        caption={paidYearMessages.heading}
        columns={yearColumns}
        rows={years}
        keyOf={({ year }) => String(year)}
      />
    </Section>
  );
}

interface ListProps {
  readonly statements: readonly StatementSummary[];
  readonly onOpen: (month: string) => void;
}

const columns: readonly TableColumn<StatementSummary>[] = [
  { label: 'Month', heads: true, cell: ({ month }) => monthName(month) },
  { label: 'Opening balance', kind: 'number', cell: ({ opening_cents }) => <Usd cents={opening_cents} /> },
  { label: 'Commissions', kind: 'number', cell: ({ entries_cents }) => <Usd cents={entries_cents} /> },
  { label: 'Payout', kind: 'number', cell: ({ paid_cents }) => <Usd cents={paid_cents} /> },
  { label: 'Carried forward', kind: 'number', cell: ({ closing_cents }) => <Usd cents={closing_cents} /> },
  { label: 'State', cell: statementState },
];

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
      none={texts.none}
    />
  );
}
