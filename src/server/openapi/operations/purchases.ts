import * as z from 'zod/mini';
import { click } from '../../../shared/schemas/click.ts';
import { trackInput } from '../../../shared/schemas/purchase.ts';
import type { Operation } from '../operation.ts';

const orderId = z.string();

/** What the checkout and the payment provider report, and the visitor's referral. */
export const purchaseOperations = {
  'POST /api/referral': {
    summary: 'Remember an affiliate’s link',
    description:
      'Takes the `ref` value of a link, or several. The first code in them that an affiliate has becomes the referral cookie; a code that no affiliate has sets none. Nothing is stored.',
    body: {
      schema: click,
      example: { code: 'ada0001' },
    },
    answers: {
      204: { description: 'The cookie is set if an affiliate has the code', sometimes: ['Set-Cookie'] },
    },
  },
  'POST /api/purchase/track': {
    summary: 'Report a purchase',
    description:
      'The order or subscription is fetched from the payment provider and recorded when plan, amount, currency, payee and state agree. The same purchase may be reported any number of times.',
    body: {
      schema: trackInput,
      example: {
        orderId: '8AB12345CD678901E',
        amount: '49.99',
        affiliateCode: 'ada0001',
        type: 'subscription',
      },
    },
    answers: {
      200: {
        description: 'It is recorded',
        json: {
          schema: z.object({
            orderId,
            type: z.enum(['one-time', 'subscription']),
            plan: z.string(),
            amount: z.string().check(z.describe('US dollars with two decimals')),
            currency: z.literal('USD'),
            credited: z.boolean().check(z.describe('Whether it earns an affiliate a commission')),
            status: z.literal('recorded'),
          }),
          example: {
            orderId: '8AB12345CD678901E',
            type: 'subscription',
            plan: 'annual',
            amount: '49.99',
            currency: 'USD',
            credited: true,
            status: 'recorded',
          },
        },
      },
      202: {
        description: 'It is not paid yet, or the provider cannot be asked: it is recorded later',
        json: {
          schema: z.object({ orderId, status: z.literal('pending') }),
          example: { orderId: '8AB12345CD678901E', status: 'pending' },
        },
      },
    },
    problems: ['order-not-found', 'purchase-mismatch', 'order-not-paid'],
  },
  'POST /api/paypal/webhook': {
    summary: 'Take an event of the payment provider',
    description: 'Only with the provider’s signature. An event is kept once, under the provider’s id.',
    body: {
      schema: z
        .looseObject({
          id: z.string(),
          event_type: z.string(),
          create_time: z.iso.datetime({ offset: true }),
          resource: z.looseObject({ id: z.optional(z.string()) }),
        })
        .check(z.describe('The provider’s event')),
      example: {
        id: 'WH-2WR32451HC0233532-67976317FL4543714',
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        create_time: '2025-08-04T12:00:00Z',
        resource: { id: '3C679366HH908993F' },
      },
      problems: ['request-malformed'],
    },
    answers: {
      200: {
        description: 'The event is kept',
        json: { schema: z.object({ received: z.literal(true) }), example: { received: true } },
      },
    },
    problems: ['webhook-unverified', 'payment-provider-unavailable'],
  },
} as const satisfies Record<string, Operation>;
