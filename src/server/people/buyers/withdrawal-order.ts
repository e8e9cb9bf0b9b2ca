import { eq, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { isOwnPurchase } from './own-address.ts';

/**
 * SQL for the id of the purchase that a typed order number means, or null. Buyers also copy the number of a payment from PayPal's
 * receipt.
 */
export function purchaseIdOf(orderNumber: SQL | PgColumn): SQL {
  // The index on provider_id has the default collation.
  const providerId = sql`upper(regexp_replace(${orderNumber}, '[^A-Za-z0-9-]', '', 'g') collate "C") collate "default"`;
  return sql`coalesce(
    (select ${purchases.id} from ${purchases} where ${purchases.providerId} = ${providerId}),
    (select ${payments.purchaseId} from ${payments} where ${payments.providerId} = ${providerId}))`;
}

/** Returns a typed order number as `purchaseIdOf` reads it, so that all spellings of a number are one. */
export function plainOrderNumber(orderNumber: string): string {
  return orderNumber.replaceAll(/[^A-Za-z0-9-]/g, '').toUpperCase();
}

/**
 * SQL condition: a row of `purchases` has a typed order number, and belongs to the address. Anybody can send a withdrawal with
 * any address, so only such a withdrawal is known to come from the owner of the address.
 */
export function isOwnOrder(orderNumber: SQL | PgColumn, email: string): SQL {
  return sql`(${purchases.id} = ${purchaseIdOf(orderNumber)} and ${isOwnPurchase(email)})`;
}

/** SQL condition: the order of a row of `withdrawals` belongs to the address. */
export function hasOwnOrder(email: string): SQL {
  return sql`${purchaseIdOf(withdrawals.orderNumber)} in (
    select ${purchases.id} from ${purchases} where ${isOwnPurchase(email)}
  )`;
}

/** SQL condition: a purchase has the order number of the row of `withdrawals`. */
export const hasKnownOrder = sql`(${purchaseIdOf(withdrawals.orderNumber)} is not null)`;

/** SQL condition: the order number of the row of `withdrawals` is exactly that of a purchase, so it names nobody. */
export const isOrderOfPurchase = sql`exists (
  select from ${purchases} where ${eq(purchases.providerId, withdrawals.orderNumber)}
)`;

/**
 * SQL condition: the row of `withdrawals` belongs to a purchase, so it is evidence. Buyers who cannot find the order number write the plan
 * and the day instead.
 */
export const isEvidence = sql`(${withdrawals.isFromBuyer} or ${hasKnownOrder})`;

const withdrawalKey = sql`normalise_email(${withdrawals.email})`;

/** SQL condition: a purchase has the address of the row of `withdrawals` now. Otherwise its person was forgotten. */
export const hasBuyer = sql`exists (
  select from ${purchases}
  where ${or(eq(purchases.payerEmailKey, withdrawalKey), sql`normalise_email(${purchases.receiptEmail}) = ${withdrawalKey}`)}
)`;
