import * as z from 'zod/mini';
import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { Context } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { containing, listPage, type Page } from '../lists/list-page.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { type Affiliate, affiliateJson } from './affiliate.ts';

const state = z.enum(['active', 'inactive', 'closed']);

/**
 * Which affiliates: those that `q` finds in name, email or code, of a state; without one all that are open. Newest
 * first unless sorted otherwise.
 */
export const affiliateQuery = z.object({
  q: searchText,
  state: z.optional(state),
  sort: sortBy(['name', 'email', 'code', 'date_created', 'date_activated'], '-date_created'),
});

/** A page of them. */
export const affiliateListQuery = z.extend(pageQuery, affiliateQuery.shape);

const keys: Record<z.infer<typeof affiliateQuery>['sort']['by'], SortKey> = {
  name: textKey(sql`lower(${affiliates.name})`),
  email: textKey(sql`coalesce(lower(${affiliates.email}), '')`),
  code: textKey(sql`${affiliates.code}`),
  date_created: momentKey(affiliates.dateCreated),
  date_activated: momentKey(affiliates.dateActivated),
};

const states: Record<z.infer<typeof state>, SQL | undefined> = {
  active: and(isNull(affiliates.closedAt), isNotNull(affiliates.dateActivated)),
  inactive: and(isNull(affiliates.closedAt), isNull(affiliates.dateActivated)),
  closed: isNotNull(affiliates.closedAt),
};

/** The affiliates that a query asks for, one page at a time by keyset. Throws `invalid` for a wrong cursor. */
export const listAffiliates = (
  context: Pick<Context, 'db'>,
  { q, state: wanted, sort, limit, cursor }: z.infer<typeof affiliateListQuery>,
): Promise<Page<Affiliate>> =>
  listPage(context, {
    table: affiliates,
    id: affiliates.id,
    json: affiliateJson(sql`affiliates`),
    where: and(
      wanted ? states[wanted] : isNull(affiliates.closedAt),
      q ? containing(sql`${affiliates.searchText}`, q) : undefined,
    ),
    key: keys[sort.by],
    descending: sort.descending,
    limit,
    cursor,
  });
