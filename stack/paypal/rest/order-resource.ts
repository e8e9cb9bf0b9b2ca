import { cents } from '../money.ts';
import type { Order } from '../state.ts';
import type { Link } from '../shapes.ts';
import type { World } from '../world.ts';
import { captureResource } from './capture-resource.ts';
import { refundResource } from './refund-resource.ts';

const linksOf = (world: World, order: Order): Link[] => {
  const self = `${world.url}/v2/checkout/orders/${order.id}`;
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }];
  if (order.status === 'COMPLETED') return links;
  if (order.status === 'CREATED')
    links.push({ href: approvalUrl(world, order.id), rel: 'approve', method: 'GET' });
  links.push({ href: self, rel: 'update', method: 'PATCH' });
  links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' });
  return links;
};

/** The page where the buyer approves an order. */
export const approvalUrl = (world: World, orderId: string): string =>
  `${world.url}/checkoutnow?token=${orderId}`;

const paymentsOf = (world: World, order: Order, referenceId: string) => {
  const captures = Object.values(world.state.captures).filter(
    (capture) => capture.orderId === order.id && capture.referenceId === referenceId,
  );
  const refunds = Object.values(world.state.refunds).filter((refund) =>
    captures.some((capture) => capture.id === refund.paymentId),
  );
  if (captures.length === 0) return {};
  return {
    payments: {
      captures: captures.map((capture) => captureResource(world, capture)),
      ...(refunds.length > 0 ? { refunds: refunds.map((refund) => refundResource(world, refund)) } : {}),
    },
  };
};

const payerOf = (order: Order) => {
  if (!order.payer) return {};
  const { payer_id, email_address, name } = order.payer;
  const address = { country_code: 'US' };
  return {
    payment_source: {
      paypal: { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address },
    },
    payer: { name, email_address, payer_id, address },
  };
};

/** An order as `Prefer: return=representation` and a GET answer it. */
export const orderResource = (world: World, order: Order): Record<string, unknown> => ({
  id: order.id,
  intent: order.intent,
  status: order.status,
  ...payerOf(order),
  purchase_units: order.units.map((unit) => ({ ...unit, ...paymentsOf(world, order, unit.reference_id) })),
  create_time: order.createTime,
  ...(order.status === 'CREATED' ? {} : { update_time: order.updateTime }),
  links: linksOf(world, order),
});

/** What a write answers without `Prefer: return=representation`. */
export const minimalOrder = (world: World, order: Order): Record<string, unknown> => {
  const { id, status } = order;
  const links = linksOf(world, order);
  if (status !== 'COMPLETED') return { id, status, links };
  const units = order.units.map(({ reference_id }) => ({
    reference_id,
    ...paymentsOf(world, order, reference_id),
  }));
  return { id, status, ...payerOf(order), purchase_units: units, links };
};

/** The order's total in cents. */
export const orderTotal = (order: Order): number =>
  order.units.reduce((sum, unit) => sum + cents(unit.amount.value), 0);
