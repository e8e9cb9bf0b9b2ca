import * as z from 'zod/mini';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import { searchText, sortBy } from '../../../shared/schemas/list.ts';
import type { Context } from '../../frame/context/context.ts';
import { commissionHolds } from '../../frame/db/schema/ledger.ts';
import { payments, purchases, purchaseState, purchaseType } from '../../frame/db/schema/purchases.ts';
import { existsFor, iso } from '../../frame/db/sql.ts';
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
    row: sql<PurchaseSummary>`json_build_object(${purchaseSummaryFields(sql`purchases`)})`,
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
  return sql`(${matchesSearch(purchases.searchText, q)} or ${purchases.id} = any(array(
    select purchase_id from payments where provider_id = upper(${q}::text)
    union all
    select payments.purchase_id from refunds join payments on payments.id = refunds.payment_id
    where refunds.provider_id = upper(${q}::text)
    union all
    select id from purchases where normalise_email(receipt_email) = ${normaliseEmail(q)})))`;
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
export const purchasesOnHold = sql`
  select (select ${payments.purchaseId} from ${payments} where ${payments.id} = ${commissionHolds.paymentId}) as purchase_id
  from ${commissionHolds} where ${isNull(commissionHolds.releasedAt)}`;

/** A purchase in the admins' list: ISO 8601 UTC, US cents. */
export const purchaseSummary = z
  .object({
    id: z.string(),
    order_id: z.string().check(z.describe('PayPal’s id of the order or subscription')),
    type: z.enum(purchaseType.enumValues),
    plan: z.string(),
    state: z.enum(purchaseState.enumValues),
    payer_id: z.nullable(z.string()),
    payer_email: z.nullable(z.string()).check(z.describe('Null if the buyer was forgotten')),
    code: z
      .nullable(z.string())
      .check(z.describe('The buyer’s code, or the code of the affiliate to whom an admin gave the purchase')),
    affiliate: z.nullable(z.object({ id: z.string(), name: z.string(), code: z.string() })),
    paid_cents: z.number().check(z.describe('Sum of the payments that arrived, before refunds')),
    refunded_cents: z.number(),
    has_hold: z.boolean().check(z.describe('True if a commission of the purchase is on hold')),
    created_at: z.iso.datetime(),
    version: z.number().check(z.describe('Number of changes; send it with a change to detect conflicts')),
  })
  .check(z.meta({ id: 'Purchase' }));

export type PurchaseSummary = z.infer<typeof purchaseSummary>;

function openHolds(row: SQL): SQL {
  return sql`
  select 1 from payments join commission_holds on commission_holds.payment_id = payments.id
  where payments.purchase_id = ${row}.id and commission_holds.released_at is null`;
}

/** The sum of a column over the payments that arrived. */
function sumOfArrived(row: SQL, column: SQL): SQL {
  return sql`(
  select coalesce(sum(${column}), 0)::int from payments
  where payments.purchase_id = ${row}.id and ${inArray(payments.state, [...arrivedStates])})`;
}

/** The fields of a PurchaseSummary, for the json_build_object of a row of `purchases` (a table or an alias). */
export function purchaseSummaryFields(row: SQL): SQL {
  return sql`
  'id', ${row}.id, 'order_id', ${row}.provider_id, 'type', ${row}.type, 'plan', ${row}.plan_id, 'state', ${row}.state,
  'payer_id', ${row}.payer_id, 'payer_email', ${row}.payer_email, 'code', ${row}.affiliate_code,
  'affiliate', (
    select json_build_object('id', affiliates.id, 'name', affiliates.name, 'code', affiliates.code)
    from affiliates where affiliates.id = ${row}.affiliate_id
  ),
  'paid_cents', ${sumOfArrived(row, sql`payments.amount_cents`)}, 'refunded_cents', ${sumOfArrived(row, sql`payments.refunded_cents`)},
  'has_hold', ${existsFor(openHolds(row))}, 'created_at', ${iso(sql`${row}.created_at`)}, 'version', ${row}.version`;
}
