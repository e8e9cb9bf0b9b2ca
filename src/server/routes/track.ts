import { centsToDecimal } from '../../shared/money.ts';
import { currency } from '../../shared/plans.ts';
import { trackInput } from '../../shared/schemas/purchase.ts';
import { trackPurchase } from '../purchases/track-purchase.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';

/** Purchases as the checkout reports them. */
export const trackCalls = {
  'POST /api/purchase/track': async (c) => {
    const input = await readJson(c, trackInput);
    const recorded = await trackPurchase(c.get('context'), input);
    if (!recorded) return json({ orderId: input.orderId, status: 'pending' }, 202);
    const { amountCents, ...purchase } = recorded;
    return json({ ...purchase, amount: centsToDecimal(amountCents), currency, status: 'recorded' });
  },
} satisfies Calls;
