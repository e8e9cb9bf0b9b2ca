import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { problem, type Problem } from '../../../shared/problems.ts';
import { type PayPalApi, requestSignal } from './paypal-api.ts';

export const eventsPath = '/v1/notifications/webhooks-events';

const pageSize = 100;

/** GET /v1/notifications/webhooks-events: a page of events, newest first, with a link to the next page. */
const pageShape = z.object({
  events: z._default(z.array(z.unknown()), []),
  links: z._default(z.array(z.object({ href: z.string(), rel: z.string() })), []),
});

/**
 * Lists the events that PayPal sent to the app's webhooks between two moments, of one type or of all, oldest first. PayPal deletes
 * events after 30 days. Throws `payment-provider-unavailable`, also if a page links elsewhere or in a circle, because the list
 * would be incomplete.
 */
export async function listEvents(api: PayPalApi, from: Date, until: Date, type?: string): Promise<unknown[]> {
  const events: unknown[] = [];
  const visited = new Set<string>();
  const range = { start_time: from.toISOString(), end_time: until.toISOString() };
  const ofType = type === undefined ? {} : { event_type: type };
  const query = new URLSearchParams({ ...range, ...ofType, page_size: String(pageSize) });
  let path = `${eventsPath}?${query.toString()}`;
  while (path !== '') {
    if (visited.has(path)) throw unusable('The pages of events repeat');
    visited.add(path);
    const page = await api.get(path, pageShape, requestSignal(limits.timeoutMs.reportPage));
    // A 404 is not an empty list.
    if (!page) throw unusable('The list of events is not found');
    events.push(...page.events);
    const next = page.links.find(({ rel }) => rel === 'next');
    path = next ? pathOf(next.href) : '';
  }
  return events.reverse();
}

/** Returns path and query of a `next` link. The link may name another host, but the configured host gets the request. */
function pathOf(href: string): string {
  const link = URL.parse(href, 'https://api-m.paypal.com');
  if (link?.pathname.replace(/\/$/, '') !== eventsPath) throw unusable(`The next page is at ${href}`);
  return eventsPath + link.search;
}

function unusable(cause: string): Problem {
  return problem('payment-provider-unavailable', { cause });
}
