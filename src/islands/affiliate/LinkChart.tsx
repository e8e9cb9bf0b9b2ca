import { useState } from 'react';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { type TableColumn, Usd } from '../ui/CardTable.tsx';
import { Select } from '../ui/fields.tsx';
import { MonthTable, shortName } from './EarningsChart.tsx';
import { type AffiliateLink, conversionText, linkName, type LinkMonth, sumOf } from './link-figures.ts';

/** The clicks of each month, of all links or of one, as a bar chart and with the other figures as a table. */
export function LinkChart({ links }: { readonly links: readonly AffiliateLink[] }) {
  const [code, setCode] = useState('');
  // The chosen link may be gone after a reload.
  const chosen = links.filter((link) => link.code === code);
  const months = monthsOf(chosen.length > 0 ? chosen : links);
  return (
    <div className="chart-block">
      <figure>
        <figcaption>
          <Select
            label={texts.chart}
            value={code}
            onChange={setCode}
            all={texts.allLinks}
            options={links.map((link) => [link.code, linkName(link)])}
          />
        </figcaption>
        <BarChart
          bars={months.map(({ month, clicks }) => ({ label: shortName(month), value: clicks }))}
          format={String}
          minStep={1}
        />
        <MonthTable caption={texts.monthTable} columns={columns} rows={months} />
      </figure>
    </div>
  );
}

/** Adds up the months of several links, the newest month first. */
function monthsOf(links: readonly AffiliateLink[]): readonly LinkMonth[] {
  const [first] = links;
  const months = (first?.months ?? []).map(({ month }, index) => ({
    month,
    ...sumOf(links.flatMap(({ months: rows }) => rows[index] ?? [])),
  }));
  return months.toReversed();
}

const columns: readonly TableColumn<LinkMonth>[] = [
  { label: texts.month, heads: true, cell: ({ month }) => shortName(month) },
  { label: texts.clicks, kind: 'number', cell: ({ clicks }) => clicks },
  { label: texts.purchases, kind: 'number', cell: ({ purchases }) => purchases },
  { label: texts.conversion, kind: 'number', cell: conversionText },
  { label: texts.earned, kind: 'number', cell: ({ earned_cents }) => <Usd cents={earned_cents} /> },
];
