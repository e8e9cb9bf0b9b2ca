import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Log } from '../http/types.ts';
import { type ClaimedEvent, storeEvent } from './event-queue.ts';
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
  return storeEvent(context, parseEvent(body));
}

/** More refusals than this within an hour are an error. Fewer may be forged webhooks of strangers. */
const maxRefusals = 4;
const hourMs = 60 * 60 * 1_000;

/**
 * Returns a function that logs a refused webhook. Many refusals are an error, because a wrong `PAYPAL_WEBHOOK_ID` or
 * `MAIL_WEBHOOK_SECRET` refuses all events.
 */
export function createRefusalLog(code = 'webhook-refused') {
  let recentTimes: number[] = [];
  return (log: Log, requestId: string, now: Date): void => {
    recentTimes = [...recentTimes, now.getTime()]
      .filter((at) => at > now.getTime() - hourMs)
      .slice(-maxRefusals - 1);
    log({ level: recentTimes.length <= maxRefusals ? 'warn' : 'error', code, requestId });
  };
}
