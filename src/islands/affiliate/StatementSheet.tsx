import { type ReactNode, useState } from 'react';
import { formatDate, monthName } from '../../shared/dates.ts';
import { paymentSettingsMessages } from '../../shared/messages/admin.ts';
import { entryKindNames, statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { paidYearMessages } from '../../shared/messages/paid-years.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { sellerLines } from '../../shared/seller.ts';
import { site } from '../../shared/site.ts';
import { useApi } from '../data/use-api.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { LoadState } from '../ui/loading.tsx';
import { focusOnMount } from '../ui/focus.ts';
import { type AnswerOf, callPath } from '../../client/api.ts';
import { statementState } from './statement-state.ts';

/** An affiliate's statements, newest first. */
export type StatementList = AnswerOf<'GET /api/affiliates/statements'>;

export type Statement = AnswerOf<'GET /api/affiliates/statements/:month'>;

/** The id of the affiliate whose statements an admin reads. Null for the user's own statements. */
export type StatementOwner = string | null;

interface Props {
  readonly month: string;
  readonly affiliate: StatementOwner;
  readonly onClose: () => void;
}

/** A month's statement with all entries, to read, download and print. Takes the focus when it opens. */
export function StatementSheet({ month, affiliate, onClose }: Props) {
  const sent = { params: { month }, query: { affiliate: affiliate ?? undefined } };
  const loaded = useApi('GET /api/affiliates/statements/:month', sent);
  const { data: statement } = loaded;

  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      className="panel statement"
      data-tab="Statement"
      aria-labelledby="statement"
    >
      <p className="letterhead">{site.product} affiliate program</p>
      <p className="soft small">{sellerLines.join(' · ')}</p>
      <h2 id="statement">{statement ? `Statement for ${monthName(statement.month)}` : 'Statement'}</h2>
      <LoadState
        loaded={loaded}
        waiting={texts.loadingOne}
        failureText={affiliateFailure('statement-load-failed')}
      />
      {statement && (
        <>
          <div className="statement-columns">
            <Facts rows={headRows(statement)} />
            <Facts rows={balanceRows(statement)} />
          </div>
          <StatementEntries statement={statement} />
          <p className="soft small">
            {texts.questions} <a href={`mailto:${site.email}`}>{site.email}</a>.
          </p>
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
}

function headRows({ affiliate, month, closed_at, ...terms }: Statement) {
  return [
    ['Statement number', <code key="number">{`${affiliate.code}-${month}`}</code>],
    ['Affiliate', affiliate.name],
    ['Code', <code key="code">{affiliate.code}</code>],
    ['Month', `${monthName(month)} (UTC)`],
    ['Closed', formatDate(closed_at)],
    [
      'Minimum payout',
      terms.no_minimum ? paymentSettingsMessages.noMinimum : formatUsd(terms.threshold_cents),
    ],
    ['Terms', terms.terms_version],
  ] as const;
}

function balanceRows(statement: Statement): readonly (readonly [string, ReactNode])[] {
  const { opening_cents, entries_cents, paid_cents, closing_cents } = statement;
  const { payout_state, payout_email, transaction_id, paid_year } = statement;
  return [
    ['Opening balance', <Usd key="opening" cents={opening_cents} />],
    ['Commissions', <Usd key="entries" cents={entries_cents} />],
    ['Payout', <Usd key="payout" cents={paid_cents} />],
    ['Carried forward', <Usd key="closing" cents={closing_cents} />],
    ['State', statementState(statement)],
    [
      payout_state === 'paid' ? 'Paid to' : 'To be paid to',
      payout_state === 'rejected' ? null : payout_email,
    ],
    ['Transaction', transaction_id && <code key="transaction">{transaction_id}</code>],
    ...(paid_year === null ? [] : [[paidYearMessages.paidIn(paid_year.year), yearSum(paid_year)] as const]),
  ];
}

/** Returns the sum of a calendar year: `$1,200.00 in 3 payouts`. */
function yearSum({ paid_cents, payouts }: StatementList['years'][number]): string {
  return paidYearMessages.sum(formatUsd(paid_cents), payouts);
}

/** A ledger entry, or a returned payout, which has no date. */
type Line = Pick<Statement['entries'][number], 'plan' | 'explanation' | 'amount_cents'> & {
  readonly date: string | null;
  readonly kind: Statement['entries'][number]['kind'] | null;
};

const columns: readonly TableColumn<Line>[] = [
  { label: 'Date', cell: ({ date }) => (date === null ? '–' : formatDate(date)) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'Type', cell: ({ kind }) => (kind === null ? 'Returned payout' : entryKindNames[kind]) },
  { label: 'Calculation', cell: ({ explanation }) => explanation },
  { label: 'Amount', kind: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
];

/** The entries of a statement with their calculation, and the returned payouts. */
function StatementEntries({ statement }: { readonly statement: Statement }) {
  const { entries, returns, entries_cents } = statement;
  return (
    <CardTable
      caption="Commissions"
      columns={columns}
      rows={[...entries, ...returns.map(toLine)]}
      total={['Total', <Usd key="total" cents={entries_cents} />]}
      none={texts.noEntries}
    />
  );
}

/** Turns a rejected payout, whose amount was returned, into a line. */
function toLine({ month, amount_cents }: Statement['returns'][number]): Line {
  return {
    date: null,
    plan: '–',
    kind: null,
    explanation: texts.returned(monthName(month)),
    amount_cents,
  };
}

function Actions({ month, affiliate }: Omit<Props, 'onClose'>) {
  const [notice, notify] = useState<Notice | null>(null);
  return (
    <>
      <FormNotice notice={notice} />
      <div className="form-actions">
        <DownloadButton
          label={texts.download}
          busyLabel={texts.downloading}
          path={statementCsvPath(month, affiliate)}
          fileName={`statement-${month}.csv`}
          notify={notify}
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
}

/** Returns the path of a month's statement as CSV. */
function statementCsvPath(month: string, affiliate: StatementOwner): string {
  const query = { format: 'csv' as const, affiliate: affiliate ?? undefined };
  return callPath('GET /api/affiliates/statements/:month', { params: { month }, query });
}
