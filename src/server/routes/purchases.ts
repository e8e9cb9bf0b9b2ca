import { centsToDecimal } from '../../shared/money.ts';
import { currency } from '../../shared/plans.ts';
import { trackInput } from '../../shared/schemas/purchase.ts';
import { trackPurchase } from '../domain/purchase/track-purchase.ts';
import { processEvent } from '../domain/webhook/process-event.ts';
import { receiveWebhook } from '../domain/webhook/receive-webhook.ts';
import { afterAnswer } from '../http/after-answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';

/** Purchases as the checkout and the payment provider report them. */
export const purchaseCalls: Calls = {
  'POST /api/purchase/track': async (c) => {
    const input = await readJson(c, trackInput);
    const recorded = await trackPurchase(c.get('context'), input);
    if (!recorded) return c.json({ orderId: input.orderId, status: 'pending' }, 202);
    const { amountCents, ...purchase } = recorded;
    return c.json({ ...purchase, amount: centsToDecimal(amountCents), currency, status: 'recorded' });
  },

  'POST /api/paypal/webhook': async (c) => {
    const context = c.get('context');
    const claimed = await receiveWebhook(context, c.req.raw.headers, await c.req.text());
    if (claimed) await afterAnswer(c, () => processEvent(context, claimed));
    return c.json({ received: true });
  },
};
