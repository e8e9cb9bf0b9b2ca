import type { ComponentProps, ReactNode } from 'react';
import { screenMessages } from '../../shared/messages/site.ts';
import { BarChart } from './BarChart.tsx';
import { CardTable } from './CardTable.tsx';
import { LazyDetails } from './LazyDetails.tsx';

interface Props<Row> extends ComponentProps<typeof BarChart> {
  /** The id of the heading. */
  readonly id: string;
  /** The text of the index tab. */
  readonly tab: string;
  readonly heading: string;
  /** The selects of the chart. */
  readonly controls: ReactNode;
  /** Buttons below the chart. */
  readonly buttons?: ReactNode;
  /** The figures of the chart and further ones, the newest first. */
  readonly table: Omit<ComponentProps<typeof CardTable<Row>>, 'caption'>;
}

/** A chart with its choices, and the same figures as a table, which opens below it. */
export function ChartPanel<Row>({ id, tab, heading, controls, buttons, table, ...chart }: Props<Row>) {
  return (
    <section className="panel" data-tab={tab} aria-labelledby={id}>
      <div className="chart-head">
        <h2 id={id}>{heading}</h2>
        {controls}
      </div>
      <BarChart {...chart} />
      {buttons}
      <LazyDetails summary={screenMessages.showTable}>
        {() => <CardTable caption={heading} {...table} />}
      </LazyDetails>
    </section>
  );
}
