import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../paypal/paypal-values.ts';
import { type ClaimedEvent, storeEvent } from './claim-event.ts';
import { storableEvent } from './storable-event.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

const asEvent = (value: unknown) => webhookEvent.safeParse(storableEvent(withoutNulls(value)));

/** An event of PayPal's as it is stored, or null where it is none. */
export const readEvent = (value: unknown): WebhookEvent | null => {
  try {
    return asEvent(value).data ?? null;
  } catch {
    return null;
  }
};

const parseEvent = (body: string): WebhookEvent => {
  try {
    const { data, error } = asEvent(JSON.parse(body));
    if (data) return data;
    throw error;
  } catch (error) {
    // The JSON parser's own message quotes the body; causes are logged.
    throw problem('request-malformed', error instanceof SyntaxError ? {} : { cause: error });
  }
};

/**
 * Takes an event of the payment provider: verified, and stored once under its id. The caller answers, and hands what
 * it gets to `processEvent`; null when the event is done already, or somebody is at it.
 * Throws `webhook-unverified`, `request-malformed`, `payment-provider-unavailable` without the certificate.
 */
export const receiveWebhook = async (
  context: Context,
  headers: Headers,
  body: string,
): Promise<ClaimedEvent | null> => {
  const fault = await context.payments.verifyWebhook(headers, body);
  if (fault !== null) throw problem('webhook-unverified', { cause: new Error(fault) });
  return storeEvent(context, parseEvent(body));
};
