/** Number of intervals between the ticks if all values have the same sign. */
const intervals = 3;

/**
 * Returns the ticks of an axis: round steps of at least `minStep`, from the lowest value or below it to the highest value or
 * above it. Zero is always a tick.
 */
export function axisTicks(values: readonly number[], minStep: number): readonly number[] {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  const step = roundUp(Math.max(highest - lowest, intervals * minStep) / intervals);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}
