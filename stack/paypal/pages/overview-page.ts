import { html } from 'hono/html';
import { formatUsd } from '../../../src/shared/money.ts';
import { orderTotal } from '../rest/order-resource.ts';
import { salesOf } from '../rest/subscription-resource.ts';
import type { DisputeOutcome } from '../rest/disputes.ts';
import type { Capture, Delivery, Dispute, Order, Sale, Subscription } from '../state.ts';
import type { World } from '../world.ts';
import { page } from './layout.ts';
import { switchesForm } from './switches-form.ts';

type Markup = ReturnType<typeof html>;

const button = (label: string, path: string): Markup =>
  html`<button type="button" data-post="/control/${path}">${label}</button>`;

const refundButtons = (path: string): Markup =>
  html`${button('Refund', `${path}/refund`)}
    <button type="button" data-post="/control/${path}/refund" data-ask-amount>Refund a part</button>
    ${button('Reverse', `${path}/reverse`)}
    ${button('Dispute', `payments/${path.replace(/^.*\//, '')}/dispute`)}`;

const table = (head: string[], rows: Markup[], none: string): Markup =>
  rows.length === 0
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

const captureActions = (capture: Capture): Markup => {
  const path = `captures/${capture.id}`;
  if (capture.status === 'PENDING')
    return html`${button('Complete', `${path}/complete`)} ${button('Decline', `${path}/decline`)}`;
  const isOpen = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED';
  return isOpen ? refundButtons(path) : html``;
};

const orderRow = (world: World, order: Order): Markup => {
  const captures = Object.values(world.state.captures).filter(({ orderId }) => orderId === order.id);
  const references = order.units.map((unit) => `${unit.reference_id} / ${unit.custom_id ?? '–'}`);
  return html`<tr>
    <td><code>${order.id}</code><br /><span class="quiet">${order.createTime}</span></td>
    <td>
      ${order.status}
      ${order.status === 'APPROVED' ? button('Take the approval back', `orders/${order.id}/reverse-approval`) : ''}
    </td>
    <td>${order.payer?.email_address ?? '–'}</td>
    <td>${formatUsd(orderTotal(order))}</td>
    <td>${references.join(', ')}</td>
    <td>
      ${captures.map(
        (capture) =>
          html`<code>${capture.id}</code> ${capture.status}
            <div class="row">${captureActions(capture)}</div>
            ${disputeLines(world, capture.id)}`,
      )}
    </td>
  </tr>`;
};

const disputeButton = (dispute: Dispute, label: string, outcome: DisputeOutcome): Markup =>
  html`<button
    type="button"
    data-post="/control/disputes/${dispute.id}/resolve"
    data-body="${JSON.stringify({ outcome })}"
  >
    ${label}
  </button>`;

const disputeLines = (world: World, paymentId: string): Markup[] =>
  Object.values(world.state.disputes)
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

const saleActions = ({ id, state }: Sale): Markup => {
  if (state === 'pending') return button('Complete', `sales/${id}/complete`);
  return state === 'refunded' ? html`` : refundButtons(`sales/${id}`);
};

const saleLine = (world: World, sale: Sale): Markup =>
  html`<div>
    <code>${sale.id}</code> ${sale.state}, ${sale.time}
    <div class="row">${saleActions(sale)}</div>
    ${disputeLines(world, sale.id)}
  </div>`;

const subscriptionActions = ({ id, status }: Subscription): Markup => {
  const act = (label: string, action: string): Markup => button(label, `subscriptions/${id}/${action}`);
  if (status === 'ACTIVE')
    return html`${act('Renew', 'renew')} ${act('Payment fails', 'fail-payment')} ${act('Suspend', 'suspend')}
    ${act('Cancel', 'cancel')} ${act('Expire', 'expire')}`;
  return status === 'SUSPENDED' ? html`${act('Activate', 'activate')} ${act('Cancel', 'cancel')}` : html``;
};

const subscriptionRow = (world: World, subscription: Subscription): Markup =>
  html`<tr>
    <td><code>${subscription.id}</code><br /><span class="quiet">${subscription.createTime}</span></td>
    <td>
      ${subscription.status}
      <div class="row">${subscriptionActions(subscription)}</div>
    </td>
    <td>${subscription.subscriber?.email_address ?? '–'}</td>
    <td><code>${subscription.planId}</code><br />${formatUsd(subscription.priceCents)}</td>
    <td>${subscription.customId ?? '–'}</td>
    <td>${salesOf(world, subscription).map((sale) => saleLine(world, sale))}</td>
  </tr>`;

const attemptText = ({ attempts }: Delivery): string =>
  attempts.map(({ status, error }) => String(status ?? error)).join(', ') || '–';

const deliveryRow = (delivery: Delivery): Markup =>
  html`<tr>
    <td>${delivery.transmissionTime}</td>
    <td>${delivery.eventType}<br /><code>${delivery.eventId}</code></td>
    <td>${delivery.status}</td>
    <td>${attemptText(delivery)}</td>
    <td>${button('Send again', `events/${delivery.eventId}/resend`)}</td>
  </tr>`;

const shownDeliveries = 100;

/** The page at the simulator's root: what was paid, what was delivered, and every control. */
export const overviewPage = (world: World): Markup => {
  const { orders, subscriptions, deliveries } = world.state;
  const paid = ['Order', 'State', 'Buyer', 'Amount', 'Reference / custom id', 'Captures'];
  const subscribed = ['Subscription', 'State', 'Buyer', 'Plan', 'Custom id', 'Payments'];
  const sent = ['Time', 'Event', 'State', 'Answers', ''];
  return page(
    'PayPal simulator',
    html`<main>
      <h1>PayPal simulator</h1>
      <p class="quiet">
        Nothing here is real money. Webhooks go to <code>${world.settings.webhookUrl}</code>.
      </p>
      ${switchesForm(world.switches)}
      <div id="records">
        <h2>Orders</h2>
        ${table(
          paid,
          Object.values(orders)
            .reverse()
            .map((order) => orderRow(world, order)),
          'No orders yet.',
        )}
        <h2>Subscriptions</h2>
        ${table(
          subscribed,
          Object.values(subscriptions)
            .reverse()
            .map((subscription) => subscriptionRow(world, subscription)),
          'No subscriptions yet.',
        )}
        <h2>Webhooks</h2>
        ${table(sent, deliveries.slice(-shownDeliveries).reverse().map(deliveryRow), 'None sent yet.')}
      </div>
    </main>`,
    'overview.js',
  );
};
