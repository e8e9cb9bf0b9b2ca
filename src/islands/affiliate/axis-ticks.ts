/** Intervals between the ticks, if all values are of one sign. */
const intervals = 3;

/**
 * Returns the ticks of an axis for amounts in cents: round whole dollars from below the least amount to above the highest,
 * zero included.
 */
export function axisTicks(cents: readonly number[]): readonly number[] {
  const [most, least] = [Math.max(0, ...cents), Math.min(0, ...cents)];
  const step = roundUp(Math.max(most - least, intervals * 100) / intervals);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}
