import * as z from 'zod/mini';
import { about, type Finding, isLoopback } from './check.ts';
import { webhookEvents } from './webhook-events.ts';

/** GET /v1/notifications/webhooks/{id}, in part. A webhook of all events has one named `*`. */
export const webhookShape = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string(), status: z._default(z.string(), 'ENABLED') })),
});

const { good, wrong } = about("PayPal's webhook");

/** An address, with one name for this machine. */
const plain = (address: string): string => {
  const url = new URL(address);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return url.href;
};

/** What the registered webhook is against our address and the events that matter; null: the provider knows none. */
export const examineWebhook = (found: z.infer<typeof webhookShape> | null, siteUrl: string): Finding => {
  const ours = `${siteUrl}/api/paypal/webhook`;
  if (!found)
    return wrong(
      `is unknown at PayPal. Register ${ours} in the app that PUBLIC_PAYPAL_CLIENT_ID names, and put its id into PAYPAL_WEBHOOK_ID.`,
    );
  if (!URL.canParse(found.url) || plain(found.url) !== plain(ours))
    return wrong(`leads to ${found.url}, and the site listens at ${ours}. Change it at PayPal.`);
  const names = new Set(
    found.event_types.flatMap(({ name, status }) => (status === 'DISABLED' ? [] : [name])),
  );
  const missing = names.has('*')
    ? []
    : webhookEvents.filter((either) => !either.some((name) => names.has(name)));
  return missing.length > 0
    ? wrong(`does not send ${missing.map(([name]) => name).join(', ')}. Tick them at PayPal.`)
    : good('leads here, and sends every event that matters');
};
