import type { ComponentProps } from 'react';
import { monthName } from '../../shared/dates.ts';
import { earningsMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { CardTable, Facts, type TableColumn, Usd } from '../ui/CardTable.tsx';
import type { ReferralReport } from './Earnings.tsx';
import { Section } from '../ui/Section.tsx';

/** The last twelve months of an affiliate as a bar chart, with the same figures as a table, and the totals. */
export function EarningsChart({ report }: { readonly report: ReferralReport }) {
  const { referrals, earned_cents } = report.totals;
  const months = report.months.toReversed();
  return (
    <Section id="months" tab="Months" heading={texts.chart}>
      <div className="chart-block">
        <figure>
          <BarChart
            bars={months.map(({ month, earned_cents }) => ({ label: shortName(month), value: earned_cents }))}
            format={formatUsd}
            formatTick={wholeDollars}
            minStep={100}
          />
          <MonthTable caption={texts.chart} columns={columns} rows={months} />
        </figure>
        <Facts
          rows={[
            ['Referrals', String(referrals)],
            ['Total earned', <Usd key="earned" cents={earned_cents} />],
          ]}
        />
      </div>
    </Section>
  );
}

type Props<Row> = Pick<ComponentProps<typeof CardTable<Row>>, 'caption' | 'columns' | 'rows'>;

/** The figures of a chart as a table, which opens below it. */
export function MonthTable<Row extends { readonly month: string }>(props: Props<Row>) {
  return (
    <details className="disclosure">
      <summary>{texts.showTable}</summary>
      <CardTable {...props} keyOf={({ month }) => month} isNarrow />
    </details>
  );
}

type Month = ReferralReport['months'][number];

const columns: readonly TableColumn<Month>[] = [
  { label: 'Month', heads: true, cell: ({ month }) => shortName(month) },
  { label: 'Referrals', kind: 'number', cell: ({ referrals }) => referrals },
  { label: 'Earned', kind: 'number', cell: ({ earned_cents }) => <Usd cents={earned_cents} /> },
];

/** Formats an amount of whole dollars. */
function wholeDollars(cents: number): string {
  return formatUsd(cents).replace('.00', '');
}

/** Formats a month: `Aug 2025`. */
export function shortName(month: string): string {
  return `${monthName(month, 'short')} ${month.slice(0, 4)}`;
}
