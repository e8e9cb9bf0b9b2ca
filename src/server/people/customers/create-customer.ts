import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow } from '../../frame/db/sql.ts';
import { addressCounter, assertWithin, counted, countHits, isWithin } from '../../frame/limits/count-hit.ts';
import {
  type Customer,
  customerFacts,
  customerJson,
  customerShape,
  inputColumns,
  inputValues,
} from './customer.ts';

/**
 * Creates a customer for an admin, with the audit entry in the same statement. Counts against the limit of sign-ups. Throws
 * `customer-email-taken` or `too-many-requests`.
 */
export async function createCustomer(context: Context, input: CustomerInput): Promise<Customer> {
  const row = sql`created`;
  const caller = addressCounter('customers', context.address, context.now);
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.create',
    entity: 'customer',
    entityId: sql`created.id`,
    after: customerFacts(row),
    from: row,
  });
  const { hits, created } = await oneRow(
    context.db,
    sql`with hit as (${countHits([caller])}),
      created as (
        insert into customers (id, ${inputColumns})
        select ${uuidv7()}::uuid, ${inputValues(input)} where ${isWithin([caller])}
        on conflict do nothing returning *
      ),
      logged as (${logged})
      select (select json_agg(hit) from hit) as hits, (select ${customerJson(row)} from created) as created`,
    z.object({ hits: counted, created: z.nullable(customerShape) }),
  );
  assertWithin(hits, [caller], context.now);
  if (!created) throw problem('customer-email-taken');
  return created;
}
