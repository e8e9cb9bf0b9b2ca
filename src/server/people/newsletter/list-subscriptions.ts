import * as z from 'zod/mini';
import { eq, sql } from 'drizzle-orm';
import { leaveReasons, newsletterStates } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { iso } from '../../frame/db/sql.ts';
import { momentKey, textKey } from '../../frame/lists/keyset.ts';
import { exportCsv, searchableList } from '../../frame/lists/searchable-list.ts';
import type { ListPage } from '../../frame/lists/list-page.ts';

/** A newsletter subscription as the API answers it. Dates are ISO 8601 UTC. */
export const subscriptionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    state: z.enum(newsletterStates),
    source: z.string().check(z.describe('The page or the import that the request came from')),
    text_version: z.string().check(z.describe('The text beside the form that the person agreed to')),
    created_at: z.iso.datetime().check(z.describe('The first request')),
    asked_at: z.iso.datetime().check(z.describe('The last request')),
    confirmed_at: z.nullable(z.iso.datetime()),
    left_at: z.nullable(z.iso.datetime()),
    left_reason: z
      .nullable(z.enum(leaveReasons))
      .check(z.describe('How the subscription ended: the person’s own wish, a bounce or a complaint')),
  })
  .check(z.meta({ id: 'Subscription' }));

export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;

export const subscriptionExample: SubscriptionRecord = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
  email: 'carl@mail.example',
  name: 'Carl',
  state: 'confirmed',
  source: '/',
  text_version: '2026-11',
  created_at: '2026-11-04T12:00:00.000Z',
  asked_at: '2026-11-04T12:00:00.000Z',
  confirmed_at: '2026-11-04T12:05:00.000Z',
  left_at: null,
  left_reason: null,
};

const list = searchableList({
  table: subscriptions,
  row: sql<SubscriptionRecord>`json_build_object('id', id, 'email', email, 'name', name, 'state', state,
    'source', source, 'text_version', text_version, 'created_at', ${iso(sql`created_at`)},
    'asked_at', ${iso(sql`asked_at`)}, 'confirmed_at', ${iso(sql`confirmed_at`)}, 'left_at', ${iso(sql`left_at`)},
    'left_reason', left_reason)`,
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
