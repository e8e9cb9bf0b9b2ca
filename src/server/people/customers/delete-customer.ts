import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { normaliseEmail } from '../../../shared/email.ts';
import { problem } from '../../../shared/problems.ts';
import {
  currentAndFormerEmails,
  insertAuditEntries,
  redactEntries,
  removeEmailsFromOtherEntries,
} from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { lastRow, oneRow } from '../../frame/db/sql.ts';
import { lockPayers } from '../../money/purchases/forget-payers.ts';
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
  const emails = keepsFormerEmails
    ? sql`array_remove(array[lower(email)], null)`
    : currentAndFormerEmails('customer', sql`customers`);
  for (let attempt = 0; attempt < maxDeleteAttempts; attempt += 1) {
    const { customer } = await oneRow(
      context.db,
      sql`with found as (
          select id, version, ${emails} as emails
          from customers where id = ${id}::uuid
        )
        select (select to_json(found) from found) as customer`,
      z.object({ customer: z.nullable(snapshot) }),
    );
    if (!customer) throw problem('customer-not-found');
    if (version !== null && version !== customer.version) throw problem('edit-conflict');
    if (await forgetCustomer(context, customer)) return;
  }
  throw problem('edit-conflict');
}

/** `emails` are the current and former emails, in lowercase. */
const snapshot = z.object({ id: z.string(), version: z.number(), emails: z.array(z.string()) });

/** Deletes the customer if it still has the version of the snapshot. Returns true if the customer is deleted. */
async function forgetCustomer(
  context: Context,
  { id, version, emails }: z.infer<typeof snapshot>,
): Promise<boolean> {
  const isGone = sql`exists (select 1 from gone)`;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.delete',
    entity: 'customer',
    entityId: sql`gone.id`,
    from: sql`gone`,
  });
  const statement = sql`with gone as (
      delete from customers where id = ${id}::uuid and version = ${version} returning id
    ),
    ${forgetPerson(context, emails, isGone)},
    redacted as (${redactEntries('customer', id, isGone)}),
    redacted_others as (${removeEmailsFromOtherEntries('customer', { id, emails }, isGone)}),
    logged as (${logged})
    select ${isGone} as "isDeleted"`;
  const { isDeleted } = await lastRow(
    context.db,
    [...lockPayers(emails), statement],
    z.object({ isDeleted: z.boolean() }),
  );
  return isDeleted;
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
  const customerExists = sql`exists (select 1 from customer)`;
  const hasNoCustomer = sql`not ${customerExists}`;
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'purchase.forget',
    entity: 'purchase',
    entityId: sql`forgotten_purchases.id`,
    from: sql`forgotten_purchases`,
  });
  // No customer has the id '', so the address is removed from the entries of every customer.
  const statement = sql`with customer as (
      select id from customers where normalise_email(email) = ${normaliseEmail(address)}
    ),
    ${forgetPerson(context, [address], hasNoCustomer)},
    redacted as (${removeEmailsFromOtherEntries('customer', { id: '', emails: [address] }, hasNoCustomer)}),
    logged as (${logged})
    select ${customerExists} as has_customer, (select count(*)::int from forgotten_purchases) as purchases,
      (select count(*)::int from forgotten_subscriptions) as subscriptions`;
  const { has_customer: hasCustomer, ...forgotten } = await lastRow(
    context.db,
    [...lockPayers([address]), statement],
    z.extend(forgottenBuyer, { has_customer: z.boolean() }),
  );
  if (hasCustomer) throw problem('address-has-customer');
  return forgotten;
}
