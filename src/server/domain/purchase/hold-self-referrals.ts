import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { oneRow } from '../../db/sql/one-row.ts';
import { bringLedger } from './bring-ledger.ts';
import { changeBooks } from './change-books.ts';

const found = z.object({ ids: z.array(z.string()) });

/**
 * Places a hold on the purchases of an affiliate that were paid with this address, or by a payer who ever paid with it. For
 * an affiliate's new address: without this the hold would wait for the next event of each purchase. Calling it twice
 * places no second hold.
 */
export async function holdSelfReferrals(
  context: Pick<Context, 'db' | 'now'>,
  affiliateId: string,
  email: string,
): Promise<void> {
  const paidWith = sql`payer_email_key = email_key(${email}::text)`;
  const { ids } = await oneRow(
    context.db,
    sql`select coalesce(json_agg(id), '[]') as ids from purchases
      where affiliate_id = ${affiliateId}::uuid
        and (${paidWith} or payer_id in (select payer_id from purchases where ${paidWith}))`,
    found,
  );
  for (const id of ids)
    await changeBooks(context, { of: { ids: [id] }, codes: [] }, (before) => {
      const purchase = before.purchases.find((row) => row.id === id);
      return { answer: null, books: purchase ? bringLedger(before, purchase, context.now) : before };
    });
}
