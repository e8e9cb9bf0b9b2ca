import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { maxLinks, maxLinksEver } from '../../../../shared/link-figures.ts';
import { problem } from '../../../../shared/problems.ts';
import { newCode } from '../../../../shared/referral.ts';
import type { Context } from '../../../frame/context/context.ts';
import { isUniqueViolation } from '../../../frame/db/errors.ts';
import { affiliates } from '../../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../../frame/db/schema/counts.ts';
import { textArray, timestamptz } from '../../../frame/db/sql.ts';
import { isOpen } from '../affiliate.ts';
import { affiliateScope } from '../find-affiliate.ts';
import { type AffiliateLink, linkColumns } from './link-report.ts';

/** The number of random codes to try for a link. */
const codesToTry = 60;

/**
 * Makes a named link of the caller's own affiliate: a further code, made like the codes of sign-ups. Throws
 * `affiliate-not-found`, `affiliate-inactive`, `link-label-taken`, `too-many-links`, or `link-code-unavailable`.
 */
export async function createLink(context: Context, label: string): Promise<AffiliateLink> {
  const { db, actor, now } = context;
  const email = actor.kind === 'user' ? (actor.email ?? '') : '';
  const own = isOpen(affiliateScope(context));
  const isNamed = and(eq(affiliateCodes.affiliateId, affiliates.id), isNotNull(affiliateCodes.label));
  const isShown = and(isNamed, isNull(affiliateCodes.deletedAt));
  const [[owner], existing, [link]] = await db.atomically((tx) => [
    // Locks the affiliate, so that the next statements count the links that another call has just made.
    tx.select({ activatedAt: affiliates.dateActivated }).from(affiliates).where(own).for('no key update'),
    tx
      .select({
        deletedAt: affiliateCodes.deletedAt,
        hasSameLabel: sql<boolean>`lower(${affiliateCodes.label}) = lower(${label}::text)`,
      })
      .from(affiliateCodes)
      .innerJoin(affiliates, isNamed ?? own)
      .where(own),
    tx
      .insert(affiliateCodes)
      .select((query) =>
        query
          .select({
            code: sql<string>`candidates.code`.as('code'),
            affiliateId: affiliates.id,
            label: sql<string>`${label}::text`.as('label'),
            createdAt: sql<Date>`${timestamptz(now)}`.as('created_at'),
            deletedAt: sql<Date | null>`null::timestamptz`.as('deleted_at'),
          })
          .from(affiliates)
          .crossJoin(sql`unnest(${textArray(newCodes(email))}) as candidates (code)`)
          .where(
            and(
              own,
              isNotNull(affiliates.dateActivated),
              sql`${countOf(isShown)} < ${maxLinks} and ${countOf(isNamed)} < ${maxLinksEver}`,
              sql`not exists (select from ${affiliateCodes} where ${affiliateCodes.code} = candidates.code)`,
            ),
          )
          .limit(1),
      )
      .onConflictDoNothing()
      .returning(linkColumns),
  ]);
  if (link) return link;
  if (!owner) throw problem('affiliate-not-found');
  if (!owner.activatedAt) throw problem('affiliate-inactive');
  const shown = existing.filter(({ deletedAt }) => deletedAt === null);
  if (shown.some(({ hasSameLabel }) => hasSameLabel)) throw problem('link-label-taken');
  const isFull = shown.length >= maxLinks || existing.length >= maxLinksEver;
  throw problem(isFull ? 'too-many-links' : 'link-code-unavailable');
}

/** SQL for the number of codes that meet a condition. */
function countOf(condition: SQL | undefined): SQL {
  return sql`(select count(*) from ${affiliateCodes} where ${condition})`;
}

function newCodes(email: string): readonly string[] {
  return Array.from({ length: codesToTry }, () => newCode(email));
}

/** Renames a named link of the caller's own affiliate. Throws `link-not-found` or `link-label-taken`. */
export async function renameLink(context: Context, code: string, label: string): Promise<AffiliateLink> {
  try {
    return await changeLink(context, code, { label });
  } catch (error) {
    throw isUniqueViolation(error) ? problem('link-label-taken') : error;
  }
}

/**
 * Deletes a named link of the caller's own affiliate from their list. The code stays theirs: it still sets the cookie, counts
 * clicks and earns commissions. Throws `link-not-found`.
 */
export async function deleteLink(context: Context, code: string): Promise<void> {
  await changeLink(context, code, { deletedAt: context.now });
}

async function changeLink(
  context: Context,
  code: string,
  change: PgUpdateSetSource<typeof affiliateCodes>,
): Promise<AffiliateLink> {
  const { db } = context;
  const own = db
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(isOpen(affiliateScope(context)));
  const [link] = await db
    .update(affiliateCodes)
    .set(change)
    .where(
      and(
        eq(affiliateCodes.code, code.toLowerCase()),
        isNotNull(affiliateCodes.label),
        isNull(affiliateCodes.deletedAt),
        inArray(affiliateCodes.affiliateId, own),
      ),
    )
    .returning(linkColumns);
  if (!link) throw problem('link-not-found');
  return link;
}
