import { monthName } from '../../shared/dates.ts';
import { Usd } from '../ui/CardTable.tsx';
import type { AnswerOf } from '../../client/api.ts';

type Months = ReferralReport['months'];

const HEIGHT = 120;
const BAR = 28;
const STEP = 44;

const Bars = ({ months }: { readonly months: Months }) => {
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
};

/** What each month earned, as bars, those of losses below the line, with the same figures as a table behind them. */
export const EarningsChart = ({ months }: { readonly months: Months }) => (
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

/** An affiliate's own referrals, from the ledger. Amounts are US cents, months UTC. */
export type ReferralReport = AnswerOf<'GET /api/affiliates/referrals'>;
