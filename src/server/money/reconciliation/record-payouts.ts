import { and, eq, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { parsePayoutReference } from '../../../shared/payout-file.ts';
import type { Context } from '../../frame/context/context.ts';
import { payouts } from '../../frame/db/schema/statements.ts';
import type { ColumnsOf } from '../../frame/db/sql.ts';
import type { ProviderTransaction } from '../../frame/context/paypal.ts';
import { isOpenPayout } from '../payouts/payout-result.ts';
import { type ChangeablePayout, recordPayoutFates } from '../payouts/record-payout-fate.ts';
import { differ, type Difference } from './difference.ts';
import { amountOf, followRows, isSent, payoutFate } from './payout-fate.ts';

interface RecordedPayouts {
  /** The number of our references in the report. */
  readonly count: number;
  readonly differences: readonly Difference[];
}

/**
 * Matches the mass payments of PayPal's report to our payouts by their reference, and records their fates: paid, unclaimed,
 * returned or blocked. `listed` is the report since `from`. Idempotent.
 */
export async function recordPayouts(
  context: Context,
  listed: readonly ProviderTransaction[],
  from: Date,
): Promise<RecordedPayouts> {
  const rows = [...(await listUnclaimed(context, from)), ...listed].filter((row) => payoutFate(row) !== null);
  if (rows.length === 0) return { count: 0, differences: [] };
  const named = await loadNamedPayouts(context, rows);
  const byId = new Map(named.map((payout) => [payout.id, payout]));
  const holders = new Map(named.map(({ transactionId, id }) => [transactionId, id]));
  const byPayout = Map.groupBy(rows, payoutIdIn(rows, holders));
  byPayout.delete(undefined);

  const results = [...byPayout].map(([id, ownRows]) => {
    const payout = byId.get(id ?? '');
    if (!payout) return { differences: ownRows.filter((row) => isSent(payoutFate(row))).map(unknownPayout) };
    const isTaken = (row: ProviderTransaction) => (holders.get(row.id) ?? id) !== id;
    const followed = followRows(
      payout,
      ownRows.filter((row) => !isTaken(row)),
    );
    return {
      change: { before: payout, after: followed.payout },
      differences: [...followed.differences, ...ownRows.filter(isTaken).map(takenTransaction)],
    };
  });
  await recordPayoutFates(
    context,
    results.flatMap(({ change }) => (change && change.before !== change.after ? [change] : [])),
  );
  return { count: byPayout.size, differences: results.flatMap(({ differences }) => differences) };
}

/**
 * Lists the days before `from` on which unclaimed payouts were sent, and returns the rows of these payouts. PayPal lists a payment
 * on the day it began, even if its recipient accepts it weeks later.
 */
async function listUnclaimed(context: Context, from: Date): Promise<readonly ProviderTransaction[]> {
  const unclaimed = await loadPayouts(
    context,
    and(isOpenPayout, eq(payouts.result, 'unclaimed'), lt(payouts.resultAt, from)),
  );
  const ids = new Set(unclaimed.map(({ id }) => id));
  const days = new Set(unclaimed.map(({ resultAt }) => Math.floor((resultAt?.getTime() ?? 0) / dayMs)));
  const rows: ProviderTransaction[] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const until = Math.min((day + 1) * dayMs, from.getTime());
    rows.push(...(await context.paypal.listTransactions(new Date(day * dayMs), new Date(until))));
  }
  return rows.filter(({ customId }) => ids.has(parsePayoutReference(customId ?? '') ?? ''));
}

/**
 * Returns a function that finds the payout of a row: by our reference, or, for money that came back, by the payment that the row
 * names. That payment may be in the report, or recorded here.
 */
function payoutIdIn(rows: readonly ProviderTransaction[], holders: ReadonlyMap<string | null, string>) {
  const referenced = (row: ProviderTransaction) => parsePayoutReference(row.customId ?? '') ?? undefined;
  const payments = new Map(
    rows.filter(({ kind }) => kind === 'payout').map((row) => [row.id, referenced(row)]),
  );
  return (row: ProviderTransaction): string | undefined =>
    referenced(row) ??
    (row.paymentId === null ? undefined : (payments.get(row.paymentId) ?? holders.get(row.paymentId)));
}

/** Loads the payouts whose reference or transaction the rows have. */
function loadNamedPayouts(
  context: Context,
  rows: readonly ProviderTransaction[],
): Promise<ChangeablePayout[]> {
  const ids = rows.flatMap(({ customId }) => parsePayoutReference(customId ?? '') ?? []);
  const transactions = rows.flatMap(({ id, paymentId }) => [id, ...(paymentId === null ? [] : [paymentId])]);
  return loadPayouts(context, or(inArray(payouts.id, ids), inArray(payouts.transactionId, transactions)));
}

function loadPayouts({ db }: Pick<Context, 'db'>, condition: SQL | undefined): Promise<ChangeablePayout[]> {
  return db.select(payoutColumns).from(payouts).where(condition);
}

const payoutColumns = {
  id: payouts.id,
  state: payouts.state,
  amountCents: payouts.amountCents,
  isExported: sql<boolean>`${payouts.exportedAt} is not null`,
  hasAddress: sql<boolean>`${payouts.payoutEmail} is not null`,
  transactionId: payouts.transactionId,
  result: payouts.result,
  resultAt: payouts.resultAt,
} satisfies ColumnsOf<ChangeablePayout>;

function unknownPayout(row: ProviderTransaction): Difference {
  const { id, customId } = row;
  return differ('payout-unknown', { order_id: customId, transaction_id: id }, null, amountOf(row));
}

function takenTransaction({ id, customId }: ProviderTransaction): Difference {
  return differ('payout-transaction-taken', { order_id: customId, transaction_id: id }, null, id);
}
