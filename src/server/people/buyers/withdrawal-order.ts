import { sql, type SQL } from 'drizzle-orm';
import { isOwnPurchase } from './own-address.ts';

/**
 * SQL for the id of the purchase that a typed order number means, or null. Buyers also copy the number of a payment from PayPal's
 * receipt.
 */
export function purchaseIdOf(orderNumber: SQL): SQL {
  // The index on provider_id has the default collation.
  const providerId = sql`upper(regexp_replace(${orderNumber}, '[^A-Za-z0-9-]', '', 'g') collate "C") collate "default"`;
  return sql`coalesce(
    (select id from purchases where provider_id = ${providerId}),
    (select purchase_id from payments where provider_id = ${providerId}))`;
}

/**
 * SQL FROM clause with the purchase of a typed order number, if it belongs to the address. Anybody can send a withdrawal with
 * any address, so only such a withdrawal is known to come from the owner of the address.
 */
export function ownPurchaseOf(orderNumber: SQL, email: string): SQL {
  return sql`purchases where id = ${purchaseIdOf(orderNumber)} and ${isOwnPurchase(email)}`;
}

/** SQL condition: the order of a row of `withdrawals` belongs to the address. */
export function hasOwnOrder(email: string): SQL {
  return sql`${purchaseIdOf(sql`withdrawals.order_number`)} in (select id from purchases where ${isOwnPurchase(email)})`;
}

/** SQL condition: a purchase has the order number of the row of `withdrawals`. */
export const hasKnownOrder = sql`(${purchaseIdOf(sql`withdrawals.order_number`)} is not null)`;

/**
 * SQL condition: the row of `withdrawals` belongs to a purchase, so it is evidence. Buyers who cannot find the order number write the plan
 * and the day instead.
 */
export const isEvidence = sql`(withdrawals.is_from_buyer or ${hasKnownOrder})`;

/** SQL condition: a purchase has the address of the row of `withdrawals` now. Otherwise its person was forgotten. */
export const hasBuyer = sql`exists (
  select from purchases
  where payer_email_key = normalise_email(withdrawals.email) or normalise_email(receipt_email) = normalise_email(withdrawals.email)
)`;
