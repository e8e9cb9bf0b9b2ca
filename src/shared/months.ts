/** UTC months as texts, `YYYY-MM`: they sort and compare as they are. */

/** The month that a moment lies in. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** The first moment of a month. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** The month so many months later; earlier with a negative number. */
export const addMonths = (month: string, months: number): string => {
  const start = monthStart(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months)));
};

/** By hand, since the first formatter of a page costs a phone more than everything else that a screen does. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** A month in words: `'August 2025'`, or only `'Aug'`. */
export const monthName = (month: string, style: 'long' | 'short' = 'long'): string => {
  const start = monthStart(month);
  const name = monthNames[start.getUTCMonth()] ?? '';
  return style === 'short' ? name.slice(0, 3) : `${name} ${String(start.getUTCFullYear())}`;
};
