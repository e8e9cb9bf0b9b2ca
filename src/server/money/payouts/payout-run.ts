import * as z from 'zod/mini';
import { and, desc, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { anomalyCodes, payoutAnomalies } from '../../../shared/payout-anomalies.ts';
import type { Statements } from '../../frame/context/database.ts';
import { closedMonths, payouts, statements } from '../../frame/db/schema/statements.ts';
import { iso } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { payoutAnomalyCodes } from './anomalies.ts';
import { isOpenPayout } from './payout-result.ts';

const sum = z.object({ count: z.number(), cents: z.number() });

/** The payouts of a month, added up by the step that they have reached. US cents. */
export const payoutRun = z
  .object({
    month: z.string(),
    closed_at: z.nullable(z.iso.datetime()).check(z.describe('Null if the month is not closed')),
    proposed: sum,
    flagged: sum.check(z.describe('The proposed payouts with an anomaly')),
    approved: sum.check(z.describe('Approved, and in no payment file')),
    exported: sum.check(z.describe('Approved, in a payment file, and without a result')),
    unclaimed: sum.check(z.describe('Sent by PayPal, and not accepted yet')),
    returned: sum.check(z.describe('Returned by PayPal, and not rejected yet')),
    blocked: sum.check(z.describe('Blocked by PayPal, and not rejected yet')),
    paid: sum,
    rejected: sum,
    anomalies: z
      .array(z.object({ code: z.enum(anomalyCodes), text: z.string(), count: z.number() }))
      .check(z.describe('The anomalies of the proposed payouts, each with the number of payouts')),
  })
  .check(z.meta({ id: 'PayoutRun' }));

export type PayoutRun = z.infer<typeof payoutRun>;

/** SQL for the first day of a month. The default is the last closed month; null if no month is closed. */
export function monthOrLastClosed(month: string | undefined): SQL {
  return sql`coalesce(${month === undefined ? null : `${month}-01`}::date, (select max(${closedMonths.month}) from ${closedMonths}))`;
}

/** SQL for the month of a statement, YYYY-MM. */
export const statementMonth = sql<string>`to_char(${statements.month}, 'YYYY-MM')`;

/**
 * SQL condition for the payouts of a month, by its first day. It is an array of statements, so that PostgreSQL reads the payouts by
 * statement. With a join it may scan all payouts, newest first, and reach an old month last.
 */
export function isOfMonth(firstDay: SQL): SQL {
  return sql`${payouts.statementId} = any(array(
    select ${statements.id} from ${statements} where ${statements.month} = ${firstDay}))`;
}

/**
 * Selects the run of a month. The default is the last closed month; null if no month is closed. Only proposed payouts are searched for
 * anomalies, because the search costs several index scans for each payout.
 */
export function selectPayoutRun(tx: Statements, month: string | undefined, now: Date) {
  const firstDay = monthOrLastClosed(month);
  const closing = tx
    .select({
      month: sql<string>`to_char(${closedMonths.month}, 'YYYY-MM')`,
      closedAt: iso(closedMonths.closedAt),
    })
    .from(closedMonths)
    .where(sql`${closedMonths.month} = ${firstDay}`);
  const sums = tx.select(sumsByStep).from(payouts).where(isOfMonth(firstDay));
  const proposed = tx
    .select({ cents: payouts.amountCents, codes: payoutAnomalyCodes(now).as('codes') })
    .from(payouts)
    .where(and(isOfMonth(firstDay), isProposed))
    .as('proposed');
  const flags = tx
    .select({ codes: proposed.codes, ...sumOf(proposed.cents) })
    .from(proposed)
    .groupBy(proposed.codes);
  return new StatementGroup([closing, sums, flags], ([[closed], [steps], groups]): PayoutRun | null => {
    const runMonth = month ?? closed?.month;
    if (runMonth === undefined || !steps) return null;
    const flagged = groups.filter(({ codes }) => codes.length > 0);
    return {
      month: runMonth,
      closed_at: closed?.closedAt ?? null,
      ...steps,
      flagged: {
        count: total(flagged.map((group) => group.count)),
        cents: total(flagged.map(({ cents }) => cents)),
      },
      anomalies: anomalyCodes.flatMap((code) => {
        const found = flagged.filter(({ codes }) => codes.includes(code));
        if (found.length === 0) return [];
        return [{ code, text: payoutAnomalies[code], count: total(found.map((group) => group.count)) }];
      }),
    };
  });
}

const { state, result, exportedAt, amountCents } = payouts;

const isProposed = and(eq(state, 'proposed'), isNull(result));

const sumsByStep = {
  proposed: sumOf(amountCents, isProposed),
  approved: sumOf(amountCents, sql`${state} = 'approved' and ${result} is null and ${exportedAt} is null`),
  exported: sumOf(
    amountCents,
    sql`${state} = 'approved' and ${result} is null and ${exportedAt} is not null`,
  ),
  unclaimed: sumOf(amountCents, and(isOpenPayout, eq(result, 'unclaimed'))),
  returned: sumOf(amountCents, and(isOpenPayout, eq(result, 'returned'))),
  blocked: sumOf(amountCents, and(isOpenPayout, eq(result, 'blocked'))),
  paid: sumOf(amountCents, eq(state, 'paid')),
  rejected: sumOf(amountCents, eq(state, 'rejected')),
};

/** SQL for the number and the sum of the rows that meet a condition. */
function sumOf(cents: SQLWrapper, condition = sql`true`) {
  return {
    count: sql<number>`(count(*) filter (where ${condition}))::int`,
    cents: sql<number>`coalesce(sum(${cents}) filter (where ${condition}), 0)::int`,
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** A month with payouts that are neither paid nor rejected. US cents. */
export const openMonth = z
  .object({ month: z.string(), count: z.number(), cents: z.number() })
  .check(z.meta({ id: 'OpenPayoutMonth' }));

export type OpenMonth = z.infer<typeof openMonth>;

/** Selects the open months, newest first. */
export function selectOpenMonths(tx: Statements) {
  return tx
    .select({ month: statementMonth, ...sumOf(amountCents) })
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .where(isOpenPayout)
    .groupBy(statements.month)
    .orderBy(desc(statements.month));
}
