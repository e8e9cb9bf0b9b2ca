import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { normaliseEmail } from '../../shared/email.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { deleteCustomer, forgetBuyer } from '../customers/delete-customer.ts';
import { oneRow } from '../db/sql.ts';
import { assertOnlyOwnSpelling, isOwnPurchase } from './own-address.ts';
import { buyersEmail } from './session.ts';

/**
 * Erases the address of the calling buyer: customers, newsletter, outbox, and the address in purchases. Payments, dates and PayPal's ids stay,
 * because tax law asks for them. Sessions end. Throws `subscription-active` while a subscription would renew, and
 * `address-spelling-differs`.
 */
export async function eraseOwnData(context: Context): Promise<void> {
  const email = buyersEmail(context);
  await assertOnlyOwnSpelling(context, email);
  const { customers, renews } = await oneRow(
    context.db,
    sql`select
      (select coalesce(json_agg(id), '[]') from customers where normalise_email(email) = ${normaliseEmail(email)}) as customers,
      exists (select from purchases where ${isOwnPurchase(email)} and state in ('active', 'suspended')) as renews`,
    z.object({ customers: z.array(z.string()), renews: z.boolean() }),
  );
  if (renews) throw problem('subscription-active');
  for (const id of customers) await deleteCustomer(context, id, null);
  await forgetBuyer(context, email);
}
