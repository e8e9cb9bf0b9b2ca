import { expect, test } from 'vitest';
import { addMonths, monthName, monthOf, monthStart } from '../../../src/shared/dates.ts';

test('a moment lies in its month in UTC', () => {
  expect(monthOf(new Date('2025-09-01T00:30:00+01:00'))).toBe('2025-08');
  expect(monthStart('2025-08').toISOString()).toBe('2025-08-01T00:00:00.000Z');
});

test.each([
  ['2025-12', 1, '2026-01'],
  ['2025-01', -1, '2024-12'],
  ['2025-01', 25, '2027-02'],
  ['2025-08', 0, '2025-08'],
])('%s and %i months are %s', (month, months, expected) => {
  expect(addMonths(month, months)).toBe(expected);
});

test('a month has a name, long and short', () => {
  expect([monthName('2025-01'), monthName('2025-12', 'short')]).toEqual(['January 2025', 'Dec']);
});
