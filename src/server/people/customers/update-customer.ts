import { and, eq, sql } from 'drizzle-orm';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { notStorable } from '../../../shared/schemas/text.ts';
import { isLine } from '../../../shared/text.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { type Customer, customerColumns, customerFacts, inputRow } from './customer.ts';

/**
 * Replaces a customer's fields. `version` is the version that the caller edited, or null for any version. Throws
 * `customer-not-found`, `edit-conflict`, `customer-email-taken`, or `invalid` for a new name with line breaks.
 */
export async function updateCustomer(
  context: Context,
  id: string,
  input: CustomerInput,
  version: number | null,
): Promise<Customer> {
  const { name } = input;
  const [customer] = await context.db
    .atomically((tx) => [
      auditedUpdate(tx, context, customers, {
        action: 'customer.update',
        where: eq(customers.id, id),
        onlyIf: and(
          version === null ? undefined : eq(customers.version, version),
          name === null || isLine(name) ? undefined : eq(customers.name, name),
        ),
        found: { name: customers.name },
        set: { ...inputRow(input), updatedAt: context.now, version: sql`${customers.version} + 1` },
        facts: customerFacts,
        returning: customerColumns,
      }),
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? problem('customer-email-taken', { cause: error }) : error;
    });
  const {
    found: [found],
    changed: [changed],
  } = customer;
  if (changed) return changed;
  if (!found) throw problem('customer-not-found');
  if (name !== found.name && !isLine(name)) throw fieldProblem('invalid', 'name', notStorable);
  throw problem('edit-conflict');
}
