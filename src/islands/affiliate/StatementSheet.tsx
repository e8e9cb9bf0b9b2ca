import { type ReactNode, useState } from 'react';
import { downloadFile } from '../../client/accounts/download.ts';
import { formatDate, monthName } from '../../shared/dates.ts';
import { payoutTermsMessages } from '../../shared/messages/admin.ts';
import { statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { site } from '../../shared/site.ts';
import { useApi } from '../data/use-api.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { focusOnMount } from '../ui/focus.ts';
import { type Statement, statementFile, stateText, type Whose } from './statement-record.ts';
import { capitalize } from '../../shared/text.ts';

const aboutOf = ({ affiliate, month, closed_at, ...rest }: Statement) =>
  [
    ['Affiliate', affiliate.name],
    ['Code', <code key="code">{affiliate.code}</code>],
    ['Month', `${monthName(month)} (UTC)`],
    ['Closed', formatDate(closed_at)],
    ['Minimum payout', rest.no_minimum ? payoutTermsMessages.noMinimum : formatUsd(rest.threshold_cents)],
    ['Terms', rest.terms_version],
  ] as const;

/** Where the money of a month went, or is to go; nowhere where the payout was rejected. */
const payeeOf = ({ payout_state, payout_email }: Statement): readonly (readonly [string, ReactNode])[] =>
  payout_email === null || payout_state === 'rejected'
    ? []
    : [[payout_state === 'paid' ? 'Paid to' : 'To be paid to', payout_email]];

const balanceOf = (statement: Statement): readonly (readonly [string, ReactNode])[] => {
  const { opening_cents, entries_cents, paid_cents, closing_cents, transaction_id } = statement;
  return [
    ['Opening', <Usd key="opening" cents={opening_cents} />],
    ['Entries', <Usd key="entries" cents={entries_cents} />],
    ['Payout', <Usd key="payout" cents={paid_cents} />],
    ['Carried over', <Usd key="closing" cents={closing_cents} />],
    ['State', stateText(statement)],
    ...payeeOf(statement),
    ...(transaction_id === null
      ? []
      : [['Transaction', <code key="transaction">{transaction_id}</code>] as const]),
  ];
};

interface Props {
  readonly month: string;
  readonly affiliate: Whose;
  readonly onClose: () => void;
}

const Actions = ({ month, affiliate }: Omit<Props, 'onClose'>) => {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);

  const save = async () => {
    setBusy(true);
    setNotice(null);
    const failure = await downloadFile(statementFile(month, affiliate), `statement-${month}.csv`);
    setBusy(false);
    if (failure !== null) setNotice({ kind: 'error', text: failure });
  };
  return (
    <>
      <FormNotice notice={notice} />
      <div className="form-actions">
        <BusyButton
          label={texts.download}
          busyLabel={texts.downloading}
          busy={busy}
          onPress={() => void save()}
        />
        <button
          type="button"
          className="button"
          onClick={() => {
            print();
          }}
        >
          {texts.print}
        </button>
      </div>
    </>
  );
};

/** One month's statement with all its entries, to read, to save and to print. It takes the focus when it opens. */
export const StatementSheet = ({ month, affiliate, onClose }: Props) => {
  const sent = { params: { month }, query: { affiliate: affiliate ?? undefined } };
  const loaded = useApi('GET /api/affiliates/statements/:month', sent);
  const { data: statement, failure, loading, reload } = loaded;

  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      className="panel statement"
      data-tab="Statement"
      aria-labelledby="statement"
    >
      <p className="letterhead">{site.product} affiliate program</p>
      <h2 id="statement">{statement ? `Statement of ${monthName(statement.month)}` : 'Statement'}</h2>
      {failure !== null && (
        <TryAgain
          text={affiliateProblemText('statement-load-failed', failure)}
          busy={loading}
          onRetry={() => void reload()}
        />
      )}
      {!statement && failure === null && <Waiting text={texts.loadingOne} />}
      {statement && (
        <>
          <div className="statement-columns">
            <Facts rows={aboutOf(statement)} />
            <Facts rows={balanceOf(statement)} />
          </div>
          <StatementEntries statement={statement} />
          <Actions month={statement.month} affiliate={affiliate} />
        </>
      )}
      <div className="form-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </section>
  );
};

/** An entry, or what stands among them without a day of its own. */
type Line = Pick<Statement['entries'][number], 'plan' | 'explanation' | 'amount_cents'> & {
  readonly date: string | null;
  readonly kind: string;
};

/** A rejected payout that came back. */
const toLine = ({ month, amount_cents }: Statement['returns'][number]): Line => ({
  date: null,
  plan: '–',
  kind: 'returned',
  explanation: texts.returned(monthName(month)),
  amount_cents,
});

const columns: readonly TableColumn<Line>[] = [
  { label: 'Date', cell: ({ date }) => (date === null ? '–' : formatDate(date)) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'What', cell: ({ kind }) => capitalize(kind) },
  { label: 'How', cell: ({ explanation }) => explanation },
  { label: 'Amount', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
];

/** What a statement counts: its entries, each with how it comes to its amount, and rejected payouts that came back. */
export const StatementEntries = ({ statement: { entries, returns } }: { readonly statement: Statement }) =>
  entries.length + returns.length === 0 ? (
    <p>{texts.noEntries}</p>
  ) : (
    <CardTable caption="Entries" columns={columns} rows={[...entries, ...returns.map(toLine)]} />
  );
