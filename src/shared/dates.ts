/**
 * An ISO 8601 moment as month/day/year, in UTC: 8/15/2025. Throws a RangeError for none. Put together by hand, as the
 * names of months are.
 */
export const formatDate = (iso: string): string => {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-').map(Number);
  return [month, day, year].join('/');
};

/** An ISO 8601 moment in UTC, to the second: 2025-08-15 09:30:00. */
export const formatMoment = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

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

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Whole business days (Monday to Friday, UTC) from one moment to a later one: the first has passed at the same time of day
 * on the next business day. Weekends count nothing.
 */
export const businessDaysBetween = (from: Date, until: Date): number => {
  let days = 0;
  for (let at = from.getTime() + dayMs; at <= until.getTime(); at += dayMs) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
};
