import { expect, test } from 'vitest';
import { formatDate, formatMoment } from '../../../src/shared/dates.ts';

test('a moment is month/day/year, in UTC wherever it is read', () => {
  expect(formatDate('2025-08-15T00:00:00.000Z')).toBe('8/15/2025');
  expect(formatDate('2025-12-31T23:59:59.999Z')).toBe('12/31/2025');
  expect(() => formatDate('')).toThrow(RangeError);
});

test('a moment is told to the second', () => {
  expect(formatMoment('2025-08-15T09:30:07.999Z')).toBe('2025-08-15 09:30:07');
});
