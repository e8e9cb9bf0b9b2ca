import { html } from 'hono/html';
import { formatLongDate } from '../../../shared/dates.ts';
import { formatUsd } from '../../../shared/money.ts';
import { formatPaidYear } from '../../../shared/paid-until.ts';
import { findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { sellerLines } from '../../../shared/seller.ts';
import { site } from '../../../shared/site.ts';
import { termsPath } from '../../../shared/terms-versions.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { pageAnswer } from '../../frame/http/plain-page.ts';
import { type OwnPurchase, showOwnReceipt } from './own-purchases.ts';
import type { ReceiptVersion } from './receipt-versions.ts';
import { buyersEmail } from './session.ts';

type OwnPayment = OwnPurchase['payments'][number];

/**
 * Answers with a version of the receipt of a payment as a page to print, by default with the newest. Throws `payment-not-found`, also
 * for another buyer's payment, for a payment whose money has not arrived, and for a version that does not exist.
 */
export async function receiptPage(
  context: Context,
  paymentId: string,
  number?: number,
): Promise<Answer<never>> {
  const { purchase, payment } = await showOwnReceipt(context, paymentId);
  const { versions } = payment.receipt;
  const shown = number === undefined ? versions.at(-1) : versions.find(({ version }) => version === number);
  if (!shown) throw problem('payment-not-found');
  const rows = [
    ['Receipt number', payment.receipt.number],
    ...(versions.length > 1 ? [['Version', versionText(shown)]] : []),
    ['Order number', purchase.order_id],
    ['Paid on', `${formatLongDate(payment.paid_at)} (UTC)`],
    ['Paid with', 'PayPal'],
    ['For', `${site.product}, ${findPlan(purchase.plan)?.name ?? purchase.plan}, one year`],
    ['Period', formatPaidYear(payment.paid_at, payment.receipt.paid_until)],
    ...taxRows(payment),
    ['Total paid', formatUsd(payment.amount_cents)],
    ...(payment.refunded_cents > 0 ? [['Refunded', formatUsd(payment.refunded_cents)]] : []),
    ['Buyer', [shown.company, shown.address, buyersEmail(context)].filter(Boolean).join('\n')],
    ...(shown.vat_number === null ? [] : [['Buyer’s VAT number', shown.vat_number]]),
    ['Seller', [...sellerLines, site.email].join('\n')],
    ['Seller’s tax number', site.seller.taxNumber],
    ['Terms', termsLink(purchase.terms_version)],
  ];
  const body = html`
    <dl class="facts receipt">
      ${rows.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${versions.length > 1 && versionLinks(paymentId, versions, shown)}
    <p class="screen-only"><button type="button" class="button" data-print hidden>Print</button></p>
    <p class="screen-only"><a href="/purchases">Back to your purchases</a></p>
  `;
  return pageAnswer('Receipt', body, 200, { script: '/print.js' });
}

/** The parts of a total with tax. Without tax the total says it all. */
function taxRows({ amount_cents: total, tax_cents: tax }: OwnPayment) {
  if (tax === 0) return [];
  return [
    ['Net amount', formatUsd(total - tax)],
    ['Tax', formatUsd(tax)],
  ] as const;
}

function termsLink(version: string) {
  return html`<a href="${termsPath(version)}">Dated ${formatLongDate(version)}</a>`;
}

function versionText({ version, made_at: madeAt }: ReceiptVersion): string {
  return `${String(version)}, dated ${formatLongDate(madeAt)} (UTC)`;
}

function versionLinks(paymentId: string, versions: readonly ReceiptVersion[], shown: ReceiptVersion) {
  const others = versions.filter(({ version }) => version !== shown.version);
  return html`<div class="screen-only">
    <h2>Other versions of this receipt</h2>
    <ul>
      ${others.map(
        (version) =>
          html`<li>
            <a href="/api/portal/receipts/${paymentId}?version=${version.version}"
              >Version ${versionText(version)}</a
            >
          </li>`,
      )}
    </ul>
  </div>`;
}
