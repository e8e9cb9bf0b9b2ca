import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { CustomerInput } from '../../shared/schemas/customer.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { addressCounter, assertWithin, counted, countHits, isWithin } from '../limits/count-hit.ts';
import { oneRow } from '../db/sql.ts';
import { type Customer, customerFacts, customerJson, customerShape } from './customer.ts';

const outcome = z.object({ hits: counted, made: z.nullable(customerShape) });

/**
 * An admin's new customer, audited in the same statement. Throws `customer-email-taken` when the address has a record, and
 * `too-many-requests`, as a sign-up does.
 */
export const createCustomer = async (context: Context, { name, email }: CustomerInput): Promise<Customer> => {
  const row = sql`made`;
  const caller = addressCounter('customers', context.address, context.now);
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.create',
    entity: 'customer',
    entityId: sql`made.id`,
    after: customerFacts(row),
    from: row,
  });
  const { hits, made } = await oneRow(
    context.db,
    sql`with hit as (${countHits([caller])}),
      made as (
        insert into customers (id, name, email)
        select ${uuidv7()}::uuid, ${name}::text, ${email}::text where ${isWithin([caller])}
        on conflict do nothing returning *
      ),
      logged as (${logged})
      select (select json_agg(hit) from hit) as hits, (select ${customerJson(row)} from made) as made`,
    outcome,
  );
  assertWithin(hits, [caller], context.now);
  if (!made) throw problem('customer-email-taken');
  return made;
};
