import { desc, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { reconciliations } from '../../frame/db/schema/operations.ts';
import { checkLedger } from './check-ledger.ts';
import { comparePayments } from './compare-payments.ts';
import { compareRefunds, compareReversalsBack } from './compare-refunds.ts';
import { differ, report, type Report } from './difference.ts';
import { loadRecords, type OurPayment, type OurRecords } from './our-records.ts';
import { recordPayouts } from './record-payouts.ts';

/**
 * Compares our records with PayPal's report of the UTC days from `firstDay` to `lastDay` (`2025-08-31`), both included:
 * payments, refunds, and their commissions. Changes nothing but the fates of exported payouts, which only PayPal knows. Throws
 * `payment-provider-unavailable`.
 */
export async function reconcile(context: Context, firstDay: string, lastDay: string): Promise<Report> {
  const from = new Date(`${firstDay}T00:00:00Z`);
  const until = new Date(Date.parse(`${lastDay}T00:00:00Z`) + dayMs);
  const listed = await context.paypal.listTransactions(from, until);
  const payments = listed.filter(({ kind }) => kind === 'payment');
  const refunds = listed.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
  const listedIds = [...payments, ...refunds].map(({ id }) => id);
  const ours = await loadRecords(context, [from, until], listedIds);
  const payouts = await recordPayouts(context, listed, from);
  const differences = [
    ...listed
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ id }) => differ('transaction-unreadable', { order_id: null, transaction_id: id }, null, null)),
    ...(await comparePayments(context, ours.payments, payments)),
    ...(await compareRefunds(context, ours.refunds, refunds)),
    ...(await compareReversalsBack(context, listed)),
    ...(await checkLedger(context, [...ours.payments, ...(await refundedEarlier(context, from, ours))])),
    ...payouts.differences,
  ];
  const compared = new Set([...listedIds, ...[...ours.payments, ...ours.refunds].map(({ id }) => id)]);
  return {
    first_day: firstDay,
    last_day: lastDay,
    compared: compared.size + payouts.count,
    differences,
    made_at: context.now.toISOString(),
  };
}

/** Loads payments of earlier days that were refunded in the range, because a refund changes their ledger. */
async function refundedEarlier(
  context: Context,
  from: Date,
  ours: OurRecords,
): Promise<readonly OurPayment[]> {
  const loadedIds = new Set(ours.payments.map(({ id }) => id));
  const ids = ours.refunds.map(({ paymentId }) => paymentId).filter((id) => !loadedIds.has(id));
  // The range is empty, so only the payments with these ids are loaded.
  return (await loadRecords(context, [from, from], ids)).payments;
}

/**
 * The number of days that each run reconciles. PayPal lists a payment on the day it began, and an eCheck completes up to a
 * week later. Later runs also find payments that PayPal listed late, or that an earlier run missed.
 */
const recentDays = 10;

/**
 * Reconciles the last ten UTC days that are over, and saves the report for the admin. Returns null if the last report is of
 * the same days. Throws `payment-provider-unavailable`; the next run tries again.
 */
export async function reconcileRecent(context: Context): Promise<Report | null> {
  const [firstDay, lastDay] = [dayBefore(context.now, recentDays), dayBefore(context.now, 1)];
  const latest = await latestReport(context);
  if (latest?.first_day === firstDay && latest.last_day === lastDay) return null;
  const current = await reconcile(context, firstDay, lastDay);
  const { compared, differences } = current;
  await context.db
    .insert(reconciliations)
    .values({ firstDay, lastDay, compared, differences, madeAt: context.now });
  return current;
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

/** Returns the last saved report, or null before the first. */
export async function latestReport({ db }: Pick<Context, 'db'>): Promise<Report | null> {
  const [row] = await db
    .select({
      first_day: dayText(reconciliations.firstDay),
      last_day: dayText(reconciliations.lastDay),
      compared: reconciliations.compared,
      differences: reconciliations.differences,
      madeAt: reconciliations.madeAt,
    })
    .from(reconciliations)
    .orderBy(desc(reconciliations.madeAt), desc(reconciliations.id))
    .limit(1);
  if (!row) return null;
  const { madeAt, ...reportFields } = row;
  return report.parse({ ...reportFields, made_at: madeAt.toISOString() });
}

/** A day as text. The driver would return a Date, which may be another day in another time zone. */
function dayText(day: PgColumn) {
  return sql<string>`${day}::text`;
}
