import * as z from 'zod/mini';
import { inArray } from 'drizzle-orm';
import { connect } from '../../../src/server/frame/db/connect.ts';
import { webhookEvents } from '../../../src/server/frame/db/schema/webhook-events.ts';
import type { PayPalApi } from '../../../src/server/clients/paypal/paypal-api.ts';
import { listEvents } from '../../../src/server/clients/paypal/list-events.ts';
import { eventAction, requiredEvents } from '../../../src/shared/paypal-event-types.ts';
import { isLoopback } from '../../../stack/settings.ts';
import { type Check, type Finding, findings } from './check.ts';

/** The checked fields of GET /v1/notifications/webhooks/{id}. A webhook for all events lists the type `*`. */
export const webhookShape = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string(), status: z._default(z.string(), 'ENABLED') })),
});

/** Compares a PayPal webhook with the site's address and events. `null` means that PayPal has no such webhook. */
export function inspectWebhook(webhook: z.infer<typeof webhookShape> | null, siteUrl: string): Finding {
  const { good, wrong } = findings('PayPal webhook');
  const address = `${siteUrl}/api/paypal/webhook`;
  if (!webhook)
    return wrong(
      `is unknown at PayPal. Register ${address} in the app, and put its id into PAYPAL_WEBHOOK_ID.`,
    );
  if (normalizeAddress(webhook.url) !== normalizeAddress(address))
    return wrong(`sends to ${webhook.url}, and the site listens at ${address}. Change it at PayPal.`);
  const names = new Set(
    webhook.event_types.flatMap(({ name, status }) => (status === 'DISABLED' ? [] : [name])),
  );
  const missing = requiredEvents.filter((alternatives) => !alternatives.some((name) => names.has(name)));
  return missing.length > 0 && !names.has('*')
    ? wrong(`does not send ${missing.map(([name]) => name).join(', ')}. Tick them at PayPal.`)
    : good('sends every needed event to the site');
}

/** Gives 127.0.0.1 and localhost the same name. */
function normalizeAddress(address: string): string {
  const url = URL.parse(address);
  if (url && isLoopback(url)) url.hostname = 'localhost';
  return url?.href ?? '';
}

/** PayPal redelivers an event for three days. */
const RECENT_DAYS = 3;

/** Compares PayPal's recent events with the stored events. A difference shows webhooks that the site refused. */
export function checkMissingEvents(api: PayPalApi): Check {
  return {
    name: 'PayPal events',
    needs: ['DATABASE_URL'],
    run: async ({ env: { DATABASE_URL: url } }) => {
      if (url === 'embedded') return [];
      const from = new Date(Date.now() - RECENT_DAYS * 24 * 3_600_000);
      // The last events may still be on their way.
      const until = new Date(Date.now() - 15 * 60_000);
      const needed = neededEvents(await listEvents(api, from, until));
      const db = await connect(url);
      const stored = await db
        .select({ id: webhookEvents.id })
        .from(webhookEvents)
        .where(inArray(webhookEvents.id, [...needed]));
      return [compareEvents(needed, new Set(stored.map(({ id }) => id)), from)];
    },
  };
}

const eventShape = z.object({ id: z.string(), event_type: z.string() });

/** Returns the ids of the listed events that the site processes. */
export function neededEvents(events: readonly unknown[]): readonly string[] {
  return events.flatMap((event) => {
    const { data } = eventShape.safeParse(event);
    return data && eventAction(data.event_type) !== 'record-only' ? [data.id] : [];
  });
}

export function compareEvents(needed: readonly string[], stored: ReadonlySet<string>, from: Date): Finding {
  const { good, wrong } = findings('PayPal events');
  const missing = needed.filter((id) => !stored.has(id)).length;
  if (missing === 0)
    return good(`all ${String(needed.length)} events of the last ${String(RECENT_DAYS)} days are stored`);
  const [firstDay = '', lastDay = ''] = [0, RECENT_DAYS].map((days) =>
    new Date(from.getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10),
  );
  return wrong(
    `events of the last ${String(RECENT_DAYS)} days that are missing: ${String(missing)}. Does the site refuse webhooks? Fetch them: npm run events:fetch -- ${firstDay} ${lastDay} --production`,
  );
}
