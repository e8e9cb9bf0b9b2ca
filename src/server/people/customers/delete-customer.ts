import * as z from 'zod/mini';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import {
  currentAndFormerEmails,
  insertAuditEntries,
  redactEntries,
  removeEmailsFromOtherEntries,
} from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { only } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
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
    : currentAndFormerEmails('customer', sql`customers`);
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
  const isGone = sql`exists (select from gone)`;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.delete',
    entity: 'customer',
    entityId: sql`gone.id`,
    from: sql`gone`,
  });
  const gone = context.db
    .delete(customers)
    .where(and(eq(customers.id, id), eq(customers.version, version)))
    .returning({ id: customers.id });
  const deleted = await forget<{ id: string }>(
    context,
    emails,
    sql`with gone as (${gone.getSQL()}),
    ${forgetPerson(context, emails, isGone)},
    redacted as (${redactEntries('customer', id, isGone)}),
    redacted_others as (${removeEmailsFromOtherEntries('customer', { id, emails }, isGone)}),
    logged as (${logged})
    select id from gone`,
  );
  return deleted.length > 0;
}

/** Locks the purchases of the emails, then runs the statement. */
async function forget<Row extends Record<string, unknown>>(
  { db }: Context,
  emails: readonly string[],
  statement: SQL,
) {
  const [, rows] = await db.atomically((tx) => [
    new StatementGroup(
      lockPayers(emails).map((lock) => tx.execute(lock)),
      () => undefined,
    ),
    tx.execute<Row>(statement),
  ]);
  return rows;
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
  const address = email.toLowerCase();
  const customer = context.db
    .select({ id: customers.id })
    .from(customers)
    .where(hasEmail(customers.email, address));
  const hasNoCustomer = sql`not exists (select from customer)`;
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'purchase.forget',
    entity: 'purchase',
    entityId: sql`forgotten_purchases.id`,
    from: sql`forgotten_purchases`,
  });
  // No customer has the id '', so the address is removed from the entries of every customer.
  const rows = await forget<z.infer<typeof forgottenBuyer> & { has_customer: boolean }>(
    context,
    [address],
    sql`with customer as (${customer.getSQL()}),
    ${forgetPerson(context, [address], hasNoCustomer)},
    redacted as (${removeEmailsFromOtherEntries('customer', { id: '', emails: [address] }, hasNoCustomer)}),
    logged as (${logged})
    select exists (select from customer) as has_customer,
      (select count(*)::int from forgotten_purchases) as purchases,
      (select count(*)::int from forgotten_subscriptions) as subscriptions`,
  );
  const { has_customer: hasCustomer, ...forgotten } = only(rows);
  if (hasCustomer) throw problem('address-has-customer');
  return forgotten;
}
