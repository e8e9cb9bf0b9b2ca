import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../shared/dates.ts';
import { paidUntil } from '../../shared/paid-until.ts';
import { wantsMail } from '../affiliates/affiliate-mails.ts';
import type { Context } from '../context.ts';
import { iso, textArray, timestamptz } from '../db/sql.ts';
import { queueMails } from '../mail/queue-mails.ts';
import {
  type BuyerAccount,
  hasArrived,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
} from './buyer-account.ts';

/**
 * Statements that queue the mails about a changed account: a receipt for each payment whose money has arrived, a mail for each
 * refund and each cancelled subscription, and a mail to each affiliate who earned their first commission. They run after the
 * statements of the change, in its transaction.
 */
export function purchaseMails(
  context: Pick<Context, 'now'>,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  const payments = newReceipts(before, after, context.now).map(({ id }) => id);
  const entries = newCommissions(before, after, context.now).map(({ id }) => id);
  const refunds = newRefunds(before, after, context.now).map(({ id }) => id);
  return [
    ...(payments.length > 0 ? [queueReceipts(context, payments)] : []),
    ...(entries.length > 0 ? [queueFirstSales(context, entries)] : []),
    ...newCancellations(before, after, context.now).map((row) => queueCancellation(context, after, row)),
    ...(refunds.length > 0 ? [queueRefunds(context, refunds)] : []),
    ...readdressedReceipts(context, before, after),
  ];
}

/** A payment, refund or cancellation older than this comes from an import or a repair, and nobody expects a mail about it. */
const mailDays = 7;

function isRecent(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() <= mailDays * dayMs;
}

/** Returns the payments that need a receipt: their money has just arrived. */
export function newReceipts(before: BuyerAccount, after: BuyerAccount, now: Date): readonly PaymentRow[] {
  const arrivedIds = new Set(before.payments.filter(hasArrived).map(({ id }) => id));
  return after.payments.filter(
    ({ id, state, paidAt }) => state === 'completed' && !arrivedIds.has(id) && isRecent(paidAt, now),
  );
}

/**
 * Milliseconds that the receipt of a new purchase waits for the checkout's report. PayPal's webhook may come before the report,
 * and only the report has the address that the buyer typed.
 */
const reportWaitMs = 60_000;

function queueReceipts(context: Pick<Context, 'now'>, paymentIds: readonly string[]): SQL {
  const now = timestamptz(context.now);
  const afterReport = timestamptz(new Date(context.now.getTime() + reportWaitMs));
  const yesterday = timestamptz(new Date(context.now.getTime() - dayMs));
  return queueMails(context, {
    kind: 'receipt',
    subjectId: sql`payments.id`,
    address: sql`coalesce(receipt_email, payer_email)`,
    data: {
      order_id: sql`purchases.provider_id`,
      plan_id: sql`plan_id`,
      amount_cents: sql`payments.amount_cents`,
      tax_cents: sql`tax_cents`,
      paid_at: iso(sql`paid_at`),
      is_renewal: sql`is_renewal`,
      is_subscription: sql`type = 'subscription'`,
    },
    dueAt: sql`case when receipt_email is null and purchases.created_at > ${yesterday} then ${afterReport} else ${now} end`,
    from: sql`payments join purchases on purchases.id = payments.purchase_id
      where payments.id = any (${textArray(paymentIds)}::uuid[])`,
  });
}

/** Returns the refunds that were just recorded. A reversal is a dispute's, about which PayPal writes to the buyer. */
function newRefunds(before: BuyerAccount, after: BuyerAccount, now: Date) {
  const oldIds = new Set(before.refunds.map(({ id }) => id));
  return after.refunds.filter(
    ({ id, kind, refundedAt }) => kind === 'refund' && !oldIds.has(id) && isRecent(refundedAt, now),
  );
}

function queueRefunds(context: Pick<Context, 'now'>, refundIds: readonly string[]): SQL {
  return queueMails(context, {
    kind: 'refund',
    subjectId: sql`refunds.id`,
    address: sql`coalesce(receipt_email, payer_email)`,
    data: {
      order_id: sql`purchases.provider_id`,
      plan_id: sql`plan_id`,
      amount_cents: sql`refunds.amount_cents`,
      refunded_at: iso(sql`refunded_at`),
      is_full: sql`refunds.amount_cents = payments.amount_cents`,
    },
    from: sql`refunds join payments on payments.id = refunds.payment_id
      join purchases on purchases.id = payments.purchase_id
      where refunds.id = any (${textArray(refundIds)}::uuid[])`,
  });
}

/** Returns the subscriptions that were just cancelled, on this site or at PayPal. */
function newCancellations(before: BuyerAccount, after: BuyerAccount, now: Date): readonly PurchaseRow[] {
  return after.purchases.filter(({ id, state, stateAt }) => {
    const old = before.purchases.find((row) => row.id === id);
    return old && old.state !== 'cancelled' && state === 'cancelled' && stateAt && isRecent(stateAt, now);
  });
}

function queueCancellation(context: Pick<Context, 'now'>, account: BuyerAccount, purchase: PurchaseRow): SQL {
  const runsUntil = paidUntil(
    paymentsOf(account, purchase).map(toDatedPayment),
    purchase.nextBillingAt?.toISOString(),
  );
  return queueMails(context, {
    kind: 'subscription-cancelled',
    subjectId: sql`id`,
    address: sql`coalesce(receipt_email, payer_email)`,
    data: { order_id: sql`provider_id`, plan_id: sql`plan_id`, runs_until: sql`${runsUntil}::text` },
    from: sql`purchases where id = ${purchase.id}::uuid`,
  });
}

function toDatedPayment({ state, paidAt, amountCents, refundedCents }: PaymentRow) {
  return {
    ...{ state, paid_at: paidAt.toISOString() },
    ...{ amount_cents: amountCents, refunded_cents: refundedCents },
  };
}

/** Returns the new commissions of the last days that are not on hold. */
export function newCommissions(before: BuyerAccount, after: BuyerAccount, now: Date) {
  const oldIds = new Set(before.entries.map(({ id }) => id));
  const heldPayments = new Set(
    after.holds.filter(({ releasedAt }) => releasedAt === null).map(({ paymentId }) => paymentId),
  );
  return after.entries.filter(
    ({ id, kind, amountCents, paymentId, occurredAt }) =>
      kind === 'commission' &&
      amountCents > 0 &&
      !oldIds.has(id) &&
      !heldPayments.has(paymentId) &&
      isRecent(occurredAt, now),
  );
}

/** INSERT of a mail to each affiliate without an earlier commission. Concurrent purchases queue only one mail. */
function queueFirstSales(context: Pick<Context, 'now'>, entryIds: readonly string[]): SQL {
  const ids = sql`${textArray(entryIds)}::uuid[]`;
  return queueMails(context, {
    kind: 'first-sale',
    subjectId: sql`affiliates.id`,
    address: sql`affiliates.email`,
    data: { name: sql`affiliates.name`, amount_cents: sql`first.amount_cents` },
    from: sql`(
        select distinct on (affiliate_id) affiliate_id, amount_cents from commission_entries
        where id = any (${ids}) order by affiliate_id, occurred_at, id
      ) as first
      join affiliates on affiliates.id = first.affiliate_id
      where ${wantsMail(sql`affiliates`, 'first-sale')} and not exists (
        select 1 from commission_entries earlier
        where earlier.affiliate_id = affiliates.id and earlier.kind = 'commission' and earlier.amount_cents > 0
          and earlier.id <> all (${ids}) and not exists (
            select 1 from commission_holds where payment_id = earlier.payment_id and released_at is null
          )
      )`,
  });
}

/** UPDATEs that readdress waiting receipts and make them due, for purchases whose checkout has just reported an email. */
function readdressedReceipts(
  { now }: Pick<Context, 'now'>,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  return after.purchases
    .filter(({ id, receiptEmail }) => {
      const old = before.purchases.find((row) => row.id === id);
      return old && receiptEmail !== null && old.receiptEmail === null;
    })
    .map(
      ({
        id,
        receiptEmail,
      }) => sql`update mails set address = ${receiptEmail}::text, due_at = ${timestamptz(now)}
        where kind = 'receipt' and state = 'waiting' and leased_until is null
          and subject_id in (select payments.id::text from payments where purchase_id = ${id}::uuid)`,
    );
}
