import * as z from 'zod/mini';
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import { anomalyCodes, payoutAnomalies, type PayoutAnomaly } from '../../../shared/payout-anomalies.ts';
import { payoutReference } from '../../../shared/payout-file.ts';
import { payoutFilter, payoutResult, payoutState } from '../../../shared/schemas/payout.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { affiliateExample } from '../affiliates/affiliate.ts';
import { type ColumnsOf, iso, jsonObject, nested } from '../../frame/db/sql.ts';
import { momentKey, pageQuery } from '../../frame/lists/keyset.ts';
import { type ListPage, selectPage } from '../../frame/lists/list-page.ts';
import { payoutAnomalyCodes } from './anomalies.ts';
import { isOpenPayout, reportedResult, resultColumns } from './payout-result.ts';
import {
  isOfMonth,
  monthOrLastClosed,
  type OpenMonth,
  type PayoutRun,
  selectOpenMonths,
  selectPayoutRun,
  statementMonth,
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
    row: storedColumns(context.now),
    where: payoutCondition(filter),
    key: momentKey(payouts.createdAt),
    descending: true,
    limit,
    cursor,
  };
  const [page, run, openMonths, unpaid = []] = await context.db.atomically((tx) => [
    selectPage(tx, list),
    selectPayoutRun(tx, filter.month, context.now),
    selectOpenMonths(tx),
    ...(cursor === undefined ? [selectUnpaid(tx, filter.month)] : []),
  ]);
  return { ...page, rows: page.rows.map(toPayout), unpaid, run, openMonths };
}

/** SQL condition for the payouts of a filter. */
export function payoutCondition({ state, month }: z.infer<typeof payoutFilter>): SQL | undefined {
  return and(
    state === undefined ? undefined : stateCondition(state),
    month ? isOfMonth(sql`${`${month}-01`}::date`) : undefined,
  );
}

function stateCondition(state: NonNullable<z.infer<typeof payoutFilter>['state']>): SQL | undefined {
  const result = payoutResult.safeParse(state).data;
  if (result === undefined) return eq(payouts.state, payoutState.parse(state));
  return and(isOpenPayout, eq(payouts.result, result));
}

const payee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  code: z.string(),
});

type Payee = z.infer<typeof payee>;

const payeeExample: Payee = {
  id: affiliateExample.id,
  name: 'ada',
  email: 'ada@mail.example',
  code: 'ada0001',
};

const storedPayout = z.object({
  id: z.string(),
  month: z.string().check(z.describe('The month of the statement, YYYY-MM')),
  state: payoutState,
  amount_cents: z.number(),
  payout_email: z.nullable(z.string()).check(z.describe('The recipient; null once erased')),
  affiliate: payee,
  created_at: z.iso.datetime(),
  approved_at: z.nullable(z.iso.datetime()),
  paid_at: z.nullable(z.iso.datetime()),
  transaction_id: z.nullable(z.string()).check(z.describe('PayPal’s transaction ID')),
  exported_at: z.nullable(z.iso.datetime()).check(z.describe('When it was last exported for payment')),
  exported_by: z.nullable(z.string()).check(z.describe('The account that exported it last')),
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

const examplePayoutId = '0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10';

export const payoutExample: Payout = {
  id: examplePayoutId,
  month: '2025-08',
  state: 'proposed',
  amount_cents: 10000,
  payout_email: 'ada@mail.example',
  affiliate: payeeExample,
  created_at: '2025-09-01T02:10:00.000Z',
  approved_at: null,
  paid_at: null,
  transaction_id: null,
  exported_at: null,
  exported_by: null,
  result: null,
  result_at: null,
  rejected_at: null,
  rejected_reason: null,
  reference: payoutReference(examplePayoutId),
  anomalies: [{ code: 'first-payout', text: 'The first payout of this affiliate' }],
};

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

const payeeColumns = {
  id: affiliates.id,
  name: affiliates.name,
  email: affiliates.email,
  code: affiliates.code,
} satisfies ColumnsOf<Payee>;

/** The columns of a StoredPayout. */
function storedColumns(now: Date) {
  const isOwn = sql`${statements.id} = ${payouts.statementId}`;
  const affiliate = sql<Payee>`(select ${jsonObject(payeeColumns)} from ${statements}
    join ${affiliates} on ${affiliates.id} = ${statements.affiliateId} where ${isOwn})`;
  return {
    id: payouts.id,
    month: nested(sql<string>`(select ${statementMonth} from ${statements} where ${isOwn})`),
    state: payouts.state,
    amount_cents: payouts.amountCents,
    payout_email: payouts.payoutEmail,
    affiliate: nested(affiliate),
    created_at: iso(payouts.createdAt),
    approved_at: iso(payouts.approvedAt),
    paid_at: iso(payouts.paidAt),
    transaction_id: payouts.transactionId,
    ...resultColumns,
    exported_at: iso(payouts.exportedAt),
    exported_by: payouts.exportedBy,
    rejected_at: iso(payouts.rejectedAt),
    rejected_reason: payouts.rejectedReason,
    anomalies: payoutAnomalyCodes(now),
  } satisfies ColumnsOf<StoredPayout>;
}

const unpaidReasons = ['no-payout-email', 'closed'] as const;

/** A balance that was due and could not be paid out. US cents. */
export const unpaidBalance = z
  .object({
    affiliate: payee,
    month: z.string(),
    closing_cents: z.number(),
    reason: z.enum(unpaidReasons),
  })
  .check(z.meta({ id: 'UnpaidBalance' }));

export type UnpaidBalance = z.infer<typeof unpaidBalance>;

/** Selects the unpaid balances of a month, largest first. The default is the last closed month. */
function selectUnpaid(tx: Statements, month: string | undefined) {
  return tx
    .select({
      affiliate: payeeColumns,
      month: statementMonth,
      closing_cents: statements.closingCents,
      reason: sql<UnpaidBalance['reason']>`${statements.carriedReason}`,
    })
    .from(statements)
    .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
    .where(
      and(
        inArray(statements.carriedReason, [...unpaidReasons]),
        sql`${statements.month} = ${monthOrLastClosed(month)}`,
      ),
    )
    .orderBy(desc(statements.closingCents), affiliates.code)
    .limit(limits.listRows);
}
