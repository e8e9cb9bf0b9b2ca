import { useState } from 'react';
import { monthName } from '../../shared/dates.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { type TableColumn, Usd } from '../ui/CardTable.tsx';
import { ChartPanel } from '../ui/ChartPanel.tsx';
import { Select } from '../ui/fields.tsx';
import { type AffiliateLink, conversionText, linkName, type LinkMonth, sumOf } from './link-figures.ts';

interface Props {
  readonly links: readonly AffiliateLink[];
  /** The figure that the chart shows at first. */
  readonly initialFigure: Figure;
  /** True for a chart that can show a single link. */
  readonly canChooseLink?: boolean;
}

type Figure = keyof typeof texts.figures;

/** Clicks, purchases or earnings of each of twelve months, of all links or of one. */
export function MonthChart({ links, initialFigure, canChooseLink = false }: Props) {
  const [figure, setFigure] = useState<Figure>(initialFigure);
  const [code, setCode] = useState('');
  // The chosen link may be gone after a reload.
  const chosen = links.filter((link) => link.code === code);
  const months = monthsOf(chosen.length > 0 ? chosen : links);
  const isMoney = figure === 'earned_cents';
  return (
    <ChartPanel
      id="months"
      tab="Months"
      heading={texts.chart}
      controls={
        <>
          <Select
            label={texts.shown}
            value={figure}
            options={Object.entries(texts.figures)}
            onChange={(name) => {
              setFigure(name as Figure);
            }}
          />
          {canChooseLink && (
            <Select
              label={texts.link}
              value={code}
              onChange={setCode}
              all={texts.allLinks}
              options={links.map((link) => [link.code, linkName(link)])}
            />
          )}
        </>
      }
      bars={months.map((month, index) => ({
        label: monthName(month.month, 'short'),
        below: hasYear(month.month, index) ? month.month.slice(0, 4) : undefined,
        value: month[figure],
      }))}
      format={isMoney ? shortUsd : String}
      minStep={isMoney ? 100 : 1}
      table={{ columns, rows: months.toReversed(), keyOf: ({ month }) => month }}
    />
  );
}

/** True for the first month and for January. Next to each other the two years would overlap. */
function hasYear(month: string, index: number): boolean {
  return month.endsWith('-01') || (index === 0 && !month.endsWith('-12'));
}

/** Adds up the months of several links. */
function monthsOf(links: readonly AffiliateLink[]): readonly LinkMonth[] {
  const [first] = links;
  return (first?.months ?? []).map(({ month }, index) => ({
    month,
    ...sumOf(links.flatMap(({ months: rows }) => rows[index] ?? [])),
  }));
}

/** Formats an amount for a narrow column: from 100 dollars on without cents, which the table has. */
function shortUsd(cents: number): string {
  const shown = Math.abs(cents) < 100_00 ? cents : Math.round(cents / 100) * 100;
  return formatUsd(shown).replace('.00', '');
}

const columns: readonly TableColumn<LinkMonth>[] = [
  {
    label: texts.month,
    heads: true,
    cell: ({ month }) => `${monthName(month, 'short')} ${month.slice(0, 4)}`,
  },
  { label: texts.clicks, kind: 'number', cell: ({ clicks }) => clicks },
  { label: texts.purchases, kind: 'number', cell: ({ purchases }) => purchases },
  { label: texts.conversion, kind: 'number', cell: conversionText },
  { label: texts.earned, kind: 'number', cell: ({ earned_cents }) => <Usd cents={earned_cents} /> },
];
