import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { auditedInsert } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import {
  networkCounter,
  assertWithin,
  countHitsFirst,
  isWithinLimits,
} from '../../frame/limits/count-hit.ts';
import { type Customer, customerColumns, customerFacts, inputRow } from './customer.ts';

/** Creates a customer for an admin. Counts against the limit of sign-ups. Throws `customer-email-taken` or `too-many-requests`. */
export async function createCustomer(context: Context, input: CustomerInput): Promise<Customer> {
  const counters = [networkCounter('customers', context.network, context.now)] as const;
  const [hits, created] = await context.db.atomically((tx) => [
    countHitsFirst(tx, counters),
    auditedInsert(tx, context, customers, {
      action: 'customer.create',
      values: { id: uuidv7(), ...inputRow(input) },
      onlyIf: isWithinLimits(counters),
      facts: customerFacts,
      returning: customerColumns,
    }),
  ]);
  assertWithin(hits, counters, context.now);
  if (!created) throw problem('customer-email-taken');
  return created;
}
