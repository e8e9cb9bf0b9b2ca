import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../paypal/paypal-values.ts';
import { type ClaimedEvent, storeEvent, webhookEvent, type WebhookEvent } from './event-store.ts';

/**
 * Verifies a webhook of PayPal, and stores its event once. The caller answers 200, and gives the claimed event to
 * `processEvent`. Returns null if the event is done, or another worker has it. Throws `webhook-unverified`,
 * `request-malformed`, and `payment-provider-unavailable` without the certificate.
 */
export async function receiveWebhook(
  context: Context,
  headers: Headers,
  body: string,
): Promise<ClaimedEvent | null> {
  const fault = await context.payments.verifyWebhook(headers, body);
  if (fault !== null) throw problem('webhook-unverified', { cause: new Error(fault) });
  return storeEvent(context, parseEvent(body));
}

/** Reads an event from PayPal's list of events. Returns null if it cannot be read. */
export function readEvent(value: unknown): WebhookEvent | null {
  try {
    return asEvent(value).data ?? null;
  } catch {
    return null;
  }
}

function parseEvent(body: string): WebhookEvent {
  try {
    const { data, error } = asEvent(JSON.parse(body));
    if (data) return data;
    throw error;
  } catch (error) {
    // The JSON parser's own message quotes the body, and causes are logged.
    throw problem('request-malformed', error instanceof SyntaxError ? {} : { cause: error });
  }
}

function asEvent(value: unknown) {
  return webhookEvent.safeParse(storableValue(withoutNulls(value)));
}

/** Deeper than any event of PayPal, and far below the limit of PostgreSQL. */
const maxDepth = 64;

/**
 * Replaces characters that PostgreSQL cannot store, so that no event is lost because of a character in a note. Throws
 * `request-malformed` for a value that is nested too deeply.
 */
function storableValue(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw problem('request-malformed');
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item, depth + 1)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll(String.fromCharCode(0), '\ufffd');
}
