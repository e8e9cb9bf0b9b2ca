import * as z from 'zod/mini';
import { eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import {
  currentAndFormerEmails,
  redactEntries,
  removeEmailsFromOtherEntries,
} from '../../frame/audit/audit-log.ts';
import { auditedDelete, isLoggedNow } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { lockPayers } from '../../money/purchases/forget-payers.ts';
import { hasEmail } from '../buyers/own-address.ts';
import { forgetPerson } from './forget-person.ts';

/** The number of attempts to delete. An attempt fails if the customer changes in the meantime. */
const maxDeleteAttempts = 5;

/**
 * Deletes a customer. Every current and former email of the customer disappears from purchases, from the newsletter, from the
 * outbox and from the audit log. An affiliate with the same email stays. `keepsFormerEmails` only
 * removes the current email, for a caller who has not proved the former ones. Throws `customer-not-found` or `edit-conflict`.
 */
export async function deleteCustomer(
  context: Context,
  id: string,
  version: number | null,
  { keepsFormerEmails = false } = {},
): Promise<void> {
  const { db } = context;
  const emails = keepsFormerEmails
    ? sql`array_remove(array[lower(${customers.email})], null)`
    : currentAndFormerEmails('customer');
  const snapshot = { id: customers.id, version: customers.version, emails: sql<string[]>`${emails}` };
  for (let attempt = 0; attempt < maxDeleteAttempts; attempt += 1) {
    const [customer] = await db.select(snapshot).from(customers).where(eq(customers.id, id));
    if (!customer) throw problem('customer-not-found');
    if (version !== null && version !== customer.version) throw problem('edit-conflict');
    if (await forgetCustomer(context, customer)) return;
  }
  throw problem('edit-conflict');
}

interface Snapshot {
  readonly id: string;
  readonly version: number;
  /** The current and former emails, in lowercase. */
  readonly emails: readonly string[];
}

/** Deletes the customer if it still has the version of the snapshot. Returns true if the customer is deleted. */
async function forgetCustomer(context: Context, { id, version, emails }: Snapshot): Promise<boolean> {
  const isGone = isLoggedNow(context, { id: sql`${id}` }, 'customer.delete');
  const [, { changed }] = await context.db.atomically((tx) => [
    lockPayers(tx, emails),
    auditedDelete(tx, context, customers, {
      action: 'customer.delete',
      where: eq(customers.id, id),
      onlyIf: eq(customers.version, version),
    }),
    forgetPerson(tx, context, emails, { condition: isGone, logsPurchases: false }),
    tx.execute(redactEntries('customer', id, isGone)),
    tx.execute(removeEmailsFromOtherEntries('customer', { id, emails }, isGone)),
  ]);
  return changed.length > 0;
}

export const forgottenBuyer = z.object({
  purchases: z.number().check(z.describe('Number of purchases that named the address')),
  subscriptions: z.number().check(z.describe('Number of newsletter subscriptions with the address')),
});

/**
 * Removes an email that no customer has from purchases, from the newsletter, from the outbox and from the audit log of
 * customers. Throws `address-has-customer`; such a customer is deleted instead.
 */
export async function forgetBuyer(context: Context, email: string): Promise<z.infer<typeof forgottenBuyer>> {
  const { db } = context;
  const emails = [email.toLowerCase()];
  const isCustomer = hasEmail(customers.email, email);
  const hasNone = sql`not exists (select from ${customers} where ${isCustomer})`;
  const [, found, forgotten] = await db.atomically((tx) => [
    lockPayers(tx, emails),
    tx.select({ id: customers.id }).from(customers).where(isCustomer).limit(1),
    forgetPerson(tx, context, emails, { condition: hasNone, logsPurchases: true }),
    // No customer has the id '', so the address is removed from the entries of every customer.
    tx.execute(removeEmailsFromOtherEntries('customer', { id: '', emails }, hasNone)),
  ]);
  if (found.length > 0) throw problem('address-has-customer');
  return forgotten;
}
