import { monthName } from '../../shared/dates.ts';
import { earningsMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { Facts, Usd } from '../ui/CardTable.tsx';
import type { ReferralReport } from './Earnings.tsx';

/** The last twelve months of an affiliate as a bar chart, with the same figures as a table, and the totals. */
export function EarningsChart({ report }: { readonly report: ReferralReport }) {
  const { referrals, earned_cents } = report.totals;
  const months = report.months.toReversed();
  return (
    <section className="panel" data-tab="Months" aria-labelledby="months">
      <h2 id="months">{texts.chart}</h2>
      <div className="chart-block">
        <figure>
          <BarChart
            bars={months.map(({ month, earned_cents }) => ({ label: shortName(month), value: earned_cents }))}
            format={formatUsd}
            formatTick={wholeDollars}
            minStep={100}
          />
          <details>
            <summary>{texts.showTable}</summary>
            <MonthTable months={months} />
          </details>
        </figure>
        <Facts
          rows={[
            ['Referrals', String(referrals)],
            ['Total earned', <Usd key="earned" cents={earned_cents} />],
          ]}
        />
      </div>
    </section>
  );
}

type Month = ReferralReport['months'][number];

/** The figures of the chart. Three short columns fit on a phone, so the rows need not become cards. */
function MonthTable({ months }: { readonly months: readonly Month[] }) {
  return (
    <table>
      <caption className="visually-hidden">{texts.chart}</caption>
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
            <th scope="row">{shortName(month)}</th>
            <td className="number">{referrals}</td>
            <td className="number">
              <Usd cents={earned_cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Formats an amount of whole dollars. */
function wholeDollars(cents: number): string {
  return formatUsd(cents).replace('.00', '');
}

/** Formats a month: `Aug 2025`. */
export function shortName(month: string): string {
  return `${monthName(month, 'short')} ${month.slice(0, 4)}`;
}
