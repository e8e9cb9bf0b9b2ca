import { ids, personOf } from '../ids.ts';
import { cents } from '../money.ts';
import type { Capture, Order, Outcome, PurchaseUnit } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { notFound, unprocessable } from './api-error.ts';
import { announceCapture } from './captures.ts';
import { checkOrder, type OrderRequest } from './order-request.ts';
import { approvalUrl, orderResource } from './order-resource.ts';

/** The order with this id; throws RESOURCE_NOT_FOUND. */
export const findOrder = (world: World, id: string): Order => {
  const order = world.state.orders[id];
  if (!order) throw notFound('order_id');
  return order;
};

/** Creates an order in state CREATED from a request that is well-formed; throws the 422s of its rules. */
export const createOrder = (world: World, request: OrderRequest): Order => {
  checkOrder(request);
  const now = timestamp(present(world));
  const seller = { email_address: 'seller@example.com', merchant_id: world.settings.merchantId };
  const context = request.payment_source?.paypal?.experience_context ?? request.application_context;
  const units: PurchaseUnit[] = request.purchase_units.map(({ payee, ...unit }) => ({
    ...unit,
    reference_id: unit.reference_id ?? 'default',
    // A payee named in the request is kept, so that a site can notice money going elsewhere.
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
    returnUrl: context?.return_url ?? null,
  };
  world.state.orders[order.id] = order;
  world.save();
  return order;
};

/** The buyer approves; `outcome` decides how a capture will end. A paid order stays as it is. */
export const approveOrder = (world: World, order: Order, email: string, outcome: Outcome): void => {
  if (order.status === 'COMPLETED') return;
  Object.assign(order, {
    status: 'APPROVED',
    outcome,
    payer: personOf(email),
    updateTime: timestamp(present(world)),
  });
  world.save();
  world.emit(
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    'An order has been approved by buyer',
    orderResource(world, order),
  );
};

/** PayPal takes the buyer's approval back, as it does when nothing is captured in time; the buyer may approve again. */
export const reverseApproval = (world: World, order: Order): void => {
  if (order.status === 'APPROVED') Object.assign(order, { status: 'CREATED', payer: null });
  world.save();
  const { purchase_units } = orderResource(world, order);
  world.emit(
    'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    'checkout-order',
    'A payment has been reversed after approval.',
    { order_id: order.id, purchase_units },
  );
};

const captureUnit = (world: World, order: Order, unit: PurchaseUnit): Capture => ({
  id: ids.payment(),
  orderId: order.id,
  referenceId: unit.reference_id,
  status: world.switches.pendingCaptures ? 'PENDING' : 'COMPLETED',
  amountCents: cents(unit.amount.value),
  currency: unit.amount.currency_code,
  customId: unit.custom_id ?? null,
  invoiceId: unit.invoice_id ?? null,
  payee: unit.payee,
  createTime: order.updateTime,
  updateTime: order.updateTime,
});

/** Takes the money of an approved order; throws the provider's 422 where it cannot. */
export const captureOrder = (world: World, order: Order): void => {
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
      [{ href: approvalUrl(world, order.id), rel: 'redirect', method: 'GET' }],
    );
  if (order.outcome === 'fail') throw unprocessable('TRANSACTION_REFUSED', 'The request was refused.');
  Object.assign(order, { status: 'COMPLETED', updateTime: timestamp(present(world)) });
  const captures = order.units.map((unit) => captureUnit(world, order, unit));
  for (const capture of captures) world.state.captures[capture.id] = capture;
  world.save();
  for (const capture of captures) announceCapture(world, capture);
};
