import * as z from 'zod/mini';
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { affiliates, isWaiting, waitingSince } from '../../frame/db/schema/affiliates.ts';
import { lastMomentKey, momentKey, textKey } from '../../frame/lists/keyset.ts';
import type { ListPage } from '../../frame/lists/list-page.ts';
import { exportCsv, searchableList } from '../../frame/lists/searchable-list.ts';
import { type Affiliate, affiliateColumns } from './affiliate.ts';

const list = searchableList({
  table: affiliates,
  row: affiliateColumns,
  sortKeys: {
    name: textKey(sql`lower(${affiliates.name})`),
    email: textKey(sql`coalesce(lower(${affiliates.email}), '')`),
    code: textKey(sql`${affiliates.code}`),
    date_created: momentKey(affiliates.dateCreated),
    date_activated: momentKey(affiliates.dateActivated),
    waiting: lastMomentKey(waitingSince(affiliates)),
  },
  // The oldest waiting application comes first.
  defaultSort: 'waiting',
});

const state = z.enum(['waiting', 'active', 'inactive', 'declined', 'left', 'closed']);

/** Query of an export. `q` searches name, email and code. Without a `state`, closed affiliates are left out. */
export const affiliateQuery = z.extend(list.query, { state: z.optional(state) });

/** Query of one page. */
export const affiliateListQuery = z.extend(list.pageQuery, { state: z.optional(state) });

const stateConditions: Record<z.infer<typeof state>, SQL | undefined> = {
  waiting: isWaiting(affiliates),
  declined: and(isNull(affiliates.closedAt), eq(affiliates.applicationState, 'declined')),
  active: and(isNull(affiliates.closedAt), isNotNull(affiliates.dateActivated)),
  inactive: and(isNull(affiliates.closedAt), isNull(affiliates.dateActivated)),
  left: and(isNull(affiliates.closedAt), isNotNull(affiliates.leftAt)),
  closed: isNotNull(affiliates.closedAt),
};

/** Lists affiliates page by page. Throws `invalid` for a wrong cursor. */
export function listAffiliates(
  context: Pick<Context, 'db'>,
  query: z.infer<typeof affiliateListQuery>,
): Promise<ListPage<Affiliate>> {
  return list.page(context, query, query.state ? stateConditions[query.state] : isNull(affiliates.closedAt));
}

/** The columns of an export. An import reads the first five. */
const columns = ['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created'] as const;

/** Exports every affiliate that a query finds, as chunks of a CSV file. */
export function exportAffiliates(
  context: Pick<Context, 'db'>,
  query: z.infer<typeof affiliateQuery>,
): AsyncGenerator<string> {
  return exportCsv(columns, (page) => listAffiliates(context, { ...query, ...page }));
}
