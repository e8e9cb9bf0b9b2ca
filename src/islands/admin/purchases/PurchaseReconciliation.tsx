import { dayRange } from '../../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { count } from '../../../shared/text.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { useApi } from '../../data/use-api.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { TryAgain } from '../../ui/loading.tsx';
import { Section } from '../../ui/Section.tsx';

type Report = NonNullable<AnswerOf<'GET /api/reconciliation/latest'>['report']>;

const differenceColumns: readonly TableColumn<Report['differences'][number]>[] = [
  {
    label: 'Difference',
    cell: ({ code, text }) => (
      <span>
        <span>{text}</span> <code>{code}</code>
      </span>
    ),
  },
  { label: 'Order or payout', cell: ({ order_id }) => (order_id === null ? '–' : <code>{order_id}</code>) },
  { label: 'Transaction', cell: ({ transaction_id }) => <code>{transaction_id}</code> },
  { label: 'Here', cell: ({ ours }) => ours ?? '–' },
  { label: 'Expected', cell: ({ theirs }) => theirs ?? '–' },
];

/** The report of the last reconciliation with PayPal. */
export function PurchaseReconciliation() {
  const { data, failure, reload } = useApi('GET /api/reconciliation/latest');
  const report = data?.report;
  return (
    <Section id="reconciliation" heading="Last reconciliation" className="reconciliation">
      {report === undefined && failure === null && (
        <p className="soft" role="status">
          {texts.loadingReconciliation}
        </p>
      )}
      {failure !== null && (
        <TryAgain text={adminProblemText('reconciliation-load-failed', failure)} onRetry={reload} />
      )}
      {report === null && <p className="soft">{texts.noReconciliation}</p>}
      {report && <Summary report={report} />}
    </Section>
  );
}

function Summary({ report }: { readonly report: Report }) {
  const { first_day, last_day, compared, differences } = report;
  const found = differences.length === 0 ? 'no differences' : count(differences.length, 'difference');
  return (
    <>
      <p>
        {`${dayRange(first_day, last_day)}: ${count(compared, 'payment, refund or payout', 'payments, refunds and payouts')} compared, ${found}.`}
      </p>
      {differences.length > 0 && (
        <CardTable caption="Differences" columns={differenceColumns} rows={differences} />
      )}
    </>
  );
}
