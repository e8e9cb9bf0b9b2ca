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
import type { TableColumn } from '../../ui/CardTable.tsx';
import { ChartPanel } from '../../ui/ChartPanel.tsx';
import { Select } from '../../ui/fields.tsx';
import type { Figures } from './FiguresControls.tsx';

/** Number of periods that the chart shows, and that a press of a button moves on. */
const shownPeriods = { week: 13, day: 14 };

interface Props {
  readonly figures: Figures;
  /** The page whose views are counted; empty for all pages. */
  readonly page: string;
}

/** One figure as a chart, and all figures of the same periods as a table. */
export function FiguresChart({ figures: { unit, periods }, page }: Props) {
  const [figure, setFigure] = useState<FigureName>('views');
  /** The number of newer periods that are not shown. */
  const [skipped, setSkipped] = useState(0);
  const step = shownPeriods[unit];
  const end = periods.length - skipped;
  const shown = periods.slice(Math.max(0, end - step), end);
  return (
    <ChartPanel
      id="chart-figures"
      tab={texts.periods[unit]}
      heading={texts.chart[unit]}
      controls={
        <Select
          label={texts.shown}
          value={figure}
          options={Object.entries(figureNames).map(([name, label]) => [
            name,
            name === 'views' && page !== '' ? texts.viewsOf(page) : label,
          ])}
          onChange={(value) => {
            setFigure(value as FigureName);
          }}
        />
      }
      bars={shown.map((period) => ({ label: shortDay(period.start), value: period[figure] }))}
      format={formatCount}
      formatTick={formatTick}
      minStep={1}
      buttons={
        <div className="buttons">
          <StepButton
            label={texts.earlier[unit]}
            isPossible={end > step}
            onPress={() => {
              setSkipped(skipped + step);
            }}
          />
          <StepButton
            label={texts.later[unit]}
            isPossible={skipped > 0}
            onPress={() => {
              setSkipped(skipped - step);
            }}
          />
        </div>
      }
      table={{ columns: columnsFor(unit), rows: shown.toReversed(), keyOf: ({ start }) => start }}
    />
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly isPossible: boolean;
  readonly onPress: () => void;
}

/** A button that keeps the focus when it can no longer be pressed. */
function StepButton({ label, isPossible, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!isPossible}
      onClick={() => {
        if (isPossible) onPress();
      }}
    >
      {label}
    </button>
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
