import { sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../shared/email.ts';
import type { Context } from '../context.ts';
import { postCommission } from './post-commission.ts';
import { updateBuyer } from './update-buyer.ts';

/**
 * Places a hold on each of these purchases that is a self-referral, for an affiliate's new address. Without this the hold
 * would wait for the next event of each purchase. Idempotent.
 */
export async function holdSelfReferrals(
  context: Pick<Context, 'db' | 'now'>,
  purchaseIds: readonly string[],
): Promise<void> {
  for (const id of purchaseIds)
    await updateBuyer(context, { of: { ids: [id] }, codes: [] }, (before) => {
      const purchase = before.purchases.find((row) => row.id === id);
      return { result: null, buyer: purchase ? postCommission(before, purchase, context.now) : before };
    });
}

/**
 * Query for the ids, as a JSON array, of an affiliate's purchases that were paid with this address, or by a payer who ever
 * paid with it.
 */
export function selfReferredPurchases(affiliateId: SQL, email: string | null): SQL {
  const paidWith = sql`payer_email_key = ${email && normaliseEmail(email)}::text`;
  return sql`select coalesce(json_agg(id), '[]') from purchases
    where affiliate_id = ${affiliateId}
      and (${paidWith} or payer_id in (select payer_id from purchases where ${paidWith}))`;
}
