export interface Bar {
  /** The label below the bar. */
  readonly label: string;
  /** A second line below the label, such as the year. */
  readonly below?: string | undefined;
  readonly value: number;
}

interface Props {
  /** The bars from left to right: the oldest first. */
  readonly bars: readonly Bar[];
  /** Formats a value above its bar. */
  readonly format: (value: number) => string;
  /** Formats a round value on the axis. The default is `format`. */
  readonly formatTick?: (value: number) => string;
  /** The smallest distance between two values on the axis. */
  readonly minStep: number;
}

/** Number of intervals between the ticks if all values have the same sign. */
const INTERVALS = 3;

/** Top and bottom of the bars' area, in em. Values stand above it, labels below it. */
const AREA = { top: 1.75, bottom: 8.75 };

/** Height of the chart in em, with two lines of labels. */
const HEIGHT = AREA.bottom + 3.2;

/** Width of a digit in em. */
const DIGIT = 0.62;

/** Share of its column that a bar fills. */
const BAR_WIDTH = 0.6;

/**
 * A column for each value, on an axis from left to right. Negative values hang below the zero line. Widths are in percent and
 * heights in em, so that the text keeps its size. Screen readers skip the chart: show the same values in a table.
 */
export function BarChart({ bars, format, formatTick = format, minStep }: Props) {
  const ticks = axisTicks(
    bars.map(({ value }) => value),
    minStep,
  );
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (value: number) => AREA.bottom - ((AREA.bottom - AREA.top) * (value - first)) / (last - first);
  const tickTexts = ticks.map(formatTick);
  const scaleWidth = Math.max(...tickTexts.map(({ length }) => length)) * DIGIT + 0.75;
  const column = 100 / bars.length;
  return (
    <div className="chart" aria-hidden="true">
      <svg width={em(scaleWidth)} height={em(HEIGHT)}>
        {ticks.map((value, index) => (
          <text key={value} x="0" y={em(yOf(value) + 0.35)}>
            {tickTexts[index]}
          </text>
        ))}
      </svg>
      <svg width="100%" height={em(HEIGHT)}>
        {ticks.map((value) => (
          <line
            key={value}
            className={value === 0 ? 'axis' : 'tick'}
            x2="100%"
            y1={em(yOf(value))}
            y2={em(yOf(value))}
          />
        ))}
        {bars.map(({ label, below, value }, index) => {
          const middle = percent((index + 0.5) * column);
          const [top, bottom] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))];
          return (
            <g key={index}>
              <rect
                data-loss={value < 0 || undefined}
                x={percent((index + (1 - BAR_WIDTH) / 2) * column)}
                y={em(top)}
                width={percent(BAR_WIDTH * column)}
                height={em(bottom - top)}
              />
              <text className="value" x={middle} y={em(top - 0.4)}>
                {format(value)}
              </text>
              <text className="label" x={middle} y={em(AREA.bottom + 1.4)}>
                {label}
              </text>
              <text className="below" x={middle} y={em(AREA.bottom + 2.7)}>
                {below}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
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
