import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../shared/problems.ts';
import type { CustomerInput } from '../../shared/schemas/customer.ts';
import { isLine } from '../../shared/text.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { assertLine } from '../http/input.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { type Customer, customerFacts, customerJson, customerShape } from './customer.ts';

const outcome = z.object({
  known: z.boolean(),
  named: z.nullable(z.string()),
  changed: z.nullable(customerShape),
});

/**
 * Replaces name and address, and audits it in the same statement; `version` is the one the change was made from,
 * null for whichever. Throws `customer-not-found`, `invalid` for a new name that is no line, `changed-meanwhile`
 * or `customer-email-taken`.
 */
export const updateCustomer = async (
  context: Context,
  id: string,
  { name, email }: CustomerInput,
  version: number | null,
): Promise<Customer> => {
  const logged = auditRows(context, {
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
      update customers set name = ${name}::text, email = ${email}::text,
        updated_at = ${timestamptz(context.now)}, version = found.version + 1
      from found
      where customers.id = found.id and found.version = coalesce(${version}::int, found.version)
        and (${isLine(name)}::boolean or found.name = ${name}::text)
      returning customers.*
    ),
    logged as (${logged})
    select exists (select 1 from found) as known, (select name from found) as named,
      (select ${customerJson(sql`changed`)} from changed) as changed`;
  try {
    const { known, named, changed } = await oneRow(context.db, statement, outcome);
    if (changed) return changed;
    if (!known) throw problem('customer-not-found');
    assertLine(name, named);
    throw problem('changed-meanwhile');
  } catch (error) {
    throw isUniqueViolation(error) ? problem('customer-email-taken', { cause: error }) : error;
  }
};
