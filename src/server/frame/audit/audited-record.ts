import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';

/** The record of an audit entry as it is now, so that a person can recognise and open it. Null if it is gone. */
export const auditedRecord = z.nullable(
  z.object({
    name: z
      .string()
      .check(
        z.describe(
          'The code of an affiliate, the email or name of a customer, PayPal’s id of a purchase, the user id of a profile, the subject of a letter, the code of a payout’s affiliate, the order number of a withdrawal',
        ),
      ),
    closed: z.optional(z.boolean()).check(z.describe('Only for affiliates')),
    month: z.optional(z.string()).check(z.describe('Only for payouts: the month of the statement, YYYY-MM')),
  }),
);

/** SQL for the id of the record. Null for an id of another system, such as PayPal's, because it is no UUID. */
const id = sql`case when audit_log.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then audit_log.entity_id::uuid end`;

/** SQL for an auditedRecord, built from a row of `audit_log`. */
export const auditedRecordJson = sql`case audit_log.entity
  when 'affiliate' then (
    select json_build_object('name', code, 'closed', closed_at is not null) from affiliates where id = ${id})
  when 'customer' then (select json_build_object('name', coalesce(email, name)) from customers where id = ${id})
  when 'purchase' then (select json_build_object('name', provider_id) from purchases where id = ${id})
  when 'payout' then (
    select json_build_object('name', affiliates.code, 'month', to_char(statements.month, 'YYYY-MM'))
    from payouts join statements on statements.id = payouts.statement_id
      join affiliates on affiliates.id = statements.affiliate_id
    where payouts.id = ${id})
  when 'letter' then (select json_build_object('name', subject) from letters where id = ${id})
  when 'withdrawal' then (select json_build_object('name', order_number) from withdrawals where id = ${id})
  when 'user-profile' then (select json_build_object('name', user_id) from user_profiles where id = ${id})
end`;
