import { html } from 'hono/html';
import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { formatLongDate } from '../../../shared/dates.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../frame/context/context.ts';
import { allRows, iso, textArray } from '../../frame/db/sql.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { pageAnswer } from '../../frame/http/plain-page.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

const receiptRow = z.object({
  receipt_number: z.string(),
  order_id: z.string(),
  plan: z.string(),
  amount_cents: z.number(),
  tax_cents: z.number(),
  refunded_cents: z.number(),
  paid_at: z.iso.datetime(),
});

/**
 * Answers with the receipt of a payment as a page to print. Its number is PayPal's id of the payment. Throws `payment-not-found`,
 * also for another buyer's payment, and for a payment whose money has not arrived.
 */
export async function receiptPage(context: Context, paymentId: string): Promise<Answer<never>> {
  const email = buyersEmail(context);
  const [receipt] = await allRows(
    context.db,
    sql`select payments.provider_id as receipt_number, purchases.provider_id as order_id, plan_id as plan,
        payments.amount_cents, tax_cents, refunded_cents, ${iso(sql`paid_at`)} as paid_at
      from payments join purchases on purchases.id = purchase_id
      where payments.id = ${paymentId}::uuid and payments.state::text = any (${textArray(arrivedStates)})
        and ${isOwnPurchase(email)}`,
    receiptRow,
  );
  if (!receipt) throw problem('payment-not-found');
  const rows = [
    ['Receipt number', receipt.receipt_number],
    ['Order number', receipt.order_id],
    ['Paid on', formatLongDate(receipt.paid_at)],
    ['Paid with', 'PayPal'],
    ['Plan', `${findPlan(receipt.plan)?.name ?? receipt.plan}, one year`],
    ['Amount paid', formatUsd(receipt.amount_cents)],
    ['Tax included', formatUsd(receipt.tax_cents)],
    ...(receipt.refunded_cents > 0 ? [['Refunded since', formatUsd(receipt.refunded_cents)]] : []),
    ['Buyer', email],
    ['Seller', `${site.product}, ${site.email}`],
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
    <p class="screen-only">Print this page to keep it, or save it as a PDF.</p>
    <p class="screen-only"><a class="button" href="/purchases">Back to your purchases</a></p>
  `;
  return pageAnswer('Receipt', body, 200);
}
