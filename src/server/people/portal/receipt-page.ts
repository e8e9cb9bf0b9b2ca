import { html } from 'hono/html';
import { and, eq, inArray } from 'drizzle-orm';
import { formatLongDate } from '../../../shared/dates.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import { sellerLines } from '../../../shared/seller.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../frame/context/context.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { iso } from '../../frame/db/sql.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { pageAnswer } from '../../frame/http/plain-page.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

/**
 * Answers with the receipt of a payment as a page to print. Its number is PayPal's id of the payment. Throws `payment-not-found`,
 * also for another buyer's payment, and for a payment whose money has not arrived.
 */
export async function receiptPage(context: Context, paymentId: string): Promise<Answer<never>> {
  const email = buyersEmail(context);
  const [receipt] = await context.db
    .select({
      receipt_number: payments.providerId,
      order_id: purchases.providerId,
      plan: purchases.planId,
      amount_cents: payments.amountCents,
      tax_cents: payments.taxCents,
      refunded_cents: payments.refundedCents,
      paid_at: iso(payments.paidAt),
    })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(
      and(eq(payments.id, paymentId), inArray(payments.state, [...arrivedStates]), isOwnPurchase(email)),
    );
  if (!receipt) throw problem('payment-not-found');
  const rows = [
    ['Receipt number', receipt.receipt_number],
    ['Order number', receipt.order_id],
    ['Paid on', `${formatLongDate(receipt.paid_at)} (UTC)`],
    ['Paid with', 'PayPal'],
    ['Plan', `${findPlan(receipt.plan)?.name ?? receipt.plan}, one year`],
    ['Amount paid', formatUsd(receipt.amount_cents)],
    ...(receipt.tax_cents > 0 ? [['Tax included', formatUsd(receipt.tax_cents)]] : []),
    ...(receipt.refunded_cents > 0 ? [['Refunded since', formatUsd(receipt.refunded_cents)]] : []),
    ['Buyer', email],
    ['Seller', `${sellerLines.join(', ')}. ${site.email}`],
    ['Seller’s tax number', site.seller.taxNumber],
  ];
  const body = html`
    <dl class="facts">
      ${rows.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="screen-only"><button type="button" class="button" data-print hidden>Print</button></p>
    <p class="screen-only"><a href="/purchases">Back to your purchases</a></p>
  `;
  return pageAnswer('Receipt', body, 200, { script: '/print.js' });
}
