import { html } from 'hono/html';
import { formatUsd } from '../../../src/shared/money.ts';
import { orderTotalCents } from '../rest/orders.ts';
import { listSales } from '../rest/subscription-resource.ts';
import type { DisputeOutcome } from '../rest/disputes.ts';
import type { Capture, Delivery, Dispute, Order, Sale, Subscription } from '../state.ts';
import type { SimulatorContext } from '../simulator-context.ts';
import { page } from './layout.ts';
import { switchesForm } from './switches-form.ts';

type Markup = ReturnType<typeof html>;

const shownDeliveries = 100;

/** The simulator's start page: records, deliveries and controls. */
export function overviewPage(context: SimulatorContext): Markup {
  const { orders, subscriptions, deliveries } = context.state;
  const orderColumns = ['Order', 'State', 'Buyer', 'Amount', 'Reference / custom id', 'Captures'];
  const subscriptionColumns = ['Subscription', 'State', 'Buyer', 'Plan', 'Custom id', 'Payments'];
  const deliveryColumns = ['Time', 'Event', 'State', 'Answers', ''];
  return page(
    'PayPal simulator',
    html`<main>
      <h1>PayPal simulator</h1>
      <p class="quiet">
        Nothing here is real money. Webhooks go to <code>${context.settings.webhookUrl}</code>.
      </p>
      ${switchesForm(context.switches)}
      <div id="records">
        <h2>Orders</h2>
        ${table(
          orderColumns,
          Object.values(orders)
            .reverse()
            .map((order) => orderRow(context, order)),
          'No orders yet.',
        )}
        <h2>Subscriptions</h2>
        ${table(
          subscriptionColumns,
          Object.values(subscriptions)
            .reverse()
            .map((subscription) => subscriptionRow(context, subscription)),
          'No subscriptions yet.',
        )}
        <h2>Webhooks</h2>
        ${table(deliveryColumns, deliveries.slice(-shownDeliveries).reverse().map(deliveryRow), 'None sent yet.')}
      </div>
    </main>`,
    'overview.js',
  );
}

function table(head: string[], rows: Markup[], none: string): Markup {
  return rows.length === 0
    ? html`<p class="quiet">${none}</p>`
    : html`<div class="scroll">
        <table>
          <thead>
            <tr>
              ${head.map((title) => html`<th scope="col">${title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>`;
}

function orderRow(context: SimulatorContext, order: Order): Markup {
  const captures = Object.values(context.state.captures).filter(({ orderId }) => orderId === order.id);
  const references = order.units.map((unit) => `${unit.reference_id} / ${unit.custom_id ?? '–'}`);
  return html`<tr>
    <td><code>${order.id}</code><br /><span class="quiet">${order.createTime}</span></td>
    <td>
      ${order.status}
      ${order.status === 'APPROVED' ? button('Take the approval back', `orders/${order.id}/reverse-approval`) : ''}
    </td>
    <td>${order.payer?.email_address ?? '–'}</td>
    <td>${formatUsd(orderTotalCents(order))}</td>
    <td>${references.join(', ')}</td>
    <td>
      ${captures.map(
        (capture) =>
          html`<code id="${capture.id}">${capture.id}</code> ${capture.status}
            <div class="row">${captureActions(capture)}</div>
            ${pendingRefundLines(context, capture.id)} ${disputeLines(context, capture.id)}`,
      )}
    </td>
  </tr>`;
}

function button(label: string, path: string): Markup {
  return html`<button type="button" data-post="/control/${path}">${label}</button>`;
}

function captureActions(capture: Capture): Markup {
  const path = `captures/${capture.id}`;
  if (capture.status === 'PENDING')
    return html`${button('Complete', `${path}/complete`)} ${button('Decline', `${path}/decline`)}`;
  const isOpen = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED';
  return isOpen ? refundButtons(path) : html``;
}

function refundButtons(path: string): Markup {
  return html`${button('Refund', `${path}/refund`)}
    <button type="button" data-post="/control/${path}/refund" data-ask-amount>Refund a part</button>
    ${button('Reverse', `${path}/reverse`)}
    ${button('Dispute', `payments/${path.replace(/^.*\//, '')}/dispute`)}`;
}

function pendingRefundLines(context: SimulatorContext, paymentId: string): Markup[] {
  return Object.values(context.state.refunds)
    .filter((refund) => refund.paymentId === paymentId && refund.status === 'PENDING')
    .map(
      ({ id, amountCents }) =>
        html`<div>
          <code>${id}</code> refund of ${formatUsd(amountCents)} is pending
          <div class="row">
            ${button('Complete', `refunds/${id}/complete`)} ${button('Fail', `refunds/${id}/fail`)}
          </div>
        </div>`,
    );
}

function disputeLines(context: SimulatorContext, paymentId: string): Markup[] {
  return Object.values(context.state.disputes)
    .filter((dispute) => dispute.paymentId === paymentId)
    .map(
      (dispute) =>
        html`<div>
          <code>${dispute.id}</code> ${dispute.outcome?.code ?? dispute.status}
          <div class="row">
            ${
              dispute.outcome
                ? ''
                : html`${disputeButton(dispute, 'Seller wins', 'RESOLVED_SELLER_FAVOUR')}
                  ${disputeButton(dispute, 'Buyer wins', 'RESOLVED_BUYER_FAVOUR')}`
            }
          </div>
        </div>`,
    );
}

function disputeButton(dispute: Dispute, label: string, outcome: DisputeOutcome): Markup {
  return html`<button
    type="button"
    data-post="/control/disputes/${dispute.id}/resolve"
    data-body="${JSON.stringify({ outcome })}"
  >
    ${label}
  </button>`;
}

function subscriptionRow(context: SimulatorContext, subscription: Subscription): Markup {
  return html`<tr>
    <td><code>${subscription.id}</code><br /><span class="quiet">${subscription.createTime}</span></td>
    <td>
      ${subscription.status}
      <div class="row">${subscriptionActions(subscription)}</div>
    </td>
    <td>${subscription.subscriber?.email_address ?? '–'}</td>
    <td><code>${subscription.planId}</code><br />${formatUsd(subscription.priceCents)}</td>
    <td>${subscription.customId ?? '–'}</td>
    <td>${listSales(context, subscription).map((sale) => saleLine(context, sale))}</td>
  </tr>`;
}

function subscriptionActions({ id, status }: Subscription): Markup {
  const act = (label: string, action: string): Markup => button(label, `subscriptions/${id}/${action}`);
  if (status === 'ACTIVE')
    return html`${act('Renew', 'renew')} ${act('Payment fails', 'fail-payment')} ${act('Suspend', 'suspend')}
    ${act('Cancel', 'cancel')} ${act('Expire', 'expire')}`;
  return status === 'SUSPENDED' ? html`${act('Activate', 'activate')} ${act('Cancel', 'cancel')}` : html``;
}

function saleLine(context: SimulatorContext, sale: Sale): Markup {
  return html`<div>
    <code id="${sale.id}">${sale.id}</code> ${sale.state}, ${sale.time}
    <div class="row">${saleActions(sale)}</div>
    ${pendingRefundLines(context, sale.id)} ${disputeLines(context, sale.id)}
  </div>`;
}

function saleActions({ id, state }: Sale): Markup {
  if (state === 'pending') return button('Complete', `sales/${id}/complete`);
  return state === 'refunded' ? html`` : refundButtons(`sales/${id}`);
}

function deliveryRow(delivery: Delivery): Markup {
  return html`<tr>
    <td>${delivery.transmissionTime}</td>
    <td>${delivery.eventType}<br /><code>${delivery.eventId}</code></td>
    <td>${delivery.status}</td>
    <td>${attemptText(delivery)}</td>
    <td>${button('Send again', `events/${delivery.eventId}/resend`)}</td>
  </tr>`;
}

function attemptText({ attempts }: Delivery): string {
  return attempts.map(({ status, error }) => String(status ?? error)).join(', ') || '–';
}
