import { expect, test } from 'vitest';
import { businessDaysBetween } from '../../../src/shared/dates.ts';

const between = (from: string, until: string): number => businessDaysBetween(new Date(from), new Date(until));

test('a business day has passed when the same hour of the next one is reached', () => {
  expect(between('2025-08-18T09:00Z', '2025-08-19T08:59Z')).toBe(0);
  expect(between('2025-08-18T09:00Z', '2025-08-19T09:00Z')).toBe(1);
  expect(between('2025-08-18T09:00Z', '2025-08-20T09:00Z')).toBe(2);
});

test('weekends count nothing', () => {
  expect(between('2025-08-15T09:00Z', '2025-08-17T23:00Z')).toBe(0);
  expect(between('2025-08-15T09:00Z', '2025-08-18T09:00Z')).toBe(1);
  expect(between('2025-08-16T09:00Z', '2025-08-18T09:00Z')).toBe(1);
  expect(between('2025-08-15T09:00Z', '2025-08-29T09:00Z')).toBe(10);
});

test('nothing has passed at once, or backwards', () => {
  expect(between('2025-08-18T09:00Z', '2025-08-18T09:00Z')).toBe(0);
  expect(between('2025-08-19T09:00Z', '2025-08-18T09:00Z')).toBe(0);
});
