import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { addMonths, monthOf, monthStart } from '../../shared/dates.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { isConcurrentUpdate } from '../db/errors.ts';
import { lockKeys, oneRow } from '../db/sql.ts';
import { type ClosedMonth, writeStatements } from './write-statements.ts';

const outcome = z.object({ last: z.nullable(z.string()), first: z.nullable(z.string()) });

const lastClosed = sql`(select to_char(max(month), 'YYYY-MM') from closed_months)`;

/**
 * Closes the next open month, behind the last closed one, else that of the oldest entry, unless it lies behind `month`: then
 * `none`. Null where somebody else closed it meanwhile.
 */
const closeNext = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  month: string,
): Promise<ClosedMonth | 'none' | null> => {
  const { last, first } = await oneRow(
    db,
    sql`select ${lastClosed} as last,
      (select to_char(min(occurred_at) at time zone 'UTC', 'YYYY-MM') from commission_entries) as first`,
    outcome,
  );
  const next = (last === null ? first : addMonths(last, 1)) ?? month;
  if (next > month) return 'none';
  try {
    // One closer at a time: the next one looks only when this one is done.
    return await writeStatements(db, next, now, [
      lockKeys(['close-month']),
      sql`select assert_unchanged(${last}::text, ${lastClosed})`,
    ]);
  } catch (error) {
    if (isConcurrentUpdate(error)) return null;
    throw error;
  }
};

/**
 * Closes a UTC month (`YYYY-MM`) and every open one before it, in order: statements of all affiliates, and a proposed
 * payout for each balance that is due. Tells what it closed; a month that is closed stays as it is, however often and
 * by however many this is called. Throws `month-not-over`.
 */
export const closeMonth = async (
  context: Pick<Context, 'db' | 'now'>,
  month: string,
): Promise<readonly ClosedMonth[]> => {
  if (monthStart(addMonths(month, 1)) > context.now) throw problem('month-not-over');
  const closed: ClosedMonth[] = [];
  for (;;) {
    const done = await closeNext(context, month);
    if (done === 'none') return closed;
    if (done) closed.push(done);
  }
};

/** Closes every open month that is over. Tells what it closed. */
export const closeMonths = (context: Pick<Context, 'db' | 'now'>): Promise<readonly ClosedMonth[]> =>
  closeMonth(context, addMonths(monthOf(context.now), -1));
