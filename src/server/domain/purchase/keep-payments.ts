import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { payments } from '../../db/schema/purchases.ts';
import type { Completion, ProviderPayment } from '../../vendors/payments/payments.ts';
import { customersPurchases } from './customers-purchases.ts';
import type { PaymentRow, PurchaseRow } from './purchase.ts';

const change = async (tx: Database, row: PaymentRow, values: Partial<PaymentRow>): Promise<PaymentRow> => {
  const [changed] = await tx.update(payments).set(values).where(eq(payments.id, row.id)).returning();
  return changed ?? row;
};

/** What was taken from a date that turned out to be too early is found anew; what is of another payment stays. */
const correctDate = async (
  tx: Database,
  purchase: PurchaseRow,
  row: PaymentRow,
  paidAt: Date,
): Promise<PaymentRow> => {
  const related = (await customersPurchases(tx, purchase)).map(({ id }) => id);
  await tx
    .update(payments)
    .set({ customerFirstPaidAt: null })
    .where(and(inArray(payments.purchaseId, related), eq(payments.customerFirstPaidAt, row.paidAt)));
  return change(tx, row, { paidAt });
};

/**
 * The rows of a purchase's payments: new ones are written, pending ones follow the provider, as do declined ones that are
 * completed after all, and those that it does not list now stay, since a sale under dispute may be listed as pending. A
 * capture that was pending was paid when it completed, which an event may tell later than the purchase itself.
 */
export const keepPayments = async (
  tx: Database,
  purchase: PurchaseRow,
  found: readonly ProviderPayment[],
  completion: Completion | null,
): Promise<PaymentRow[]> => {
  const known = await tx.select().from(payments).where(eq(payments.purchaseId, purchase.id));
  let sequence = Math.max(0, ...known.map((row) => row.sequence));
  const kept: PaymentRow[] = [];
  for (const payment of found) {
    const row = known.find((candidate) => candidate.providerId === payment.id);
    const told = completion?.paymentId === payment.id ? completion.at : null;
    const { id: providerId, state, amount, taxCents } = payment;
    const paidAt = told ?? payment.paidAt;
    if (row?.state === 'pending' || (row?.state === 'declined' && state === 'completed'))
      kept.push(await change(tx, row, { state, paidAt }));
    else if (row && told && told.getTime() !== row.paidAt.getTime())
      kept.push(await correctDate(tx, purchase, row, told));
    else if (row) kept.push(row);
    else if (state !== 'declined') {
      sequence += 1;
      const values = { purchaseId: purchase.id, providerId, sequence, state, taxCents, paidAt };
      kept.push(
        ...(await tx
          .insert(payments)
          .values({ ...values, amountCents: amount.cents })
          .returning()),
      );
    }
  }
  return [...kept, ...known.filter((row) => !found.some(({ id }) => id === row.providerId))];
};
