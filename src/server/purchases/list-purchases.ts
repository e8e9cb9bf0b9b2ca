import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { arrivedStates } from '../../shared/purchase-states.ts';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { Context } from '../context.ts';
import { payments, purchases, purchaseState, purchaseType } from '../db/schema/purchases.ts';
import { existsFor } from '../db/sql/exists-for.ts';
import { iso } from '../db/sql/iso.ts';
import { containing } from '../lists/containing.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';

/**
 * Which purchases: those that `q` finds in order id, payer (id or email) and code, or as the id of a payment or refund;
 * in a state, or with a commission on `hold`. Newest first unless sorted otherwise.
 */
export const purchaseListQuery = z.extend(pageQuery, {
  q: searchText,
  state: z.optional(z.enum([...purchaseState.enumValues, 'hold'])),
  sort: sortBy(['created_at', 'payer_email', 'code'], '-created_at'),
});

type Query = z.infer<typeof purchaseListQuery>;

const keys: Record<Query['sort']['by'], SortKey> = {
  created_at: momentKey(purchases.createdAt),
  payer_email: textKey(sql`coalesce(lower(${purchases.payerEmail}), '')`),
  code: textKey(sql`coalesce(${purchases.affiliateCode}, '')`),
};

/** The ids as an array: beside a subquery, the planner takes half of all purchases for found, and walks them in order. */
const found = (q: string): SQL =>
  sql`(${containing(sql`${purchases.searchText}`, q)} or ${purchases.id} = any(array(
    select purchase_id from payments where provider_id = upper(${q}::text)
    union all
    select payments.purchase_id from refunds join payments on payments.id = refunds.payment_id
    where refunds.provider_id = upper(${q}::text))))`;

const inState = (state: NonNullable<Query['state']>): SQL =>
  state === 'hold' ? hasHold(sql`purchases`) : eq(purchases.state, state);

/** The purchases that a query asks for, one page at a time by keyset. Throws `invalid` for a wrong cursor. */
export const listPurchases = (
  context: Pick<Context, 'db'>,
  { q, state, sort, limit, cursor }: Query,
): Promise<Page<PurchaseSummary>> =>
  listPage(context, {
    table: purchases,
    id: purchases.id,
    json: sql<PurchaseSummary>`json_build_object(${summaryFields(sql`purchases`)})`,
    where: and(q ? found(q) : undefined, state ? inState(state) : undefined),
    key: keys[sort.by],
    descending: sort.descending,
    limit,
    cursor,
  });

/** A purchase as admins get it in a list: ISO 8601 UTC, US cents. */
export const purchaseSummary = z
  .object({
    id: z.string(),
    order_id: z.string().check(z.describe('The provider’s id of the order or subscription')),
    type: z.enum(purchaseType.enumValues),
    plan: z.string(),
    state: z.enum(purchaseState.enumValues),
    payer_id: z.nullable(z.string()),
    payer_email: z.nullable(z.string()).check(z.describe('Null where the buyer was forgotten')),
    code: z
      .nullable(z.string())
      .check(z.describe('The code that the buyer came with, or that an admin gave it to')),
    affiliate: z.nullable(z.object({ id: z.string(), name: z.string(), code: z.string() })),
    paid_cents: z.number().check(z.describe('What arrived, refunded or not')),
    refunded_cents: z.number(),
    has_hold: z.boolean().check(z.describe('Whether a commission of it is on hold')),
    created_at: z.iso.datetime(),
    version: z
      .number()
      .check(z.describe('Counts the changes; a change may name the version it was made from')),
  })
  .check(z.meta({ id: 'Purchase' }));

export type PurchaseSummary = z.infer<typeof purchaseSummary>;

const openHolds = (row: SQL): SQL => sql`
  select 1 from payments join commission_holds on commission_holds.payment_id = payments.id
  where payments.purchase_id = ${row}.id and commission_holds.released_at is null`;

/** A condition: a commission of a purchase (a table, or an alias of one) is on hold. */
export const hasHold = (row: SQL): SQL => sql`exists (${openHolds(row)})`;

const paid = (row: SQL, column: SQL): SQL => sql`(
  select coalesce(sum(${column}), 0)::int from payments
  where payments.purchase_id = ${row}.id and ${inArray(payments.state, [...arrivedStates])})`;

/** The fields of a PurchaseSummary, for a json_build_object of a row of `purchases`. */
export const summaryFields = (row: SQL): SQL => sql`
  'id', ${row}.id, 'order_id', ${row}.provider_id, 'type', ${row}.type, 'plan', ${row}.plan_id, 'state', ${row}.state,
  'payer_id', ${row}.payer_id, 'payer_email', ${row}.payer_email, 'code', ${row}.affiliate_code,
  'affiliate', (
    select json_build_object('id', affiliates.id, 'name', affiliates.name, 'code', affiliates.code)
    from affiliates where affiliates.id = ${row}.affiliate_id
  ),
  'paid_cents', ${paid(row, sql`payments.amount_cents`)}, 'refunded_cents', ${paid(row, sql`payments.refunded_cents`)},
  'has_hold', ${existsFor(openHolds(row))}, 'created_at', ${iso(sql`${row}.created_at`)}, 'version', ${row}.version`;
