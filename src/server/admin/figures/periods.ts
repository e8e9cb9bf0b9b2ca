import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
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
  const daysSinceMonday = (start.getUTCDay() + 6) % 7;
  return { firstDay: dayOf(new Date(start.getTime() - daysSinceMonday * dayMs)), lastDay: dayOf(now) };
}

/** Returns the first days of all periods, oldest first. */
export function periodStarts({ firstDay, lastDay }: FigureRange, unit: FigureUnit): readonly string[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  const step = unit === 'week' ? 7 * dayMs : dayMs;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) =>
    dayOf(new Date(first + index * step)),
  );
}

/** SQL of the first day of the period that a day belongs to, as text. */
export function periodOf(day: SQL, unit: FigureUnit): SQL {
  return sql`to_char(${unit === 'week' ? sql`date_trunc('week', ${day})` : day}, 'YYYY-MM-DD')`;
}
