import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { normalizeEmail } from '../../../shared/email.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { postCommission } from './post-commission.ts';
import { updateBuyer } from './update-buyer.ts';

/**
 * Places holds on the purchases that have become self-referrals because the affiliate has a new address. Without this function,
 * the holds would be placed only at the next event of each purchase. Idempotent.
 */
export async function holdSelfReferrals(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  purchaseIds: readonly string[],
): Promise<void> {
  for (const id of purchaseIds)
    await updateBuyer(context, { reference: { ids: [id] }, codes: [] }, (before) => {
      const purchase = before.purchases.find((row) => row.id === id);
      return { result: null, buyer: purchase ? postCommission(before, purchase, context.now) : before };
    });
}

/** Selects the purchases of an affiliate by this address, or by a payer who ever used the address. `affiliate` is a condition. */
export function selectSelfReferrals(tx: Statements, affiliate: SQL, email: string | null) {
  const isPaidWith = eq(purchases.payerEmailKey, sql`${email && normalizeEmail(email)}::text`);
  const payers = tx.select({ id: purchases.payerId }).from(purchases).where(isPaidWith);
  return tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        inArray(purchases.affiliateId, tx.select({ id: affiliates.id }).from(affiliates).where(affiliate)),
        or(isPaidWith, inArray(purchases.payerId, payers)),
      ),
    );
}
