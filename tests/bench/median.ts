/** The middle one of an odd number of values, the upper of two in the middle otherwise; NaN for none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** A number with this many digits after the point, for a table. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
