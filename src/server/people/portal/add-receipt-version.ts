import { and, eq, sql, type SQL } from 'drizzle-orm';
import { normalizeEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { ReceiptBuyerInput } from '../../../shared/schemas/receipt.ts';
import type { Context } from '../../frame/context/context.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { receiptVersions } from '../../frame/db/schema/receipts.ts';
import { insertSelect, lockKeys } from '../../frame/db/sql.ts';
import { assertWithin, countHitsFirst, isWithinLimits, targetCounter } from '../../frame/limits/count-hit.ts';
import { isPayer } from '../buyers/own-address.ts';
import { type OwnPurchase, showOwnReceipt } from './own-purchases.ts';
import { buyersEmail } from './session.ts';

/**
 * Adds a version of a receipt that names this buyer, and returns the purchase. Without a change it adds none. Earlier versions stay.
 * Throws the problems of `showOwnReceipt`, `payer-required` for the address that only gets the receipts, and `too-many-requests`.
 */
export async function addReceiptVersion(
  context: Context,
  paymentId: string,
  buyer: ReceiptBuyerInput,
): Promise<OwnPurchase> {
  const { purchase, payment } = await showOwnReceipt(context, paymentId);
  if (!purchase.is_payer) throw problem('payer-required');
  const newest = payment.receipt.versions.at(-1);
  if (newest && isSame(newest, buyer)) return purchase;
  const { db, now } = context;
  const counter = targetCounter(`receipt:${paymentId}`, limits.perTarget.receiptVersions, now);
  const { company, address, vat_number: vatNumber } = buyer;
  const isOfPayment = eq(receiptVersions.paymentId, paymentId);
  const version: SQL = sql`coalesce((select max(version) from ${receiptVersions} where ${isOfPayment}), 1) + 1`;
  // Checks the payer again: an erasure may have removed the address since the check above.
  const mayAdd = and(eq(payments.id, paymentId), isPayer(buyersEmail(context)), isWithinLimits([counter]));
  const [hits] = await db.atomically((tx) => [
    countHitsFirst(tx, [counter]),
    // An erasure takes the lock of the email, so that no version is added after it.
    tx.execute(lockKeys([`email ${normalizeEmail(buyersEmail(context))}`, `receipt ${paymentId}`])),
    tx.execute(
      insertSelect(
        receiptVersions,
        { paymentId, version, company, address, vatNumber, createdAt: now },
        sql`from ${payments} join ${purchases} on ${eq(purchases.id, payments.purchaseId)} where ${mayAdd}`,
      ),
    ),
  ]);
  assertWithin(hits, [counter], now);
  return (await showOwnReceipt(context, paymentId)).purchase;
}

function isSame(before: ReceiptBuyerInput, after: ReceiptBuyerInput): boolean {
  return (
    before.company === after.company &&
    before.address === after.address &&
    before.vat_number === after.vat_number
  );
}
