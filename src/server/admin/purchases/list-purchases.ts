import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { normalizeEmail } from '../../../shared/email.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import { searchText, sortBy } from '../../../shared/schemas/list.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionHolds } from '../../frame/db/schema/ledger.ts';
import {
  payments,
  purchases,
  purchaseState,
  purchaseType,
  refunds,
} from '../../frame/db/schema/purchases.ts';
import { builder, type ColumnsOf, existsFor, iso, jsonObject, nested } from '../../frame/db/sql.ts';
import { listPage, matchesSearch, type ListPage } from '../../frame/lists/list-page.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../../frame/lists/keyset.ts';

/** Lists purchases page by page. Throws `invalid` for a wrong cursor. */
export function listPurchases(
  context: Pick<Context, 'db'>,
  { q, state, sort, limit, cursor }: Query,
): Promise<ListPage<PurchaseSummary>> {
  return listPage(context, {
    table: purchases,
    id: purchases.id,
    row: purchaseColumns,
    where: and(q ? matches(q) : undefined, state ? inState(state) : undefined),
    key: sortKeys[sort.by],
    descending: sort.descending,
    limit,
    cursor,
  });
}

/**
 * Query of a list. `q` searches order id, payer (id or email), code, the address for the receipt (in full), and the ids of
 * payments and refunds. The state `hold` finds purchases with a commission on hold. Newest first by default.
 */
export const purchaseListQuery = z.extend(pageQuery, {
  q: searchText,
  state: z.optional(z.enum([...purchaseState.enumValues, 'hold'])),
  sort: sortBy(['created_at', 'payer_email', 'code'], '-created_at'),
});

type Query = z.infer<typeof purchaseListQuery>;

const sortKeys: Record<Query['sort']['by'], SortKey> = {
  created_at: momentKey(purchases.createdAt),
  payer_email: textKey(sql`coalesce(lower(${purchases.payerEmail}), '')`),
  code: textKey(sql`coalesce(${purchases.affiliateCode}, '')`),
};

/**
 * SQL condition for a search. The ids are an array, because with a subquery PostgreSQL expects half of all purchases to match,
 * and uses no index.
 */
function matches(q: string): SQL {
  const id = q.toUpperCase();
  const other = alias(purchases, 'other');
  return sql`(${matchesSearch(purchases.searchText, q)} or ${purchases.id} = any(array(
    select ${payments.purchaseId} from ${payments} where ${eq(payments.providerId, id)}
    union all
    select ${payments.purchaseId} from ${refunds} join ${payments} on ${eq(payments.id, refunds.paymentId)}
    where ${eq(refunds.providerId, id)}
    union all
    select ${other.id} from ${purchases} other where normalise_email(${other.receiptEmail}) = ${normalizeEmail(q)})))`;
}

function inState(state: NonNullable<Query['state']>): SQL {
  return state === 'hold'
    ? sql`${purchases.id} = any(array(${purchasesOnHold}))`
    : eq(purchases.state, state);
}

/**
 * SELECT of the ids of purchases with an open hold, one for each hold. Few holds are open, so PostgreSQL looks up the payment of
 * each. With a join it reads all payments.
 */
export const purchasesOnHold = builder
  .select({
    purchaseId: nested(
      sql<string>`(select ${payments.purchaseId} from ${payments} where ${eq(payments.id, commissionHolds.paymentId)})`,
    ).as('purchase_id'),
  })
  .from(commissionHolds)
  .where(isNull(commissionHolds.releasedAt));

/** A purchase in the admins' list: ISO 8601 UTC, US cents. */
export const purchaseSummary = z
  .object({
    id: z.string(),
    order_id: z.string().check(z.describe('PayPal’s ID of the order or subscription')),
    type: z.enum(purchaseType.enumValues),
    plan: z.string(),
    state: z.enum(purchaseState.enumValues),
    payer_id: z.nullable(z.string()),
    payer_email: z.nullable(z.string()).check(z.describe('Null if the buyer’s data was erased')),
    code: z
      .nullable(z.string())
      .check(z.describe('The code the buyer used, or that of the affiliate an admin gave the purchase to')),
    affiliate: z.nullable(z.object({ id: z.string(), name: z.string(), code: z.string() })),
    paid_cents: z.number().check(z.describe('Sum of the payments that arrived, before refunds')),
    refunded_cents: z.number(),
    has_hold: z.boolean().check(z.describe('True if a commission of the purchase is on hold')),
    created_at: z.iso.datetime(),
    version: z.number().check(z.describe('Starts at 1; send it with a change to detect conflicts')),
  })
  .check(z.meta({ id: 'Purchase' }));

export type PurchaseSummary = z.infer<typeof purchaseSummary>;

export const purchaseExample: PurchaseSummary = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2a44',
  order_id: '8AB12345CD678901E',
  type: 'one-time',
  plan: 'basic',
  state: 'completed',
  payer_id: 'QYR5Z8XDVJNXQ',
  payer_email: 'carl@mail.example',
  code: 'ada0001',
  affiliate: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'Ada', code: 'ada0001' },
  paid_cents: 5999,
  refunded_cents: 0,
  has_hold: true,
  created_at: '2025-08-04T12:00:00.000Z',
  version: 1,
};

/** The sum of a column over the payments that arrived. */
function sumOfArrived(column: PgColumn): SQL<number> {
  return sql`(select coalesce(sum(${column}), 0)::int from ${payments}
    where ${eq(payments.purchaseId, purchases.id)} and ${inArray(payments.state, [...arrivedStates])})`;
}

const affiliate = sql<PurchaseSummary['affiliate']>`(
  select ${jsonObject({ id: affiliates.id, name: affiliates.name, code: affiliates.code })}
  from ${affiliates} where ${eq(affiliates.id, purchases.affiliateId)})`;

const openHolds = builder
  .select({ id: commissionHolds.id })
  .from(payments)
  .innerJoin(commissionHolds, eq(commissionHolds.paymentId, payments.id))
  .where(and(eq(payments.purchaseId, purchases.id), isNull(commissionHolds.releasedAt)));

/** The columns of a PurchaseSummary. */
export const purchaseColumns = {
  id: purchases.id,
  order_id: purchases.providerId,
  type: purchases.type,
  plan: purchases.planId,
  state: purchases.state,
  payer_id: purchases.payerId,
  payer_email: purchases.payerEmail,
  code: purchases.affiliateCode,
  affiliate,
  paid_cents: sumOfArrived(payments.amountCents),
  refunded_cents: sumOfArrived(payments.refundedCents),
  has_hold: nested(existsFor(openHolds)),
  created_at: iso(purchases.createdAt),
  version: purchases.version,
} satisfies ColumnsOf<PurchaseSummary>;
