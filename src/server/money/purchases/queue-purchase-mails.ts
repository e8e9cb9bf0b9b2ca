import { eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '../../../shared/dates.ts';
import { paidUntil } from '../../../shared/paid-until.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { iso, textArray } from '../../frame/db/sql.ts';
import { queueMails, wantsMail } from '../../frame/mail/queue-mails.ts';
import {
  type BuyerAccount,
  buyersPurchases,
  hasArrived,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
} from './buyer-account.ts';
import { isPaidBack } from './refunds-and-disputes.ts';
import { datedPayments } from './upcoming-notice.ts';

/**
 * Statements that queue the mails about a changed account: a receipt for each payment whose money has arrived, a mail for each
 * refund and each cancelled subscription, and a mail to each affiliate who earned their first commission. They run after the
 * statements of the change, in its transaction.
 */
export function queuePurchaseMails(
  context: Pick<Context, 'now'>,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  const arrived = newReceipts(before, after, context.now);
  const paymentIds = [...arrived, ...readdressedPayments(before, after, context.now)].map(({ id }) => id);
  const entryIds = newCommissions(before, after, context.now).map(({ id }) => id);
  const refundIds = newRefunds(before, after, context.now).map(({ id }) => id);
  return [
    ...(paymentIds.length > 0 ? [queueReceipts(context, paymentIds)] : []),
    ...(entryIds.length > 0 ? [queueFirstSales(context, entryIds)] : []),
    ...newCancellations(before, after, context.now).map((row) => queueCancellation(context, after, row)),
    ...(refundIds.length > 0 ? [queueRefunds(context, refundIds)] : []),
    ...newDoublePurchases(after, arrived).map((double) => queueDoublePurchase(context, double)),
  ];
}

/** Ends the `subject_id` of a mail to the address typed at checkout. The payer's mail has the same id without it. */
export const receiptSuffix = ' receipt';

/** A payment, refund or cancellation older than this comes from an import or a repair, and nobody expects a mail about it. */
const mailDays = 7;

/** True for a fact that is recent enough for a mail. */
export function isMailExpected(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() <= mailDays * dayMs;
}

/** Returns the payments that need a receipt: their money has just arrived. */
export function newReceipts(before: BuyerAccount, after: BuyerAccount, now: Date): readonly PaymentRow[] {
  const arrivedIds = new Set(before.payments.filter(hasArrived).map(({ id }) => id));
  return after.payments.filter(
    ({ id, state, paidAt }) => state === 'completed' && !arrivedIds.has(id) && isMailExpected(paidAt, now),
  );
}

const { payerEmail, receiptEmail } = purchases;

/**
 * FROM item with the recipients of a purchase's mails: the payer, and the address typed at checkout if it differs. So
 * somebody who reports an address for a stranger's order hides nothing from the payer. `suffix` tells their mails apart.
 */
export const recipients = sql`cross join lateral (
    values (${payerEmail}, ''),
      (case when lower(${receiptEmail}) is distinct from lower(${payerEmail}) then ${receiptEmail} end, ${receiptSuffix}::text)
  ) as recipient (address, suffix)`;

/** The facts of every mail about a purchase. */
export const purchaseFacts = { order_id: sql`${purchases.providerId}`, plan_id: sql`${purchases.planId}` };

const isSubscription = sql`${purchases.type} = 'subscription'`;

function queueReceipts(context: Pick<Context, 'now'>, paymentIds: readonly string[]): SQL {
  return queueMails(context, {
    kind: 'receipt',
    subjectId: sql`${payments.id} || recipient.suffix`,
    address: sql`recipient.address`,
    data: {
      ...purchaseFacts,
      amount_cents: sql`${payments.amountCents}`,
      tax_cents: sql`${payments.taxCents}`,
      paid_at: iso(payments.paidAt),
      is_renewal: sql`${payments.isRenewal}`,
      terms_version: sql`case when ${payments.sequence} = 1 then ${purchases.termsVersion} end`,
      is_subscription: isSubscription,
      paid_until: ofLicense(licenses.coversUntil),
      renews_at: ofNextPayment(iso(purchases.nextBillingAt)),
      renews_for_cents: ofNextPayment(purchases.nextBillingCents),
      license: ofLicense(licenses.text),
    },
    from: sql`${payments} join ${purchases} on ${purchases.id} = ${payments.purchaseId} ${recipients}
      where ${payments.id} = any (${textArray(paymentIds)}::uuid[])`,
  });
}

/** Selects a fact of a payment's license. */
function ofLicense(fact: PgColumn): SQL {
  return sql`(select ${fact} from ${licenses} where ${licenses.paymentId} = ${payments.id} and ${isNull(licenses.revokedAt)})`;
}

/** Selects a fact of a subscription's next payment. PayPal's date counts only if it is after the payment. */
function ofNextPayment(fact: SQL | PgColumn): SQL {
  return sql`case when ${purchases.state} = 'active' and ${purchases.nextBillingAt} > ${payments.paidAt} then ${fact} end`;
}

/** Returns the refunds that were just recorded. A reversal is a dispute's, about which PayPal writes to the buyer. */
function newRefunds(before: BuyerAccount, after: BuyerAccount, now: Date) {
  const oldIds = new Set(before.refunds.map(({ id }) => id));
  return after.refunds.filter(
    ({ id, kind, refundedAt }) => kind === 'refund' && !oldIds.has(id) && isMailExpected(refundedAt, now),
  );
}

function queueRefunds(context: Pick<Context, 'now'>, refundIds: readonly string[]): SQL {
  return queueMails(context, {
    kind: 'refund',
    subjectId: sql`${refunds.id} || recipient.suffix`,
    address: sql`recipient.address`,
    data: {
      ...purchaseFacts,
      amount_cents: sql`${refunds.amountCents}`,
      refunded_at: iso(refunds.refundedAt),
      is_full: sql`${refunds.amountCents} = ${payments.amountCents}`,
    },
    from: sql`${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      join ${purchases} on ${purchases.id} = ${payments.purchaseId} ${recipients}
      where ${refunds.id} = any (${textArray(refundIds)}::uuid[])`,
  });
}

/** Returns the subscriptions that were just cancelled, on this site or at PayPal. */
function newCancellations(before: BuyerAccount, after: BuyerAccount, now: Date): readonly PurchaseRow[] {
  return after.purchases.filter(({ id, state, stateAt }) => {
    const old = before.purchases.find((row) => row.id === id);
    return (
      old && old.state !== 'cancelled' && state === 'cancelled' && stateAt && isMailExpected(stateAt, now)
    );
  });
}

function queueCancellation(context: Pick<Context, 'now'>, account: BuyerAccount, purchase: PurchaseRow): SQL {
  const runsUntil = paidUntil(datedPayments(account, purchase), purchase.nextBillingAt?.toISOString());
  return queueMails(context, {
    kind: 'subscription-cancelled',
    subjectId: sql`${purchases.id} || recipient.suffix`,
    address: sql`recipient.address`,
    data: { ...purchaseFacts, runs_until: sql`${runsUntil}::text` },
    from: sql`${purchases} ${recipients} where ${eq(purchases.id, purchase.id)}`,
  });
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
      isMailExpected(occurredAt, now),
  );
}

/** INSERT of a mail to each affiliate without an earlier commission. Concurrent purchases queue only one mail. */
function queueFirstSales(context: Pick<Context, 'now'>, entryIds: readonly string[]): SQL {
  const ids = sql`${textArray(entryIds)}::uuid[]`;
  const { id, affiliateId, amountCents, kind, occurredAt, paymentId } = commissionEntries;
  const first = alias(commissionEntries, 'first');
  return queueMails(context, {
    kind: 'first-sale',
    subjectId: sql`${affiliates.id}`,
    address: sql`${affiliates.email}`,
    data: { name: sql`${affiliates.name}`, amount_cents: sql`${first.amountCents}` },
    from: sql`(
        select distinct on (${affiliateId}) ${affiliateId}, ${amountCents} from ${commissionEntries}
        where ${id} = any (${ids}) order by ${affiliateId}, ${occurredAt}, ${id}
      ) as first
      join ${affiliates} on ${affiliates.id} = ${first.affiliateId}
      where ${wantsMail(sql`affiliates`, 'first-sale')} and not exists (
        select from ${commissionEntries}
        where ${affiliateId} = ${affiliates.id} and ${kind} = 'commission' and ${amountCents} > 0
          and ${id} <> all (${ids}) and not exists (
            select from ${commissionHolds}
            where ${commissionHolds.paymentId} = ${paymentId} and ${commissionHolds.releasedAt} is null
          )
      )`,
  });
}

/** Returns the recent payments of purchases whose checkout has just reported an address. The payer has got these receipts. */
function readdressedPayments(before: BuyerAccount, after: BuyerAccount, now: Date): readonly PaymentRow[] {
  const readdressed = after.purchases.filter(({ id, receiptEmail }) => {
    const old = before.purchases.find((row) => row.id === id);
    return old && receiptEmail !== null && old.receiptEmail === null;
  });
  return readdressed
    .flatMap((purchase) => paymentsOf(after, purchase))
    .filter(({ state, paidAt }) => state === 'completed' && isMailExpected(paidAt, now));
}

/** A purchase, and the purchase of the same plan that its payer made within a day before. */
interface DoublePurchase {
  readonly purchase: PurchaseRow;
  readonly earlier: PurchaseRow;
}

/** Returns the purchases that were just paid although their payer had paid for the same plan within a day. */
export function newDoublePurchases(
  after: BuyerAccount,
  arrived: readonly PaymentRow[],
): readonly DoublePurchase[] {
  return arrived.flatMap(({ id, purchaseId, sequence, paidAt }) => {
    const purchase = after.purchases.find((row) => row.id === purchaseId);
    if (!purchase || sequence > 1) return [];
    const isEarlier = (other: PaymentRow) => {
      const age = paidAt.getTime() - other.paidAt.getTime();
      const isOlder = age > 0 || (age === 0 && other.id < id);
      return hasArrived(other) && other.sequence === 1 && isOlder && age < dayMs && !isPaidBack(after, other);
    };
    const earlier = buyersPurchases(after, purchase).find(
      (row) =>
        row.id !== purchase.id && row.planId === purchase.planId && paymentsOf(after, row).some(isEarlier),
    );
    return earlier ? [{ purchase, earlier }] : [];
  });
}

function queueDoublePurchase(context: Pick<Context, 'now'>, { purchase, earlier }: DoublePurchase): SQL {
  return queueMails(context, {
    kind: 'bought-twice',
    subjectId: sql`${purchases.id} || recipient.suffix`,
    address: sql`recipient.address`,
    data: {
      ...purchaseFacts,
      earlier_order_id: earlier.providerId,
      is_subscription: isSubscription,
    },
    from: sql`${purchases} ${recipients} where ${eq(purchases.id, purchase.id)}`,
  });
}
