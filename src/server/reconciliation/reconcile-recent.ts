import type { Context } from '../context.ts';
import { reconciliations } from '../db/schema/reconciliations.ts';
import type { Report } from './difference.ts';
import { latestReport } from './latest-report.ts';
import { reconcile } from './reconcile.ts';

const dayMs = 24 * 60 * 60 * 1_000;

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
