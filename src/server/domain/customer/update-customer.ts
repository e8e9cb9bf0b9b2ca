import { eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { customers } from '../../db/schema/customers.ts';
import { recordAudit } from '../operations/record-audit.ts';
import { toCustomer, type Customer } from './customer.ts';

/** Replaces name and address. Throws `customer-not-found`, or `customer-email-taken`. */
export const updateCustomer = async (
  context: Context,
  id: string,
  input: CustomerInput,
): Promise<Customer> => {
  try {
    return await context.db.transaction(async (tx) => {
      const [before] = await tx.select().from(customers).where(eq(customers.id, id)).for('update');
      if (!before) throw problem('customer-not-found');
      const [row] = await tx
        .update(customers)
        .set({ ...input, updatedAt: context.now, version: sql`${customers.version} + 1` })
        .where(eq(customers.id, id))
        .returning();
      if (!row) throw problem('customer-not-found');
      const after = toCustomer(row);
      await recordAudit(tx, context, {
        action: 'customer.update',
        entity: 'customer',
        entityId: id,
        before: toCustomer(before),
        after,
      });
      return after;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? problem('customer-email-taken', { cause: error }) : error;
  }
};
