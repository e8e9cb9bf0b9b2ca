import * as z from 'zod/mini';
import { desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { SaleClaimInput } from '../../../shared/schemas/sale-claim.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { saleClaims, saleClaimState } from '../../frame/db/schema/sale-claims.ts';
import { type ColumnsOf, insertSelect } from '../../frame/db/sql.ts';
import { isOpen } from './affiliate.ts';
import { affiliateScope } from './find-affiliate.ts';

/** A sale that an affiliate reported as missing, as the affiliate sees it. It tells nothing about a purchase or a buyer. */
export const saleClaim = z.object({
  id: z.string(),
  order_number: z.string().check(z.describe('As the affiliate entered it, in capitals and without blanks')),
  day: z.iso.date(),
  state: z.enum(saleClaimState.enumValues),
});

type SaleClaim = z.infer<typeof saleClaim>;

export const saleClaimExample: SaleClaim = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f3c11',
  order_number: '8AB12345CD678901E',
  day: '2025-08-04',
  state: 'open',
};

const { id, affiliateId, orderNumber, day, state, createdAt } = saleClaims;

export const claimColumns = { id, order_number: orderNumber, day, state } satisfies ColumnsOf<SaleClaim>;

/** Query for the reports of an affiliate, the open ones first. `scope` is a condition on `affiliates`. */
export function selectSaleClaims(tx: Statements, scope: SQL) {
  return tx
    .select(claimColumns)
    .from(saleClaims)
    .where(inArray(affiliateId, tx.select({ id: affiliates.id }).from(affiliates).where(scope)))
    .orderBy(sql`${state} <> 'open'`, desc(createdAt), desc(id))
    .limit(limits.listedSaleClaims);
}

/**
 * Stores a sale that the caller's own affiliate misses. Looks up no purchase, so that the answer and its time tell nothing about an
 * order number. An order number with an open report is not stored again. Returns the report. Throws `affiliate-not-found`,
 * `affiliate-inactive`, or `too-many-sale-claims`.
 */
export async function reportSale(
  context: Context,
  { order_number: typed, day: soldOn }: SaleClaimInput,
): Promise<SaleClaim> {
  const own = isOpen(affiliateScope(context));
  const isOwnOpenClaim = sql`${eq(affiliateId, affiliates.id)} and ${state} = 'open'`;
  const hasRoom = sql`(select count(*) from ${saleClaims} where ${isOwnOpenClaim}) < ${limits.openSaleClaims}`;
  const row = { affiliateId: sql`${affiliates.id}`, orderNumber: typed, day: soldOn, createdAt: context.now };
  const rest = sql`from ${affiliates} where ${own} and ${affiliates.dateActivated} is not null and ${hasRoom}`;
  const [[owner], , claims] = await context.db.atomically((tx) => [
    // The lock lets the insertion count the reports of simultaneous calls.
    tx.select({ activatedAt: affiliates.dateActivated }).from(affiliates).where(own).for('no key update'),
    tx.execute(sql`${insertSelect(saleClaims, row, rest)} on conflict do nothing`),
    selectSaleClaims(tx, own),
  ]);
  if (!owner) throw problem('affiliate-not-found');
  if (!owner.activatedAt) throw problem('affiliate-inactive');
  const claim = claims.find((one) => one.state === 'open' && one.order_number === typed);
  if (!claim) throw problem('too-many-sale-claims');
  return claim;
}
