import * as z from 'zod/mini';
import { centsToDecimal } from '../../../shared/money.ts';
import { currency } from '../../../shared/plans.ts';
import { trackInput } from '../../../shared/schemas/purchase.ts';
import { json } from '../../frame/http/answer.ts';
import { describeJson, route } from '../../frame/http/route.ts';
import { trackPurchase } from './track-purchase.ts';

const orderId = z.string();

/** The call with which the checkout reports a purchase. */
export const purchaseRoutes = [
  route({
    method: 'POST',
    path: '/api/purchase/track',
    access: 'public',
    sendsMails: true,
    tag: 'Purchases',
    summary: 'Report a purchase',
    description:
      'The order or subscription is fetched from PayPal, and recorded if plan, amount, currency, payee and state agree. The same purchase may be reported any number of times.',
    body: {
      schema: trackInput,
      example: {
        orderId: '8AB12345CD678901E',
        amount: '49.99',
        affiliateCode: 'ada0001',
        type: 'subscription',
        email: 'carl@mail.example',
      },
    },
    answers: {
      200: describeJson(
        'The purchase is recorded',
        z.object({
          orderId,
          type: z.enum(['one-time', 'subscription']),
          plan: z.string(),
          amount: z.string().check(z.describe('US dollars with two decimals')),
          currency: z.literal('USD'),
          credited: z.boolean().check(z.describe('True if the purchase earns an affiliate a commission')),
          status: z.literal('recorded'),
        }),
        {
          orderId: '8AB12345CD678901E',
          type: 'subscription',
          plan: 'annual',
          amount: '49.99',
          currency: 'USD',
          credited: true,
          status: 'recorded',
        },
      ),
      202: describeJson(
        'The purchase is not paid yet, or PayPal is unavailable. It is recorded later',
        z.object({ orderId, status: z.literal('pending') }),
        { orderId: '8AB12345CD678901E', status: 'pending' },
      ),
    },
    problems: ['order-not-found', 'purchase-mismatch', 'order-not-paid', 'email-invalid'],
    handle: async ({ context, body }) => {
      const receipt = await trackPurchase(context, body);
      if (!receipt) return json({ orderId: body.orderId, status: 'pending' }, 202);
      const { amountCents, ...purchase } = receipt;
      return json({ ...purchase, amount: centsToDecimal(amountCents), currency, status: 'recorded' });
    },
  }),
];
