import { monthName } from '../../shared/dates.ts';
import { earningsMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { Facts, Usd } from '../ui/CardTable.tsx';
import { axisTicks } from './axis-ticks.ts';
import type { ReferralReport } from './Earnings.tsx';

/** The last twelve months of an affiliate as a bar chart, with the same figures as a table, and the totals. */
export function EarningsChart({ report }: { readonly report: ReferralReport }) {
  const { referrals, earned_cents } = report.totals;
  const months = report.months.toReversed();
  return (
    <section className="panel" data-tab="Months" aria-labelledby="months">
      <h2 id="months">{texts.chart}</h2>
      <div className="earnings">
        <figure>
          <Bars months={months} />
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

/** Left end and width of the bars' area, in percent of the chart's width. The months are at its left, the values at its right. */
const AREA = { start: 27, width: 47 };

/** Height of a row in em. */
const ROW = 1.9;

/** Space above and below a bar, in em. */
const BAR_MARGIN = 0.3;

/** Distance from the top of a row to the baseline of its text, in em. */
const BASELINE = 1.3;

/** A bar for each month. Losses are left of the zero line. Lengths are in percent and em, so that the text keeps its size. */
function Bars({ months }: { readonly months: readonly Month[] }) {
  const ticks = axisTicks(months.map(({ earned_cents }) => earned_cents));
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const xOf = (cents: number) => AREA.start + (AREA.width * (cents - first)) / (last - first);
  return (
    <svg className="chart" width="100%" height={em((months.length + 1) * ROW)} aria-hidden="true">
      {ticks.map((cents) => (
        <g key={cents}>
          <text x={percent(xOf(cents))} y="1em" textAnchor="middle">
            {formatUsd(cents).replace('.00', '')}
          </text>
          <line
            className={cents === 0 ? 'axis' : 'tick'}
            {...{ x1: percent(xOf(cents)), x2: percent(xOf(cents)), y1: em(ROW - BAR_MARGIN), y2: '100%' }}
          />
        </g>
      ))}
      {months.map(({ month, earned_cents }, index) => {
        const top = (index + 1) * ROW;
        const [from, to] = [xOf(Math.min(0, earned_cents)), xOf(Math.max(0, earned_cents))];
        return (
          <g key={month}>
            <text x="0" y={em(top + BASELINE)}>
              {shortName(month)}
            </text>
            <rect
              data-loss={earned_cents < 0 || undefined}
              x={percent(from)}
              y={em(top + BAR_MARGIN)}
              width={percent(to - from)}
              height={em(ROW - 2 * BAR_MARGIN)}
            />
            <text className="value" x="100%" y={em(top + BASELINE)} textAnchor="end">
              {formatUsd(earned_cents)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function shortName(month: string): string {
  return `${monthName(month, 'short')} ${month.slice(0, 4)}`;
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}

function em(value: number): string {
  return `${value.toFixed(2)}em`;
}
