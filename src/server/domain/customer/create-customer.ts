import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { auditRows } from '../operations/audit-rows.ts';
import { oneRow } from '../operations/one-row.ts';
import { type Customer, customerFacts, customerJson, customerShape } from './customer.ts';

const outcome = z.object({ made: customerShape.nullable() });

/** An admin's new customer, audited in the same statement. Throws `customer-email-taken` when the address has a record. */
export const createCustomer = async (context: Context, { name, email }: CustomerInput): Promise<Customer> => {
  const row = sql`made`;
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.create',
    entity: 'customer',
    entityId: sql`made.id`,
    after: customerFacts(row),
    from: row,
  });
  const { made } = await oneRow(
    context.db,
    sql`with made as (
        insert into customers (id, name, email) values (${uuidv7()}::uuid, ${name}::text, ${email}::text)
        on conflict do nothing returning *
      ),
      logged as (${logged})
      select (select ${customerJson(row)} from made) as made`,
    outcome,
  );
  if (!made) throw problem('customer-email-taken');
  return made;
};
