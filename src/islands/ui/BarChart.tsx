export interface Bar {
  /** The label of the bar, at the left of the chart. */
  readonly label: string;
  readonly value: number;
}

interface Props {
  readonly bars: readonly Bar[];
  /** Formats a value next to its bar. */
  readonly format: (value: number) => string;
  /** Formats a round value on the axis. The default is `format`. */
  readonly formatTick?: (value: number) => string;
  /** The smallest distance between two values on the axis. */
  readonly minStep: number;
}

/** Left end and width of the bars' area, in percent of the chart's width. The labels are at its left, the values at its right. */
const AREA = { start: 27, width: 47 };

/** Number of intervals between the ticks if all values have the same sign. */
const INTERVALS = 3;

/** Height of a row in em. */
const ROW = 1.9;

/** Space above and below a bar, in em. */
const BAR_MARGIN = 0.3;

/** Distance from the top of a row to the baseline of its text, in em. */
const BASELINE = 1.3;

/**
 * A horizontal bar for each value. Negative values are left of the zero line. Lengths are in percent and em, so that the text
 * keeps its size. Screen readers skip the chart: show the same values in a table.
 */
export function BarChart({ bars, format, formatTick = format, minStep }: Props) {
  const ticks = axisTicks(
    bars.map(({ value }) => value),
    minStep,
  );
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const xOf = (value: number) => AREA.start + (AREA.width * (value - first)) / (last - first);
  return (
    <svg className="chart" width="100%" height={em((bars.length + 1) * ROW)} aria-hidden="true">
      {ticks.map((value) => (
        <g key={value}>
          <text x={percent(xOf(value))} y="1em" textAnchor="middle">
            {formatTick(value)}
          </text>
          <line
            className={value === 0 ? 'axis' : 'tick'}
            x1={percent(xOf(value))}
            x2={percent(xOf(value))}
            y1={em(ROW - BAR_MARGIN)}
            y2="100%"
          />
        </g>
      ))}
      {bars.map(({ label, value }, index) => {
        const top = (index + 1) * ROW;
        const [from, to] = [xOf(Math.min(0, value)), xOf(Math.max(0, value))];
        return (
          <g key={index}>
            <text x="0" y={em(top + BASELINE)}>
              {label}
            </text>
            <rect
              data-loss={value < 0 || undefined}
              x={percent(from)}
              y={em(top + BAR_MARGIN)}
              width={percent(to - from)}
              height={em(ROW - 2 * BAR_MARGIN)}
            />
            <text className="value" x="100%" y={em(top + BASELINE)} textAnchor="end">
              {format(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/**
 * Returns the ticks of an axis: round steps of at least `minStep`, from the lowest value or below it to the highest value or
 * above it. Zero is always a tick.
 */
export function axisTicks(values: readonly number[], minStep: number): readonly number[] {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  const step = roundUp(Math.max(highest - lowest, INTERVALS * minStep) / INTERVALS);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}

function em(value: number): string {
  return `${value.toFixed(2)}em`;
}
