import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  addMonths,
  businessDaysBetween,
  dayRange,
  firstPayoutMonthInTime,
  formatDate,
  formatLongDate,
  formatLongMoment,
  formatMoment,
  monthName,
  monthNameIn,
  monthOf,
  monthStart,
  startOfBusinessDays,
} from '../../../src/shared/dates.ts';

test('formatLongDate formats a moment as a day in words in UTC', () => {
  expect(formatLongDate('2025-08-05T23:59:59.999Z')).toBe('August 5, 2025');
});

test('formatDate formats a moment as month/day/year in UTC', () => {
  expect(formatDate('2025-08-15T00:00:00.000Z')).toBe('8/15/2025');
  expect(formatDate('2025-12-31T23:59:59.999Z')).toBe('12/31/2025');
  expect(() => formatDate('')).toThrow(RangeError);
});

test('dayRange names the first and the last day, and a single day once', () => {
  expect(dayRange('2025-11-28', '2025-11-29')).toBe('11/28/2025 to 11/29/2025');
  expect(dayRange('2025-11-28', '2025-11-28')).toBe('11/28/2025');
  expect(dayRange('2025-11-28', '2025-11-28', formatLongDate)).toBe('November 28, 2025');
});

test('formatLongMoment formats a moment in words to the second', () => {
  expect(formatLongMoment('2025-08-15T09:30:07.999Z')).toBe('August 15, 2025, 09:30:07 UTC');
});

test('formatMoment formats a moment to the second', () => {
  expect(formatMoment('2025-08-15T09:30:07.999Z')).toBe('2025-08-15 09:30:07');
});

test.each([
  ['2026-11-24T23:59:59Z', '2026-10'],
  ['2026-11-25T00:00:00Z', '2026-11'],
  ['2027-01-01T00:00:00Z', '2026-12'],
])('at %s payouts for a month before %s are overdue', (now, month) => {
  expect(firstPayoutMonthInTime(new Date(now))).toBe(month);
});

test('monthOf returns the UTC month of a moment, and monthStart its start', () => {
  expect(monthOf(new Date('2025-09-01T00:30:00+01:00'))).toBe('2025-08');
  expect(monthStart('2025-08').toISOString()).toBe('2025-08-01T00:00:00.000Z');
});

test.each([
  ['2025-12', 1, '2026-01'],
  ['2025-01', -1, '2024-12'],
  ['2025-01', 25, '2027-02'],
  ['2025-08', 0, '2025-08'],
])('%s plus %i months is %s', (month, months, expected) => {
  expect(addMonths(month, months)).toBe(expected);
});

test('monthName formats a month, long and short', () => {
  expect([monthName('2025-01'), monthName('2025-12', 'short')]).toEqual(['January 2025', 'Dec']);
});

test('monthNameIn formats a month of this year without the year', () => {
  const now = new Date('2025-12-31T23:59:59Z');
  expect([monthNameIn('2025-11', now), monthNameIn('2024-12', now)]).toEqual(['November', 'December 2024']);
});

describe('business days', () => {
  const between = (from: string, until: string): number =>
    businessDaysBetween(new Date(from), new Date(until));

  test('count from the day after the first, and from midnight in UTC', () => {
    expect(between('2025-08-18T09:00Z', '2025-08-18T23:59Z')).toBe(0);
    expect(between('2025-08-18T09:00Z', '2025-08-19T00:00Z')).toBe(1);
    expect(between('2025-08-18T00:00Z', '2025-08-20T08:00Z')).toBe(2);
  });

  test('do not include weekends', () => {
    expect(between('2025-08-15T09:00Z', '2025-08-17T23:00Z')).toBe(0);
    expect(between('2025-08-15T09:00Z', '2025-08-18T00:00Z')).toBe(1);
    expect(between('2025-08-15T09:00Z', '2025-08-29T09:00Z')).toBe(10);
  });

  test.each([
    ['Monday', '2025-08-18T09:00Z', '2025-08-20'],
    ['Thursday', '2025-08-21T00:00Z', '2025-08-25'],
    ['Friday', '2025-08-15T23:59Z', '2025-08-19'],
    ['Saturday', '2025-08-16T00:00Z', '2025-08-19'],
    ['Sunday', '2025-08-17T23:59Z', '2025-08-19'],
    ['Friday before a leap day', '2028-02-25T12:00Z', '2028-02-29'],
  ])('two of them after a %s (%s) end with %s', (_day, from, lastDay) => {
    const end = new Date(`${lastDay}T23:59:59.999Z`);
    expect(addBusinessDays(new Date(from), 2)).toEqual(new Date(lastDay));
    expect(businessDaysBetween(new Date(from), end)).toBe(2);
    const nextDay = end.getTime() + 1;
    // An admin's overview counts late records by the beginning of these days.
    expect(startOfBusinessDays(end, 3).getTime()).toBeLessThanOrEqual(Date.parse(from));
    expect(businessDaysBetween(new Date(from), new Date(nextDay))).toBe(3);
    expect(startOfBusinessDays(new Date(nextDay), 3).getTime()).toBeGreaterThan(Date.parse(from));
  });
});
