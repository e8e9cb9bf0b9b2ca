import { and, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { Context } from '../context.ts';
import { purchases, purchaseState } from '../db/schema/purchases.ts';
import { containing } from '../lists/containing.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';
import { hasHold, type PurchaseSummary, summaryFields } from './purchase-summary.ts';

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
