/** Formats an ISO 8601 moment as month/day/year in UTC: 8/15/2025. Throws a RangeError for other text. */
export function formatDate(iso: string): string {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-').map(Number);
  return [month, day, year].join('/');
}

/** Formats an ISO 8601 moment in UTC to the second: 2025-08-15 09:30:00. */
export function formatMoment(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

// UTC months are texts, `YYYY-MM`. Their alphabetical order is the order in time.

/** Returns the UTC month of a moment. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/** Returns the first moment of a month. */
export function monthStart(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

/** Returns the month that is a number of months later, or earlier for a negative number. */
export function addMonths(month: string, months: number): string {
  const start = monthStart(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months)));
}

/** A list, because the first Intl formatter of a page costs a phone more time than the rest of a screen. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** Formats a month in words: `August 2025`, or `Aug` for the short style. */
export function monthName(month: string, style: 'long' | 'short' = 'long'): string {
  const start = monthStart(month);
  const name = monthNames[start.getUTCMonth()] ?? '';
  return style === 'short' ? name.slice(0, 3) : `${name} ${String(start.getUTCFullYear())}`;
}

/** Formats a month in words, without the year if it is a month of this year: `August`, `December 2024`. */
export function monthNameIn(month: string, now: Date): string {
  const name = monthName(month);
  return month.slice(0, 4) === monthOf(now).slice(0, 4) ? name.slice(0, -5) : name;
}

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1_000;

// Business days are Monday to Friday in UTC. A weekend takes no time: what begins on a Saturday begins on Monday at 0:00.

/**
 * Returns the number of whole business days between two moments. A day is over at the same time of day on the next business
 * day.
 */
export function businessDaysBetween(from: Date, until: Date): number {
  let at = from.getTime();
  while (isWeekend(at)) at = dayStart(at) + dayMs;
  let days = 0;
  for (at += dayMs; at <= until.getTime(); at += dayMs) if (!isWeekend(at)) days += 1;
  return days;
}

/** Returns the moment at which a number of business days is over. See `businessDaysBetween`. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from.getTime();
  while (isWeekend(at)) at = dayStart(at) + dayMs;
  for (let left = days; left > 0; left -= 1) {
    at += dayMs;
    while (isWeekend(at)) at += dayMs;
  }
  return new Date(at);
}

/** Returns the latest moment from which so many business days are over at `until`. */
export function businessDaysBefore(until: Date, days: number): Date {
  let at = until.getTime();
  // On a weekend, the time is that of the end of Friday.
  while (isWeekend(at)) at = dayStart(at) - 1;
  for (let left = days; left > 0; left -= 1) {
    at -= dayMs;
    while (isWeekend(at)) at -= dayMs;
  }
  return new Date(at);
}

function isWeekend(at: number): boolean {
  return [0, 6].includes(new Date(at).getUTCDay());
}

function dayStart(at: number): number {
  return at - (at % dayMs);
}
