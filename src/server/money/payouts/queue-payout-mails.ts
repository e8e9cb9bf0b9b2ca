import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { queueMails, wantsMail } from '../../frame/mail/queue-mails.ts';

/** INSERT of a mail for each payout that is paid now. `row` is the payout after the change. */
export function queuePaidMails(context: Pick<Context, 'now'>, row: SQL): SQL {
  return queueMails(context, {
    kind: 'payout-paid',
    subjectId: sql`${row}.id`,
    address: sql`affiliates.email`,
    data: {
      ...payoutFacts(row),
      email: sql`${row}.payout_email`,
      transaction_id: sql`${row}.transaction_id`,
    },
    from: sql`${withAffiliate(row)} where ${wantsMail(sql`affiliates`, 'payout-paid')}`,
  });
}

/** INSERT of a mail for each payout that is rejected now. Nobody can switch it off, because the affiliate may have to act. */
export function queueRejectionMails(context: Pick<Context, 'now'>, row: SQL): SQL {
  return queueMails(context, {
    kind: 'payout-rejected',
    subjectId: sql`${row}.id`,
    address: sql`affiliates.email`,
    data: { ...payoutFacts(row), reason: sql`${row}.rejected_reason` },
    from: withAffiliate(row),
  });
}

function payoutFacts(row: SQL) {
  return {
    name: sql`affiliates.name`,
    month: sql`to_char(statements.month, 'YYYY-MM')`,
    amount_cents: sql`${row}.amount_cents`,
  };
}

function withAffiliate(row: SQL): SQL {
  return sql`${row} join statements on statements.id = ${row}.statement_id
    join affiliates on affiliates.id = statements.affiliate_id`;
}
