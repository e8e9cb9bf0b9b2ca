import * as z from 'zod/mini';
import { eq, sql } from 'drizzle-orm';
import { newsletterStates } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { momentKey, textKey } from '../../frame/lists/keyset.ts';
import { exportCsv, searchableList } from '../../frame/lists/searchable-list.ts';
import type { ListPage } from '../../frame/lists/list-page.ts';
import { subscriptionColumns, type SubscriptionRecord } from './subscription.ts';

const list = searchableList({
  table: subscriptions,
  row: subscriptionColumns,
  sortKeys: {
    email: textKey(sql`lower(${subscriptions.email})`),
    created_at: momentKey(subscriptions.createdAt),
  },
  defaultSort: '-created_at',
});

/** Query of an export. `q` searches name, email and source. */
export const subscriptionQuery = list.query;

/** Query of one page. */
export const subscriptionListQuery = z.extend(list.pageQuery, {
  state: z.optional(z.enum(newsletterStates)),
});

/** Lists subscriptions page by page. Throws `invalid` for a wrong cursor. */
export function listSubscriptions(
  context: Pick<Context, 'db'>,
  { state, ...query }: z.infer<typeof subscriptionListQuery>,
): Promise<ListPage<SubscriptionRecord>> {
  return list.page(context, query, state ? eq(subscriptions.state, state) : undefined);
}

const columns = ['email', 'name', 'source', 'text_version', 'asked_at', 'confirmed_at'] as const;

/** Exports the confirmed subscriptions that a query finds, as chunks of a CSV file. All other addresses must get no letter. */
export function exportSubscriptions(
  context: Pick<Context, 'db'>,
  query: z.infer<typeof subscriptionQuery>,
): AsyncGenerator<string> {
  return exportCsv(columns, (page) => listSubscriptions(context, { ...query, ...page, state: 'confirmed' }));
}
