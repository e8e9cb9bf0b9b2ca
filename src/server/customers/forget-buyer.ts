import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { auditRows, unnamedAudit } from '../audit/audit-rows.ts';
import { lastRow } from '../db/sql.ts';
import { forgetPayers, lockPayers } from '../purchases/forget-payers.ts';
import { normaliseEmail } from '../../shared/email.ts';

/** What was forgotten: in how many purchases. */
export const forgottenShape = z.object({
  purchases: z.number().check(z.describe('Those that named the address')),
});

const outcome = z.extend(forgottenShape, { is_customer: z.boolean() });

/**
 * Forgets an address that no customer has: purchases no longer name it, nor does what the log says of
 * customers. A record with the address goes with all of this when it is deleted itself. Throws `address-has-customer`.
 */
export const forgetBuyer = async (
  context: Context,
  email: string,
): Promise<z.infer<typeof forgottenShape>> => {
  const address = email.toLowerCase();
  const isNobody = sql`not exists (select 1 from customer)`;
  const logged = auditRows(context, {
    id: sql`gen_random_uuid()`,
    action: 'purchase.forget',
    entity: 'purchase',
    entityId: sql`forgotten_purchases.id`,
    from: sql`forgotten_purchases`,
  });
  const statement = sql`with customer as (
      select id from customers where normalise_email(email) = ${normaliseEmail(address)}
    ),
    ${forgetPayers(context, [address], isNobody)},
    unnamed as (${unnamedAudit('customer', { id: '', emails: [address] }, isNobody)}),
    logged as (${logged})
    select not ${isNobody} as is_customer, (select count(*)::int from forgotten_purchases) as purchases`;
  const { is_customer: isCustomer, purchases } = await lastRow(
    context.db,
    [...lockPayers([address]), statement],
    outcome,
  );
  if (isCustomer) throw problem('address-has-customer');
  return { purchases };
};
