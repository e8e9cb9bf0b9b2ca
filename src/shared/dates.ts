/** Formats an ISO 8601 moment as month/day/year in UTC: 8/15/2025. Throws a RangeError for other text. */
export function formatDate(iso: string): string {
  const [year, month, day] = new Date(iso).toISOString().slice(0, 10).split('-').map(Number);
  return [month, day, year].join('/');
}

/** Formats a period of UTC days, which are both in it: `8/1/2025 to 8/3/2025`, or the day alone if it is the only one. */
export function dayRange(first: string, last: string, format = formatDate): string {
  return [...new Set([format(first), format(last)])].join(' to ');
}

/** Formats an ISO 8601 moment in UTC to the second: 2025-08-15 09:30:00. */
export function formatMoment(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** Returns the UTC day of a moment: `2025-08-31`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
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

/** The day of a month (UTC) from which the payouts for the month before are overdue. The last days are left for paying them. */
export const payoutOverdueDay = 25;

/** Returns the earliest month whose payouts are not overdue. */
export function firstPayoutMonthInTime(now: Date): string {
  return addMonths(monthOf(now), now.getUTCDate() >= payoutOverdueDay ? 0 : -1);
}

/** The English months. Not from Intl, because a page's first Intl formatter takes a phone longer than the rest of a screen. */
export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** Formats a month in words: `August 2025`, or `Aug` for the short style. */
export function monthName(month: string, style: 'long' | 'short' = 'long'): string {
  const start = monthStart(month);
  const name = monthNames[start.getUTCMonth()] ?? '';
  return style === 'short' ? name.slice(0, 3) : `${name} ${String(start.getUTCFullYear())}`;
}

/** Formats an ISO 8601 moment as a UTC day in words: `August 15, 2025`. */
export function formatLongDate(iso: string): string {
  const [month = '', year = ''] = monthName(iso.slice(0, 7)).split(' ');
  return `${month} ${String(Number(iso.slice(8, 10)))}, ${year}`;
}

/** Formats an ISO 8601 moment in words: `August 15, 2025, 09:30:07 UTC`. */
export function formatLongMoment(iso: string): string {
  return `${formatLongDate(iso)}, ${iso.slice(11, 19)} UTC`;
}

/** Formats a month in words, without the year if the month is in the year of `now`: `August`, `December 2024`. */
export function monthNameIn(month: string, now: Date): string {
  const name = monthName(month);
  return month.slice(0, 4) === monthOf(now).slice(0, 4) ? name.slice(0, -5) : name;
}

/** A day in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1_000;

// Business days are Monday to Friday in UTC. They are counted by their beginnings: the first one after a Friday, a Saturday or a
// Sunday is Monday.

/** Returns the number of business days that began between two moments. It is 0 on the same day. */
export function businessDaysBetween(from: Date, until: Date): number {
  let days = 0;
  for (let day = dayStart(from) + dayMs; day <= until.getTime(); day += dayMs) if (!isWeekend(day)) days += 1;
  return days;
}

/** Returns the beginning of the last of a number of business days after a moment. */
export function addBusinessDays(from: Date, days: number): Date {
  let day = dayStart(from);
  let left = days;
  while (left > 0) {
    day += dayMs;
    if (!isWeekend(day)) left -= 1;
  }
  return new Date(day);
}

/** Returns the beginning of the first of the last `days` business days. After any earlier moment, at least `days` have begun. */
export function startOfBusinessDays(until: Date, days: number): Date {
  let day = dayStart(until) + dayMs;
  let left = days;
  while (left > 0) {
    day -= dayMs;
    if (!isWeekend(day)) left -= 1;
  }
  return new Date(day);
}

function isWeekend(time: number): boolean {
  return [0, 6].includes(new Date(time).getUTCDay());
}

function dayStart(moment: Date): number {
  return moment.getTime() - (moment.getTime() % dayMs);
}
