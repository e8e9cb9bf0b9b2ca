import { eq } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/schema/customers.ts';
import { recordAudit } from '../operations/record-audit.ts';

/** Removes a customer for good; the log keeps that it happened. Throws `customer-not-found`. */
export const deleteCustomer = async (context: Context, id: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const [row] = await tx.delete(customers).where(eq(customers.id, id)).returning({ id: customers.id });
    if (!row) throw problem('customer-not-found');
    await recordAudit(tx, context, { action: 'customer.delete', entity: 'customer', entityId: id });
  });
