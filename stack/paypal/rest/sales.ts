import { centsToDecimal } from '../../../src/shared/money.ts';
import { ids } from '../ids.ts';
import { feeOf } from '../money.ts';
import type { SaleMoney } from '../shapes.ts';
import type { Refund, Sale, Subscription } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { legacyError } from './api-error.ts';
import { refundedCents } from './captures.ts';

const saleMoney = (amountCents: number, currency: string): SaleMoney => {
  const total = centsToDecimal(amountCents);
  return { total, currency, details: { subtotal: total } };
};

/** A subscription's payment in the v1 form; `billing_agreement_id` is the subscription. */
export const saleResource = (world: World, sale: Sale): Record<string, unknown> => {
  const self = `${world.url}/v1/payments/sale/${sale.id}`;
  const customId = world.state.subscriptions[sale.subscriptionId]?.customId ?? null;
  return {
    id: sale.id,
    state: sale.state,
    amount: saleMoney(sale.amountCents, sale.currency),
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
    transaction_fee: { value: centsToDecimal(feeOf(sale.amountCents)), currency: sale.currency },
    billing_agreement_id: sale.subscriptionId,
    ...(customId === null ? {} : { custom: customId }),
    invoice_number: '',
    create_time: sale.time,
    update_time: sale.updateTime,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
    ],
  };
};

/** The sale with this id; throws the v1 form of not found. */
export const findSale = (world: World, id: string): Sale => {
  const sale = world.state.sales[id];
  if (!sale) throw legacyError(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');
  return sale;
};

/** Sends the webhook that belongs to a sale that was made, or completed. */
const announceSale = (world: World, sale: Sale): void => {
  const summary = `Payment ${sale.state} for $ ${centsToDecimal(sale.amountCents)} ${sale.currency}`;
  world.emit(`PAYMENT.SALE.${sale.state.toUpperCase()}`, 'sale', summary, saleResource(world, sale));
};

/** Takes a subscription's price once; the returned function announces it. */
export const charge = (world: World, subscription: Subscription, time: string): (() => void) => {
  const { currency, priceCents: amountCents } = subscription;
  const sale: Sale = {
    id: ids.payment(),
    subscriptionId: subscription.id,
    state: world.switches.pendingSales ? 'pending' : 'completed',
    amountCents,
    currency,
    time,
    updateTime: time,
  };
  world.state.sales[sale.id] = sale;
  world.save();
  return () => announceSale(world, sale);
};

/** Ends a pending sale. */
export const completeSale = (world: World, sale: Sale): void => {
  if (sale.state !== 'pending')
    throw legacyError(400, 'TRANSACTION_REFUSED', `The sale is ${sale.state} already.`);
  sale.state = 'completed';
  sale.updateTime = timestamp(present(world));
  world.save();
  announceSale(world, sale);
};

/** A sale's refund in the v1 form. */
export const saleRefundResource = (world: World, refund: Refund): Record<string, unknown> => ({
  id: refund.id,
  state: 'completed',
  amount: saleMoney(refund.amountCents, refund.currency),
  total_refunded_amount: { value: centsToDecimal(refund.totalRefundedCents), currency: refund.currency },
  sale_id: refund.paymentId,
  create_time: refund.createTime,
  update_time: refund.createTime,
  links: [
    { href: `${world.url}/v1/payments/refund/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${world.url}/v1/payments/sale/${refund.paymentId}`, rel: 'sale', method: 'GET' },
  ],
});

const giveBack = (world: World, sale: Sale, wantedCents: number | undefined): Refund => {
  if (sale.state === 'pending') throw legacyError(400, 'TRANSACTION_REFUSED', 'The sale is pending.');
  const before = refundedCents(world, sale.id);
  const left = sale.amountCents - before;
  if (left === 0)
    throw legacyError(
      400,
      'TRANSACTION_ALREADY_REFUNDED',
      'This transaction has already been fully refunded.',
    );
  const amountCents = wantedCents ?? left;
  if (amountCents <= 0 || amountCents > left)
    throw legacyError(
      400,
      'REFUND_EXCEEDED_TRANSACTION_AMOUNT',
      'Refund amount exceeds the transaction amount.',
    );
  const refund: Refund = {
    id: ids.payment(),
    paymentId: sale.id,
    amountCents,
    totalRefundedCents: before + amountCents,
    currency: sale.currency,
    note: null,
    createTime: timestamp(present(world)),
  };
  world.state.refunds[refund.id] = refund;
  sale.state = amountCents === left ? 'refunded' : 'partially_refunded';
  sale.updateTime = refund.createTime;
  world.save();
  return refund;
};

/** Gives a sale back, wholly or in part (cents); throws the v1 errors for more than is left. */
export const refundSale = (world: World, sale: Sale, wantedCents?: number): Refund => {
  const refund = giveBack(world, sale, wantedCents);
  const summary = `A $ ${centsToDecimal(refund.amountCents)} ${refund.currency} sale payment was refunded`;
  world.emit('PAYMENT.SALE.REFUNDED', 'refund', summary, saleRefundResource(world, refund));
  return refund;
};

/** A dispute lost by the seller. As documented, the event shows the sale with a negative amount. */
export const reverseSale = (world: World, sale: Sale, mostCents = Infinity): Refund => {
  const left = sale.amountCents - refundedCents(world, sale.id);
  const refund = giveBack(world, sale, left > mostCents ? mostCents : undefined);
  const summary = `A $ ${centsToDecimal(refund.amountCents)} ${refund.currency} sale payment was reversed`;
  world.emit('PAYMENT.SALE.REVERSED', 'sale', summary, {
    id: sale.id,
    state: 'completed',
    amount: saleMoney(-refund.amountCents, refund.currency),
    billing_agreement_id: sale.subscriptionId,
    create_time: refund.createTime,
    links: [{ href: `${world.url}/v1/payments/refund/${refund.id}`, rel: 'self', method: 'GET' }],
  });
  return refund;
};
