import { useState } from 'react';
import { downloadFile } from '../../client/accounts/files.ts';
import { capitalize } from '../../shared/text.ts';
import { formatDate, monthName } from '../../shared/dates.ts';
import { affiliateMessages } from '../../shared/messages/affiliate.ts';
import { useApi } from '../data/use-api.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import type { AnswerOf } from '../../client/api.ts';

/** An affiliate's own referrals, from the ledger. Amounts are US cents. Months are UTC. */
export type ReferralReport = AnswerOf<'GET /api/affiliates/referrals'>;

/** An affiliate's referrals. Shows 'Coming Soon' until there is a referral. */
export function Referrals() {
  const { data: report, failed, failure, loading, reload } = useApi('GET /api/affiliates/referrals');

  // The account's email is not confirmed. The payment section shows what to do.
  if (failed?.status === 403) return <ComingSoon />;
  if (failure !== null) return <TryAgain text={failure} busy={loading} onRetry={() => void reload()} />;
  if (!report) return <Waiting text={affiliateMessages.loadingReferrals} />;
  return report.recent.length > 0 ? <Report report={report} /> : <ComingSoon />;
}

function ComingSoon() {
  return (
    <section className="panel" data-tab="Referrals" aria-labelledby="referrals">
      <h2 id="referrals">Recent Referrals</h2>
      <p className="coming-soon">{affiliateMessages.comingSoon}</p>
    </section>
  );
}

const columns: readonly TableColumn<ReferralReport['recent'][number]>[] = [
  { label: 'Date', cell: ({ date }) => formatDate(date) },
  { label: 'Plan', cell: ({ plan }) => plan },
  { label: 'Type', cell: ({ kind }) => capitalize(kind) },
  { label: 'Commission', look: 'number', cell: ({ amount_cents }) => <Usd cents={amount_cents} /> },
  { label: 'Calculation', cell: ({ explanation }) => explanation },
  { label: 'State', cell: ({ state }) => state },
];

function Report({ report }: { readonly report: ReferralReport }) {
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
            ['Total earned', <Usd key="earned" cents={totals.earned_cents} />],
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
}

/** A bar chart of the earnings per month, with the same figures as a table. Losses are below the axis. */
export function EarningsChart({ months }: { readonly months: Months }) {
  return (
    <figure className="earnings">
      <figcaption>Earned per month</figcaption>
      <Bars months={months} />
      <details>
        <summary>Show the figures as a table</summary>
        <div className="table-wrap">
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="number">
                  Referrals
                </th>
                <th scope="col" className="number">
                  Earned
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, referrals, earned_cents }) => (
                <tr key={month}>
                  <th scope="row">{monthName(month)}</th>
                  <td className="number">{referrals}</td>
                  <td className="number">
                    <Usd cents={earned_cents} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

type Months = ReferralReport['months'];

const HEIGHT = 120;

const BAR = 28;

const STEP = 44;

function Bars({ months }: { readonly months: Months }) {
  const earned = months.map(({ earned_cents }) => earned_cents);
  const [most, least] = [Math.max(0, ...earned), Math.min(0, ...earned)];
  const scale = (HEIGHT - 8) / Math.max(1, most - least);
  const axis = HEIGHT + Math.round(least * scale);
  const width = months.length * STEP;
  return (
    <svg className="chart" viewBox={`0 0 ${String(width)} ${String(HEIGHT + 24)}`} aria-hidden="true">
      <path className="axis" d={`M0 ${String(axis)}h${String(width)}`} />
      {months.map(({ month, earned_cents }, index) => {
        const height = Math.round(Math.abs(earned_cents) * scale);
        const x = index * STEP + (STEP - BAR) / 2;
        return (
          <g key={month}>
            <rect
              data-loss={earned_cents < 0 || undefined}
              x={x}
              y={earned_cents < 0 ? axis : axis - height}
              width={BAR}
              height={height}
            />
            <text x={x + BAR / 2} y={HEIGHT + 18} textAnchor="middle">
              {monthName(month, 'short')}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
