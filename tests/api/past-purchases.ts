import { ids, personFromEmail } from '../../stack/paypal/values.ts';
import type { Capture, Order } from '../../stack/paypal/state.ts';
import { settings } from './harness.ts';

/** Returns a past Basic order for the PayPal simulator. `paidAt` is the time of its capture. */
export const pastOrder = ({
  paidAt,
  email,
  tax,
}: {
  paidAt: string;
  email: string;
  tax?: string;
}): { order: Order; capture: Capture } => {
  const payee = { merchant_id: settings.merchantId };
  const value = '59.99';
  const order: Order = {
    id: ids.payment(),
    intent: 'CAPTURE',
    status: 'COMPLETED',
    createTime: paidAt,
    updateTime: paidAt,
    units: [
      {
        reference_id: 'default',
        custom_id: 'basic',
        amount: {
          currency_code: 'USD',
          value,
          ...(tax !== undefined && { breakdown: { tax_total: { currency_code: 'USD', value: tax } } }),
        },
        payee,
      },
    ],
    payer: personFromEmail(email),
    outcome: 'pay',
    returnUrl: null,
  };
  const capture: Capture = {
    id: ids.payment(),
    orderId: order.id,
    referenceId: 'default',
    status: 'COMPLETED',
    amountCents: 5999,
    currency: 'USD',
    customId: 'basic',
    invoiceId: null,
    payee,
    createTime: paidAt,
    updateTime: paidAt,
  };
  return { order, capture };
};
