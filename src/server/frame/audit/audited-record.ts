import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { affiliates } from '../db/schema/affiliates.ts';
import { ownerLinks } from '../db/schema/counts.ts';
import { customers } from '../db/schema/customers.ts';
import { invitations } from '../db/schema/invitations.ts';
import { letters } from '../db/schema/newsletter.ts';
import { auditLog } from '../db/schema/operations.ts';
import { withdrawals } from '../db/schema/portal.ts';
import { purchases } from '../db/schema/purchases.ts';
import { payouts, statements } from '../db/schema/statements.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { jsonObject, nested } from '../db/sql.ts';

/** The record of an audit entry as it is now, so that a person can recognize and open it. Null if it is gone. */
export const auditedRecord = z.nullable(
  z.object({
    name: z
      .string()
      .check(
        z.describe(
          'The code of an affiliate, the email or name of a customer, PayPal’s ID of a purchase, the user ID of a profile, the subject of a letter, the reason of an invitation, the name of an owner’s link, the code of a payout’s affiliate, the order number of a withdrawal',
        ),
      ),
    closed: z.optional(z.boolean()).check(z.describe('Only for affiliates')),
    month: z.optional(z.string()).check(z.describe('Only for payouts: the month of the statement, YYYY-MM')),
  }),
);

type AuditedRecord = z.infer<typeof auditedRecord>;

/** The id of the record. Null for an id of another system, such as PayPal's, because it is no UUID. */
const id = sql`case when ${auditLog.entityId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then ${auditLog.entityId}::uuid end`;

/** Subquery of the record with the id. */
function find(
  table: PgTable & { readonly id: PgColumn },
  record: Readonly<Record<string, PgColumn | SQL>>,
): SQL {
  return sql`(select ${jsonObject(record)} from ${table} where ${table.id} = ${id})`;
}

const payout = sql`(
  select ${jsonObject({ name: affiliates.code, month: sql`to_char(${statements.month}, 'YYYY-MM')` })}
  from ${payouts} join ${statements} on ${eq(statements.id, payouts.statementId)}
    join ${affiliates} on ${eq(affiliates.id, statements.affiliateId)}
  where ${payouts.id} = ${id})`;

/** An auditedRecord of a row of `audit_log`. */
export const selectAuditedRecord = nested(sql<AuditedRecord>`case ${auditLog.entity}
  when 'affiliate' then ${find(affiliates, { name: affiliates.code, closed: sql`${affiliates.closedAt} is not null` })}
  when 'customer' then ${find(customers, { name: sql`coalesce(${customers.email}, ${customers.name})` })}
  when 'purchase' then ${find(purchases, { name: purchases.providerId })}
  when 'payout' then ${payout}
  when 'invitation' then ${find(invitations, { name: invitations.reason })}
  when 'owner-link' then ${find(ownerLinks, { name: ownerLinks.name })}
  when 'letter' then ${find(letters, { name: letters.subject })}
  when 'withdrawal' then ${find(withdrawals, { name: withdrawals.orderNumber })}
  when 'user-profile' then ${find(userProfiles, { name: userProfiles.userId })}
end`);
