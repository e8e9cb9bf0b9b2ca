import { addMonths, monthOf } from '../../shared/months.ts';
import type { Context } from '../context.ts';
import { closeMonth } from './close-month.ts';
import type { ClosedMonth } from './write-statements.ts';

/** Closes every open month that is over. Tells what it closed. */
export const closeMonths = (context: Pick<Context, 'db' | 'now'>): Promise<readonly ClosedMonth[]> =>
  closeMonth(context, addMonths(monthOf(context.now), -1));
