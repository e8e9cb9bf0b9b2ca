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

/** A month in words: `'August 2025'`, or only `'Aug'`. */
export const monthName = (month: string, style: 'long' | 'short' = 'long'): string =>
  monthStart(month).toLocaleDateString('en-US', {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  });
