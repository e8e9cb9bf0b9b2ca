import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { addMonths, monthStart } from '../../../shared/months.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { oneRow } from '../operations/one-row.ts';
import { type ClosedMonth, writeStatements } from './write-statements.ts';

const outcome = z.object({ last: z.nullable(z.string()), first: z.nullable(z.string()) });

/** The month to close next: behind the last closed one, else that of the oldest entry; null where there is none. */
const openMonth = async (tx: Database): Promise<string | null> => {
  const { last, first } = await oneRow(
    tx,
    sql`select (select to_char(max(month), 'YYYY-MM') from closed_months) as last,
      (select to_char(min(occurred_at) at time zone 'UTC', 'YYYY-MM') from commission_entries) as first`,
    outcome,
  );
  return last === null ? first : addMonths(last, 1);
};

/** Closes the next open month in a transaction of its own, unless it lies behind `month`: then null. */
const closeNext = ({ db, now }: Pick<Context, 'db' | 'now'>, month: string): Promise<ClosedMonth | null> =>
  db.transaction(async (tx) => {
    // One closer at a time: the next one looks only when this one is done.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('close-month', 0))`);
    const next = (await openMonth(tx)) ?? month;
    return next > month ? null : writeStatements(tx, next, now);
  });

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
    if (!done) return closed;
    closed.push(done);
  }
};
