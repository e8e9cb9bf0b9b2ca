import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { type PayPalApi, timeLimit } from './paypal-api.ts';

const eventsPath = '/v1/notifications/webhooks-events';

/** Events that are asked for at once. */
const pageSize = 100;

/** GET /v1/notifications/webhooks-events: events as PayPal sends them, newest first, and where the next page is. */
const pageShape = z.object({
  events: z._default(z.array(z.unknown()), []),
  links: z._default(z.array(z.object({ href: z.string(), rel: z.string() })), []),
});

const unusable = (cause: string) => problem('payment-provider-unavailable', { cause });

/** Path and query of a `next` link. The link may name another host; the configured host is asked. */
const pathOf = (href: string): string => {
  const link = URL.parse(href, 'https://api-m.paypal.com');
  if (link?.pathname.replace(/\/$/, '') !== eventsPath) throw unusable(`The next page is at ${href}`);
  return eventsPath + link.search;
};

/**
 * Every event that PayPal has for the app's webhooks, from one moment to another, oldest first. PayPal keeps events for
 * 30 days. Throws `payment-provider-unavailable`, also for a page that leads elsewhere or in a circle: the list would be
 * incomplete.
 */
export const listEvents = async (api: PayPalApi, from: Date, until: Date): Promise<unknown[]> => {
  const found: unknown[] = [];
  const asked = new Set<string>();
  const range = { start_time: from.toISOString(), end_time: until.toISOString() };
  const query = new URLSearchParams({ ...range, page_size: String(pageSize) });
  for (let path = `${eventsPath}?${query.toString()}`; path !== '';) {
    if (asked.has(path)) throw unusable('The pages of events repeat');
    asked.add(path);
    const page = await api.get(path, pageShape, timeLimit(limits.outsideMs.reportPage));
    // A 404 is not an empty list.
    if (!page) throw unusable('The list of events is not found');
    found.push(...page.events);
    const next = page.links.find(({ rel }) => rel === 'next');
    path = next ? pathOf(next.href) : '';
  }
  return found.reverse();
};
