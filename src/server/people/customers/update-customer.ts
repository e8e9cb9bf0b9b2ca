import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { notStorable } from '../../../shared/schemas/text.ts';
import { isLine } from '../../../shared/text.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import {
  type Customer,
  customerFacts,
  customerJson,
  customerShape,
  inputColumns,
  inputValues,
} from './customer.ts';

const outcome = z.object({
  exists: z.boolean(),
  old_name: z.nullable(z.string()),
  changed: z.nullable(customerShape),
});

/**
 * Replaces a customer's fields, with the audit entry in the same statement. `version` is the version that the caller
 * edited, or null for any version. Throws `customer-not-found`, `edit-conflict`, `customer-email-taken`, or `invalid` for
 * a new name with line breaks.
 */
export async function updateCustomer(
  context: Context,
  id: string,
  input: CustomerInput,
  version: number | null,
): Promise<Customer> {
  const { name } = input;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.update',
    entity: 'customer',
    entityId: sql`changed.id`,
    before: customerFacts(sql`found`),
    after: customerFacts(sql`changed`),
    from: sql`found join changed on changed.id = found.id`,
  });
  const statement = sql`with found as (select * from customers where id = ${id}::uuid for update),
    changed as (
      update customers set (${inputColumns}) = row (${inputValues(input)}),
        updated_at = ${timestamptz(context.now)}, version = found.version + 1
      from found
      where customers.id = found.id and found.version = coalesce(${version}::int, found.version)
        and (${isLine(name)}::boolean or found.name = ${name}::text)
      returning customers.*
    ),
    logged as (${logged})
    select exists (select 1 from found) as exists, (select name from found) as old_name,
      (select ${customerJson(sql`changed`)} from changed) as changed`;
  const row = await oneRow(context.db, statement, outcome).catch((error: unknown) => {
    throw isUniqueViolation(error) ? problem('customer-email-taken', { cause: error }) : error;
  });
  if (row.changed) return row.changed;
  if (!row.exists) throw problem('customer-not-found');
  if (name !== row.old_name && !isLine(name)) throw fieldProblem('invalid', 'name', notStorable);
  throw problem('edit-conflict');
}
