import { money } from '../money.ts';
import type { Refund } from '../state.ts';
import type { World } from '../world.ts';

/** A capture's refund. The fee stays with the provider, so the net amount is the gross one. */
export const refundResource = (world: World, refund: Refund): Record<string, unknown> => {
  const amount = money(refund.amountCents, refund.currency);
  const capture = world.state.captures[refund.paymentId];
  return {
    id: refund.id,
    amount,
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    ...(capture?.customId ? { custom_id: capture.customId } : {}),
    ...(capture?.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: money(0, refund.currency),
      net_amount: amount,
      total_refunded_amount: money(refund.totalRefundedCents, refund.currency),
    },
    status: 'COMPLETED',
    create_time: refund.createTime,
    update_time: refund.createTime,
    links: [
      { href: `${world.url}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${world.url}/v2/payments/captures/${refund.paymentId}`, rel: 'up', method: 'GET' },
    ],
  };
};
