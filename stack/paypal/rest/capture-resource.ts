import { feeOf, money } from '../money.ts';
import type { Capture } from '../state.ts';
import type { World } from '../world.ts';

/** A capture as it stands inside an order. */
export const captureResource = (world: World, capture: Capture): Record<string, unknown> => {
  const self = `${world.url}/v2/payments/captures/${capture.id}`;
  const { amountCents, currency, status } = capture;
  const fee = feeOf(amountCents);
  return {
    id: capture.id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: money(amountCents, currency),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(status === 'PENDING' || status === 'DECLINED'
      ? {}
      : {
          seller_receivable_breakdown: {
            gross_amount: money(amountCents, currency),
            paypal_fee: money(fee, currency),
            net_amount: money(amountCents - fee, currency),
          },
        }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${world.url}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  };
};

/** A capture as its own call and its webhooks show it: with the order it belongs to. */
export const captureDetails = (world: World, capture: Capture): Record<string, unknown> => ({
  ...captureResource(world, capture),
  disbursement_mode: 'INSTANT',
  payee: capture.payee,
  supplementary_data: { related_ids: { order_id: capture.orderId } },
});
