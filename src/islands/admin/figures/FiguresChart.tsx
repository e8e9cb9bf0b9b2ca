import { useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import {
  figureMessages as texts,
  figureNames,
  formatCount,
  formatTick,
  type FigureName,
  shortDay,
} from '../../../shared/messages/figures.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { Select } from '../../ui/fields.tsx';
import type { Figures } from './FiguresControls.tsx';

/** Number of periods that the chart shows at first, and that each press adds. */
const shownPeriods = { week: 13, day: 14 };

interface Props {
  readonly figures: Figures;
  /** The page whose views are counted; empty for all pages. */
  readonly page: string;
}

/** One figure as a chart, newest period first, and all figures of the same periods as a table. */
export function FiguresChart({ figures: { unit, periods }, page }: Props) {
  const [figure, setFigure] = useState<FigureName>('views');
  const [shown, setShown] = useState(shownPeriods[unit]);
  const newest = periods.toReversed().slice(0, shown);
  return (
    <section className="panel" data-tab={texts.periods[unit]} aria-labelledby="chart-figures">
      <div className="figures-head">
        <h2 id="chart-figures">{texts.chart[unit]}</h2>
        <Select
          label={texts.shown}
          value={figure}
          options={Object.entries(figureNames)}
          onChange={(value) => {
            setFigure(value as FigureName);
          }}
        />
      </div>
      <figure className="figures-chart">
        <figcaption>{texts.chartOf(figureNames[figure], figure === 'views' ? page : '')}</figcaption>
        <BarChart
          bars={newest.map((period) => ({ label: shortDay(period.start), value: period[figure] }))}
          format={formatCount}
          formatTick={formatTick}
          minStep={1}
        />
        {shown < periods.length && (
          <div className="form-actions">
            <button
              type="button"
              className="button"
              onClick={() => {
                setShown(shown + shownPeriods[unit]);
              }}
            >
              {texts.earlier[unit]}
            </button>
          </div>
        )}
        <details className="disclosure">
          <summary>{texts.showTable}</summary>
          <CardTable
            caption={texts.chart[unit]}
            columns={columnsFor(unit)}
            rows={newest}
            keyOf={({ start }) => start}
          />
        </details>
      </figure>
    </section>
  );
}

function columnsFor(unit: Figures['unit']): readonly TableColumn<Figures['periods'][number]>[] {
  const names = Object.entries(figureNames) as [FigureName, string][];
  return [
    { label: texts.start[unit], heads: true, cell: ({ start }) => formatDate(start) },
    ...names.map(([name, label]): TableColumn<Figures['periods'][number]> => ({
      label,
      kind: 'number',
      cell: (period) => formatCount(period[name]),
    })),
  ];
}
