import * as z from 'zod/mini';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import {
  anomalyCodes,
  payoutAnomalies,
  type PayoutAnomaly,
  payoutReference,
} from '../../../shared/payout-file.ts';
import { payoutFilter, payoutResult, payoutState } from '../../../shared/schemas/payout.ts';
import type { Context } from '../../frame/context/context.ts';
import { payouts } from '../../frame/db/schema/statements.ts';
import { iso } from '../../frame/db/sql.ts';
import { momentKey, pageQuery } from '../../frame/lists/keyset.ts';
import { type ListPage, selectPage } from '../../frame/lists/list-page.ts';
import { payoutAnomalyCodes } from './anomalies.ts';
import { reportedResult, resultFields } from './payout-result.ts';
import {
  monthOrLastClosed,
  type OpenMonth,
  openMonth,
  openMonthsJson,
  parsePayoutRun,
  type PayoutRun,
  payoutRunJson,
  payoutRunRow,
} from './payout-run.ts';

/** Query of one page. */
export const payoutQuery = z.extend(pageQuery, payoutFilter.shape);

/** A page of payouts with the totals of a month, and the months that are not finished. */
interface PayoutPage extends ListPage<Payout> {
  readonly unpaid: readonly UnpaidBalance[];
  readonly run: PayoutRun | null;
  readonly openMonths: readonly OpenMonth[];
}

/**
 * Lists payouts page by page, newest first. The first page also has the balances that were due and could not be paid out.
 * Throws `invalid` for a wrong cursor.
 */
export async function listPayouts(
  context: Pick<Context, 'db' | 'now'>,
  { limit, cursor, ...filter }: z.infer<typeof payoutQuery>,
): Promise<PayoutPage> {
  const list = {
    table: payouts,
    id: payouts.id,
    row: payoutJson(context.now),
    where: payoutCondition(filter),
    key: momentKey(payouts.createdAt),
    descending: true,
    limit,
    cursor,
  };
  const summary = sql`select
    ${cursor === undefined ? unpaidJson(filter.month) : sql`'[]'::json`} as unpaid,
    ${payoutRunJson(filter.month, context.now)} as run, ${openMonthsJson} as open_months`;
  const [page, summaries] = await context.db.atomically((tx) => [selectPage(tx, list), tx.execute(summary)]);
  const [{ unpaid, run, open_months: openMonths }] = summaryRows.parse(summaries);
  return { ...page, rows: page.rows.map(toPayout), unpaid, run: run && parsePayoutRun(run), openMonths };
}

/**
 * SQL condition for the payouts of a filter. The month is matched by an array of its statements, so that PostgreSQL reads the
 * payouts by statement. With a join it may scan all payouts, newest first, and reach an old month last.
 */
export function payoutCondition({ state, month }: z.infer<typeof payoutFilter>): SQL | undefined {
  return and(
    state === undefined ? undefined : stateCondition(state),
    month
      ? sql`${payouts.statementId} = any(array(select id from statements where month = ${`${month}-01`}::date))`
      : undefined,
  );
}

function stateCondition(state: NonNullable<z.infer<typeof payoutFilter>['state']>): SQL | undefined {
  const result = payoutResult.safeParse(state).data;
  if (result === undefined) return eq(payouts.state, payoutState.parse(state));
  return and(inArray(payouts.state, ['proposed', 'approved']), eq(payouts.result, result));
}

const payee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  code: z.string(),
});

const storedPayout = z.object({
  id: z.string(),
  month: z.string().check(z.describe('The month of the statement, YYYY-MM')),
  state: payoutState,
  amount_cents: z.number(),
  payout_email: z.nullable(z.string()).check(z.describe('The recipient; null once forgotten')),
  affiliate: payee,
  created_at: z.iso.datetime(),
  approved_at: z.nullable(z.iso.datetime()),
  paid_at: z.nullable(z.iso.datetime()),
  transaction_id: z.nullable(z.string()).check(z.describe('PayPal’s transaction id')),
  exported_at: z.nullable(z.iso.datetime()).check(z.describe('When the last payment file was exported')),
  exported_by: z.nullable(z.string()).check(z.describe('The account that exported that file')),
  ...reportedResult.shape,
  rejected_at: z.nullable(z.iso.datetime()),
  rejected_reason: z.nullable(z.string()),
});

/** A payout as admins see it. US cents; dates are ISO 8601 UTC. */
export const payoutShape = z
  .extend(storedPayout, {
    reference: z.string().check(z.describe('The reference in the payment file')),
    anomalies: z
      .array(z.object({ code: z.enum(anomalyCodes), text: z.string() }))
      .check(z.describe('Reasons to look closer before approval; empty once paid or rejected')),
  })
  .check(z.meta({ id: 'Payout' }));

export type Payout = z.infer<typeof payoutShape>;

type StoredPayout = z.infer<typeof storedPayout> & { readonly anomalies: readonly PayoutAnomaly[] };

/** Adds the reference and the texts of the anomalies, in the order of `payoutAnomalies`. */
function toPayout({ anomalies, ...payout }: StoredPayout): Payout {
  return {
    ...payout,
    reference: payoutReference(payout.id),
    anomalies: anomalyCodes
      .filter((code) => anomalies.includes(code))
      .map((code) => ({ code, text: payoutAnomalies[code] })),
  };
}

const payeeJson = sql`json_build_object(
  'id', affiliates.id, 'name', affiliates.name, 'email', affiliates.email, 'code', affiliates.code)`;

/** SQL for a StoredPayout, built from a row of `payouts`. */
function payoutJson(now: Date): SQL<StoredPayout> {
  return sql<StoredPayout>`(
  select json_build_object(
    'id', payouts.id, 'month', to_char(statements.month, 'YYYY-MM'), 'state', payouts.state,
    'amount_cents', payouts.amount_cents, 'payout_email', payouts.payout_email, 'affiliate', ${payeeJson},
    'created_at', ${iso(sql`payouts.created_at`)}, 'approved_at', ${iso(sql`payouts.approved_at`)},
    'paid_at', ${iso(sql`payouts.paid_at`)}, 'transaction_id', payouts.transaction_id,
    ${resultFields}, 'exported_at', ${iso(sql`payouts.exported_at`)}, 'exported_by', payouts.exported_by,
    'rejected_at', ${iso(sql`payouts.rejected_at`)}, 'rejected_reason', payouts.rejected_reason,
    'anomalies', ${payoutAnomalyCodes(now)})
  from statements join affiliates on affiliates.id = statements.affiliate_id
  where statements.id = payouts.statement_id)`;
}

/** A balance that was due and could not be paid out. US cents. */
export const unpaidBalance = z
  .object({
    affiliate: payee,
    month: z.string(),
    closing_cents: z.number(),
    reason: z.enum(['no-payout-email', 'closed']),
  })
  .check(z.meta({ id: 'UnpaidBalance' }));

export type UnpaidBalance = z.infer<typeof unpaidBalance>;

const summaryRows = z.tuple([
  z.object({
    unpaid: z.array(unpaidBalance),
    run: z.nullable(payoutRunRow),
    open_months: z.array(openMonth),
  }),
]);

/** SQL for the unpaid balances of a month, largest first. The default is the last closed month. */
function unpaidJson(month: string | undefined): SQL {
  return sql`(
  select coalesce(json_agg(balance order by closing_cents desc, code), '[]') from (
    select json_build_object(
        'affiliate', ${payeeJson}, 'month', to_char(month, 'YYYY-MM'), 'closing_cents', closing_cents,
        'reason', carried_reason) as balance, closing_cents, code
    from statements join affiliates on affiliates.id = statements.affiliate_id
    where carried_reason in ('no-payout-email', 'closed') and month = ${monthOrLastClosed(month)}
    order by closing_cents desc, code limit ${limits.listRows}::int
  ) as balances)`;
}
