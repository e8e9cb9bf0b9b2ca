import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Context } from '../../context.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { cutPage, momentKey, type pageQuery, readCursor } from '../operations/keyset.ts';
import { type Affiliate, toAffiliate } from './affiliate.ts';

export interface AffiliatePage {
  readonly affiliates: readonly Affiliate[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

/** Every affiliate whose record is open, newest first, one page at a time by keyset. */
export const listAffiliates = async (
  { db }: Context,
  { limit, cursor }: z.infer<typeof pageQuery>,
): Promise<AffiliatePage> => {
  const key = momentKey(affiliates.dateCreated);
  const open = isNull(affiliates.closedAt);
  const [value, id] = cursor === undefined ? [] : readCursor(cursor);
  const rows = await db
    .select({ row: affiliates, key: sql<string>`${key}` })
    .from(affiliates)
    .where(
      value === undefined
        ? open
        : and(open, lt(sql`(${key}, ${affiliates.id})`, sql`(${value}::text, ${id}::uuid)`)),
    )
    .orderBy(desc(affiliates.dateCreated), desc(affiliates.id))
    .limit(limit + 1);
  const { page, next } = cutPage(rows, limit);
  return { affiliates: page.map(({ row }) => toAffiliate(row)), next };
};
