import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { type ClaimedEvent, storeAndClaimEvent } from './event-queue.ts';
import { parseEvent } from './webhook-event.ts';

/**
 * Verifies a webhook of PayPal, and stores its event once. The caller answers 200, and then passes the claimed event to
 * `processEvent`. Returns null if the event is done, or if another worker has it. Throws `webhook-unverified` and
 * `request-malformed`, and `payment-provider-unavailable` if PayPal's certificate cannot be fetched.
 */
export async function receiveWebhook(
  context: Context,
  headers: Headers,
  body: string,
): Promise<ClaimedEvent | null> {
  const fault = await context.paypal.verifyWebhook(headers, body);
  if (fault !== null) throw problem('webhook-unverified', { cause: new Error(fault) });
  return storeAndClaimEvent(context, parseEvent(body));
}
