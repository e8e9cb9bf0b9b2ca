/** Number of intervals between the ticks if all amounts have the same sign. */
const intervals = 3;

/**
 * Returns the ticks of an axis for amounts in cents: whole dollars in round steps, from the lowest amount or
 * below it to the highest amount or above it. Zero is always a tick.
 */
export function axisTicks(cents: readonly number[]): readonly number[] {
  const [highest, lowest] = [Math.max(0, ...cents), Math.min(0, ...cents)];
  // An interval is at least a dollar.
  const step = roundUp(Math.max(highest - lowest, intervals * 100) / intervals);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}
