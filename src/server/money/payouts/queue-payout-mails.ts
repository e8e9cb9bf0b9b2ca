import { eq, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { queueMails, wantsMail } from '../../frame/mail/queue-mails.ts';
import { statementMonth } from './payout-run.ts';

/** INSERT of a mail for each payout that will be paid, with its new transaction. `willBePaid` is a condition. */
export function queuePaidMails(context: Pick<Context, 'now'>, willBePaid: SQL, transactionId: SQL): SQL {
  return queueMails(context, {
    kind: 'payout-paid',
    subjectId: sql`${payouts.id}`,
    address: sql`${affiliates.email}`,
    data: { ...payoutFacts, email: sql`${payouts.payoutEmail}`, transaction_id: transactionId },
    from: sql`${withAffiliate} where ${willBePaid} and ${wantsMail(sql`affiliates`, 'payout-paid')}`,
  });
}

/**
 * INSERT of a mail for each payout that will be rejected. Nobody can switch it off, because the affiliate may have to act.
 * `willBeRejected` is a condition.
 */
export function queueRejectionMails(context: Pick<Context, 'now'>, willBeRejected: SQL, reason: string): SQL {
  return queueMails(context, {
    kind: 'payout-rejected',
    subjectId: sql`${payouts.id}`,
    address: sql`${affiliates.email}`,
    data: { ...payoutFacts, reason },
    from: sql`${withAffiliate} where ${willBeRejected}`,
  });
}

const payoutFacts = {
  name: sql`${affiliates.name}`,
  month: statementMonth,
  amount_cents: sql`${payouts.amountCents}`,
};

const withAffiliate = sql`${payouts} join ${statements} on ${eq(statements.id, payouts.statementId)}
  join ${affiliates} on ${eq(affiliates.id, statements.affiliateId)}`;
