import type { Context } from '../context.ts';
import { checkLedger } from './check-ledger.ts';
import { comparePayments } from './compare-payments.ts';
import { compareRefunds, compareReversalsBack } from './compare-refunds.ts';
import { differ, report, type Report } from './difference.ts';
import { desc, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ourBooks } from './our-books.ts';
import { reconciliations } from '../db/schema/operations.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Holds our books against the provider's for the UTC days from `firstDay` to `lastDay` (`2025-08-31`), both included:
 * payments, refunds, and the commissions that they earn. Corrects nothing. Throws `payment-provider-unavailable`.
 */
export const reconcile = async (context: Context, firstDay: string, lastDay: string): Promise<Report> => {
  const from = new Date(`${firstDay}T00:00:00Z`);
  const until = new Date(Date.parse(`${lastDay}T00:00:00Z`) + dayMs);
  const listed = await context.payments.listTransactions(from, until);
  const paid = listed.filter(({ kind }) => kind === 'payment');
  const back = listed.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
  const named = [...paid, ...back].map(({ id }) => id);
  const ours = await ourBooks(context, [from, until], named);

  // A refund of the range may be of a payment before it, whose ledger it changes.
  const refunded = await ourBooks(
    context,
    [from, from],
    ours.refunds.map(({ ofPayment }) => ofPayment),
  );
  const concerned = new Map([...ours.payments, ...refunded.payments].map((payment) => [payment.id, payment]));
  const unreadable = listed.filter(({ kind }) => kind === 'unreadable');
  const differences = [
    ...unreadable.map(({ id }) =>
      differ('transaction-unreadable', { order_id: null, transaction_id: id }, null, null),
    ),
    ...(await comparePayments(context, ours.payments, paid)),
    ...(await compareRefunds(context, ours.refunds, back)),
    ...(await compareReversalsBack(context, listed)),
    ...(await checkLedger(context, [...concerned.values()])),
  ];
  const compared = new Set([
    ...named,
    ...ours.payments.map(({ id }) => id),
    ...ours.refunds.map(({ id }) => id),
  ]);
  return {
    first_day: firstDay,
    last_day: lastDay,
    compared: compared.size,
    differences,
    made_at: context.now.toISOString(),
  };
};

/**
 * How many days each run looks back: a payment is listed on the day it began, and an eCheck completes up to a week later.
 * What the provider listed late, or a run missed, is seen by the next ones.
 */
const days = 10;

const dayBefore = ({ now }: Context, count: number): string =>
  new Date(now.getTime() - count * dayMs).toISOString().slice(0, 10);

/**
 * Reconciles the last ten UTC days that are over and keeps the report for the admin; null where the last report is
 * of these days already. Throws `payment-provider-unavailable`; then the next run makes it.
 */
export const reconcileRecent = async (context: Context): Promise<Report | null> => {
  const [firstDay, lastDay] = [dayBefore(context, days), dayBefore(context, 1)];
  const latest = await latestReport(context);
  if (latest?.first_day === firstDay && latest.last_day === lastDay) return null;
  const made = await reconcile(context, firstDay, lastDay);
  const { compared, differences } = made;
  await context.db
    .insert(reconciliations)
    .values({ firstDay, lastDay, compared, differences, madeAt: context.now });
  return made;
};

/** A day as it is stored: a driver may make a moment of it, which another time zone puts on another day. */
const asText = (day: PgColumn) => sql<string>`${day}::text`;

/** The last report that the scheduled run kept, or null before the first. */
export const latestReport = async ({ db }: Pick<Context, 'db'>): Promise<Report | null> => {
  const [found] = await db
    .select({
      first_day: asText(reconciliations.firstDay),
      last_day: asText(reconciliations.lastDay),
      compared: reconciliations.compared,
      differences: reconciliations.differences,
      madeAt: reconciliations.madeAt,
    })
    .from(reconciliations)
    .orderBy(desc(reconciliations.madeAt), desc(reconciliations.id))
    .limit(1);
  if (!found) return null;
  const { madeAt, ...rest } = found;
  return report.parse({ ...rest, made_at: madeAt.toISOString() });
};
