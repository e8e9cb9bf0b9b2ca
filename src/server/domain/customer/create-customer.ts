import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/schema/customers.ts';
import { recordAudit } from '../operations/record-audit.ts';
import { toCustomer, type Customer } from './customer.ts';

/** An admin's new customer. Throws `customer-email-taken` when the address has a record. */
export const createCustomer = async (context: Context, input: CustomerInput): Promise<Customer> =>
  context.db.transaction(async (tx) => {
    const [row] = await tx.insert(customers).values(input).onConflictDoNothing().returning();
    if (!row) throw problem('customer-email-taken');
    const created = toCustomer(row);
    await recordAudit(tx, context, {
      action: 'customer.create',
      entity: 'customer',
      entityId: row.id,
      after: created,
    });
    return created;
  });
