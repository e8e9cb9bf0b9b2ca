import * as z from 'zod/mini';
import { payments } from '../../frame/db/schema/purchases.ts';
import { receiptVersions } from '../../frame/db/schema/receipts.ts';
import { iso } from '../../frame/db/sql.ts';

/** A version of a receipt. `company` is the name of a company or a person. */
export const receiptVersion = z.object({
  version: z.number(),
  made_at: z.iso.datetime().check(z.describe('Of the first version: the time of the payment')),
  company: z.nullable(z.string()),
  address: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
});

export type ReceiptVersion = z.infer<typeof receiptVersion>;

/** The columns of a stored version: from 2 on. */
export const versionColumns = {
  purchase_id: payments.purchaseId,
  payment_id: receiptVersions.paymentId,
  version: receiptVersions.version,
  made_at: iso(receiptVersions.createdAt),
  company: receiptVersions.company,
  address: receiptVersions.address,
  vat_number: receiptVersions.vatNumber,
};

type StoredVersion = ReceiptVersion & { readonly purchase_id: string; readonly payment_id: string };

/**
 * Returns all versions of a payment's receipt, oldest first. A renewal's first version names the buyer as the receipts of the purchase
 * did when it was paid. `stored` are the versions of all receipts, in the order of their times.
 */
export function versionsOfReceipt(
  payment: { readonly id: string; readonly purchaseId: string; readonly paidAt: string },
  stored: readonly StoredVersion[],
): ReceiptVersion[] {
  const isEarlier = (row: StoredVersion) =>
    row.purchase_id === payment.purchaseId && row.made_at <= payment.paidAt;
  const inherited = stored.findLast((row) => row.payment_id !== payment.id && isEarlier(row));
  const { company, address, vat_number } = inherited ?? { company: null, address: null, vat_number: null };
  return [
    { version: 1, made_at: payment.paidAt, company, address, vat_number },
    ...stored
      .filter((row) => row.payment_id === payment.id)
      .map(({ purchase_id: _purchase, payment_id: _payment, ...version }) => version),
  ];
}
