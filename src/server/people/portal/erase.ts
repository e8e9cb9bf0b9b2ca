import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { deleteCustomer, forgetBuyer } from '../customers/delete-customer.ts';
import { oneRow } from '../../frame/db/sql.ts';
import { hasOwnOrder } from '../buyers/withdrawal-order.ts';
import { assertOnlyOwnSpelling, isPayer } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

/**
 * Erases the address of the calling buyer from purchases, withdrawals, customers, the newsletter, the outbox, sessions and the
 * audit log. Payments, dates and PayPal's ids stay, because tax law asks for them; an affiliate, a profile and an account stay as
 * well. Throws `subscription-active`, `withdrawal-open`, `address-spelling-differs`.
 */
export async function eraseOwnData(context: Context): Promise<void> {
  const email = buyersEmail(context);
  await assertOnlyOwnSpelling(context, email);
  const { customers, isSubscribed, isWithdrawing } = await oneRow(
    context.db,
    sql`select
      (select coalesce(json_agg(id), '[]') from customers where normalise_email(email) = ${normaliseEmail(email)}) as customers,
      exists (select from purchases where ${isPayer(email)} and state in ('active', 'suspended')) as "isSubscribed",
      exists (
        select from withdrawals
        where normalise_email(email) = ${normaliseEmail(email)} and handled_at is null and ${hasOwnOrder(email)}
      ) as "isWithdrawing"`,
    z.object({ customers: z.array(z.string()), isSubscribed: z.boolean(), isWithdrawing: z.boolean() }),
  );
  if (isSubscribed) throw problem('subscription-active');
  if (isWithdrawing) throw problem('withdrawal-open');
  for (const id of customers) await deleteUnlessDeleted(context, id);
  await forgetBuyer(context, email);
}

/** Deletes a customer, unless another request has just done so. Only the proved address is removed from other records. */
async function deleteUnlessDeleted(context: Context, id: string): Promise<void> {
  try {
    await deleteCustomer(context, id, null, { keepsFormerEmails: true });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'customer-not-found')) throw error;
  }
}
