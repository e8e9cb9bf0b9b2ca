/** Returns the median, for an even number of values the upper one. NaN without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Returns the value below or at which `percent` of the values are. NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((percent / 100) * values.length) - 1] ?? NaN;
}

/** Rounds a number to some decimal places. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
