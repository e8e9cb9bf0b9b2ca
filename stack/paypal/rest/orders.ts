import { ids, personFromEmail, cents, type Link } from '../values.ts';
import type { Capture, Order, Outcome, PurchaseUnit } from '../state.ts';
import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import { notFound, unprocessable } from './api-error.ts';
import { emitCaptureEvent, captureResource, refundResource } from './captures.ts';
import { checkOrder, type OrderRequest } from './order-request.ts';

/** Returns the order with an id. Throws RESOURCE_NOT_FOUND. */
export function findOrder(context: SimulatorContext, id: string): Order {
  const order = context.state.orders[id];
  if (!order) throw notFound('order_id');
  return order;
}

/** Creates an order from a well-formed request. Throws a 422 if the request breaks a rule. */
export function createOrder(context: SimulatorContext, request: OrderRequest): Order {
  checkOrder(request);
  const now = currentTimestamp(context);
  const seller = { email_address: 'seller@example.com', merchant_id: context.settings.merchantId };
  const experience = request.payment_source?.paypal?.experience_context ?? request.application_context;
  const units: PurchaseUnit[] = request.purchase_units.map(({ payee, ...unit }) => ({
    ...unit,
    reference_id: unit.reference_id ?? 'default',
    // Keeps another payee, as PayPal does. The site must notice that it would not get the money.
    payee: payee === undefined || payee.merchant_id === seller.merchant_id ? seller : payee,
  }));
  const order: Order = {
    id: ids.payment(),
    intent: request.intent,
    status: 'CREATED',
    createTime: now,
    updateTime: now,
    units,
    payer: null,
    outcome: 'pay',
    returnUrl: experience?.return_url ?? null,
  };
  context.state.orders[order.id] = order;
  context.save();
  return order;
}

/** Records the buyer's approval. `outcome` decides how the capture ends. A paid order stays as it is. */
export function approveOrder(context: SimulatorContext, order: Order, email: string, outcome: Outcome): void {
  if (order.status === 'COMPLETED') return;
  Object.assign(order, {
    status: 'APPROVED',
    outcome,
    payer: personFromEmail(email),
    updateTime: currentTimestamp(context),
  });
  context.save();
  context.emit(
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    'An order has been approved by buyer',
    orderResource(context, order),
  );
}

/** Reverses the buyer's approval, as PayPal does if an order is not captured in time. The buyer may approve it again. */
export function reverseApproval(context: SimulatorContext, order: Order): void {
  if (order.status === 'APPROVED') Object.assign(order, { status: 'CREATED', payer: null });
  context.save();
  const { purchase_units } = orderResource(context, order);
  context.emit(
    'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    'checkout-order',
    'A payment has been reversed after approval.',
    { order_id: order.id, purchase_units },
  );
}

/** Captures an approved order. Throws PayPal's 422 if that is not possible. */
export function captureOrder(context: SimulatorContext, order: Order): void {
  if (order.status === 'COMPLETED')
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  if (order.status === 'CREATED')
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
    );
  if (order.outcome === 'decline')
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
      undefined,
      [{ href: approvalUrl(context, order.id), rel: 'redirect', method: 'GET' }],
    );
  if (order.outcome === 'fail') throw unprocessable('TRANSACTION_REFUSED', 'The request was refused.');
  Object.assign(order, { status: 'COMPLETED', updateTime: currentTimestamp(context) });
  const captures = order.units.map((unit) => captureUnit(context, order, unit));
  for (const capture of captures) context.state.captures[capture.id] = capture;
  context.save();
  for (const capture of captures) emitCaptureEvent(context, capture);
}

function captureUnit(context: SimulatorContext, order: Order, unit: PurchaseUnit): Capture {
  return {
    id: ids.payment(),
    orderId: order.id,
    referenceId: unit.reference_id,
    status: context.switches.pendingCaptures ? 'PENDING' : 'COMPLETED',
    amountCents: cents(unit.amount.value),
    currency: unit.amount.currency_code,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    payee: unit.payee,
    createTime: order.updateTime,
    updateTime: order.updateTime,
  };
}

/** The full order, for GET and `Prefer: return=representation`. */
export function orderResource(context: SimulatorContext, order: Order): Record<string, unknown> {
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...payerFields(order),
    purchase_units: order.units.map((unit) => ({
      ...unit,
      ...unitPayments(context, order, unit.reference_id),
    })),
    create_time: order.createTime,
    ...(order.status === 'CREATED' ? {} : { update_time: order.updateTime }),
    links: orderLinks(context, order),
  };
}

function payerFields(order: Order) {
  if (!order.payer) return {};
  const { payer_id, email_address, name } = order.payer;
  const address = { country_code: 'US' };
  return {
    payment_source: {
      paypal: { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address },
    },
    payer: { name, email_address, payer_id, address },
  };
}

function unitPayments(context: SimulatorContext, order: Order, referenceId: string) {
  const captures = Object.values(context.state.captures).filter(
    (capture) => capture.orderId === order.id && capture.referenceId === referenceId,
  );
  const refunds = Object.values(context.state.refunds).filter((refund) =>
    captures.some((capture) => capture.id === refund.paymentId),
  );
  if (captures.length === 0) return {};
  return {
    payments: {
      captures: captures.map((capture) => captureResource(context, capture)),
      ...(refunds.length > 0 ? { refunds: refunds.map((refund) => refundResource(context, refund)) } : {}),
    },
  };
}

function orderLinks(context: SimulatorContext, order: Order): Link[] {
  const self = `${context.url}/v2/checkout/orders/${order.id}`;
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }];
  if (order.status === 'COMPLETED') return links;
  if (order.status === 'CREATED')
    links.push({ href: approvalUrl(context, order.id), rel: 'approve', method: 'GET' });
  links.push({ href: self, rel: 'update', method: 'PATCH' });
  links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' });
  return links;
}

/** Returns the URL of the page where the buyer approves an order. */
export function approvalUrl(context: SimulatorContext, orderId: string): string {
  return `${context.url}/checkoutnow?token=${orderId}`;
}

/** The short order, for a write without `Prefer: return=representation`. */
export function minimalOrder(context: SimulatorContext, order: Order): Record<string, unknown> {
  const { id, status } = order;
  const links = orderLinks(context, order);
  if (status !== 'COMPLETED') return { id, status, links };
  const units = order.units.map(({ reference_id }) => ({
    reference_id,
    ...unitPayments(context, order, reference_id),
  }));
  return { id, status, ...payerFields(order), purchase_units: units, links };
}

export function orderTotalCents(order: Order): number {
  return order.units.reduce((sum, unit) => sum + cents(unit.amount.value), 0);
}
