import { useState } from 'react';
import { downloadFile } from '../../client/accounts/download.ts';
import { capitalize } from '../../shared/text.ts';
import { formatDate } from '../../shared/dates.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { useApi } from '../data/use-api.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { EarningsChart, type ReferralReport } from './EarningsChart.tsx';

const columns: readonly TableColumn<ReferralReport['recent'][number]>[] = [
  { label: 'Date', cell: ({ date }) => formatDate(date) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'What', cell: ({ kind }) => capitalize(kind) },
  { label: 'Commission', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
  { label: 'How', cell: ({ explanation }) => explanation },
  { label: 'State', cell: ({ state }) => state },
];

const Report = ({ report }: { readonly report: ReferralReport }) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const { totals, months, recent } = report;
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setNotice(null);
    const failure = await downloadFile('/api/affiliates/referrals?format=csv', 'referrals.csv');
    setBusy(false);
    if (failure !== null) setNotice({ kind: 'error', text: failure });
  };
  return (
    <>
      <section className="panel" data-tab="Figures" aria-labelledby="figures">
        <h2 id="figures">Referrals</h2>
        <Facts
          rows={[
            ['Referrals', String(totals.referrals)],
            ['Pending', <Usd key="pending" cents={totals.pending_cents} />],
            ['Paid', <Usd key="paid" cents={totals.paid_cents} />],
            ['Earned in all', <Usd key="earned" cents={totals.earned_cents} />],
          ]}
        />
        {months.length > 0 && <EarningsChart months={months} />}
      </section>
      <section className="panel" data-tab="Recent" aria-labelledby="referrals">
        <h2 id="referrals">Recent Referrals</h2>
        <CardTable caption="Recent Referrals" columns={columns} rows={recent} />
        <FormNotice notice={notice} />
        <div className="form-actions">
          <BusyButton
            label={affiliateMessages.downloadReferrals}
            busyLabel={affiliateMessages.downloadingReferrals}
            busy={busy}
            onPress={() => void save()}
          />
        </div>
      </section>
    </>
  );
};

const ComingSoon = () => (
  <section className="panel" data-tab="Referrals" aria-labelledby="referrals">
    <h2 id="referrals">Recent Referrals</h2>
    <p className="coming-soon">{affiliateMessages.comingSoon}</p>
  </section>
);

/** An affiliate's referrals from the ledger; until there is one, 'Coming Soon' and no figure. */
export const Referrals = () => {
  const { data: report, failed, failure, loading, reload } = useApi('GET /api/affiliates/referrals');

  // Nothing proves yet that the record is theirs. The payment section says so, where it can be helped.
  if (failed?.status === 403) return <ComingSoon />;
  if (failure !== null) return <TryAgain text={failure} busy={loading} onRetry={() => void reload()} />;
  if (!report) return <Waiting text={affiliateMessages.loadingReferrals} />;
  return report.recent.length > 0 ? <Report report={report} /> : <ComingSoon />;
};
