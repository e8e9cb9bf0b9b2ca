import * as z from 'zod/mini';
import { dayMs, dayOf } from '../../../shared/dates.ts';

export const figureUnit = z.enum(['day', 'week']);

export type FigureUnit = z.infer<typeof figureUnit>;

/** The days of all figures. */
export interface FigureRange {
  /** Twelve months ago, or up to six days earlier: a Monday, so that every week is whole. */
  readonly firstDay: string;
  /** Today in UTC. */
  readonly lastDay: string;
}

export function figureRange(now: Date): FigureRange {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 12, now.getUTCDate()));
  return { firstDay: periodOf(dayOf(start), 'week'), lastDay: dayOf(now) };
}

/** Returns the first days of all periods, oldest first. */
export function periodStarts({ firstDay, lastDay }: FigureRange, unit: FigureUnit): readonly string[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  const step = unit === 'week' ? 7 * dayMs : dayMs;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) =>
    dayOf(new Date(first + index * step)),
  );
}

/** Returns the first day of the period that a day belongs to. Weeks begin on Monday. */
export function periodOf(day: string, unit: FigureUnit): string {
  if (unit === 'day') return day;
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return dayOf(new Date(Date.parse(day) - daysSinceMonday * dayMs));
}
