import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { maxLinks, maxLinksEver } from '../../../../shared/link-figures.ts';
import { problem } from '../../../../shared/problems.ts';
import { newCode } from '../../../../shared/referral.ts';
import type { Context } from '../../../frame/context/context.ts';
import { isUniqueViolation } from '../../../frame/db/errors.ts';
import { lastRow, oneRow, textArray, timestamptz } from '../../../frame/db/sql.ts';
import { affiliateScope } from '../find-affiliate.ts';
import { type AffiliateLink, affiliateLink, linkFields } from './link-report.ts';

/** The number of random codes to try for a link. */
const codesToTry = 60;

/**
 * Makes a named link of the caller's own affiliate: a further code, made like the codes of sign-ups. Throws
 * `affiliate-not-found`, `affiliate-inactive`, `link-label-taken`, `too-many-links`, or `link-code-unavailable`.
 */
export async function createLink(context: Context, label: string): Promise<AffiliateLink> {
  const { db, actor, now } = context;
  const email = actor.kind === 'user' ? (actor.email ?? '') : '';
  const own = sql`select id, date_activated from affiliates where ${affiliateScope(context)} and closed_at is null`;
  // A statement of its own locks the affiliate, so that the next one counts the links that another call has just made.
  const lock = sql`${own} for no key update`;
  const insert = sql`with own as (${own}),
      existing as (
        select count(*) filter (where deleted_at is null)::int as shown, count(*)::int as ever,
          coalesce(bool_or(deleted_at is null and lower(label) = lower(${label}::text)), false) as is_taken
        from affiliate_codes where affiliate_id in (select id from own) and label is not null
      ),
      inserted as (
        insert into affiliate_codes (code, affiliate_id, label, created_at)
        select candidates.code, own.id, ${label}::text, ${timestamptz(now)}
        from own, existing, unnest(${textArray(newCodes(email))}) as candidates (code)
        where own.date_activated is not null and existing.shown < ${maxLinks}::int
          and existing.ever < ${maxLinksEver}::int and not existing.is_taken
          and not exists (select 1 from affiliate_codes taken where taken.code = candidates.code)
        limit 1
        on conflict do nothing returning *
      )
      select exists (select 1 from own) as known, exists (select 1 from own where date_activated is not null) as active,
        shown, ever, is_taken, (select json_build_object(${linkFields}) from inserted) as link
      from existing`;
  const { link, known, active, shown, ever, is_taken } = await lastRow(db, [lock, insert], createdRow);
  if (link) return link;
  if (!known) throw problem('affiliate-not-found');
  if (!active) throw problem('affiliate-inactive');
  if (is_taken) throw problem('link-label-taken');
  throw problem(shown >= maxLinks || ever >= maxLinksEver ? 'too-many-links' : 'link-code-unavailable');
}

const createdRow = z.object({
  known: z.boolean(),
  active: z.boolean(),
  shown: z.number(),
  ever: z.number(),
  is_taken: z.boolean(),
  link: z.nullable(affiliateLink),
});

function newCodes(email: string): readonly string[] {
  return Array.from({ length: codesToTry }, () => newCode(email));
}

const changedRow = z.object({ link: z.nullable(affiliateLink) });

/** Renames a named link of the caller's own affiliate. Throws `link-not-found` or `link-label-taken`. */
export async function renameLink(context: Context, code: string, label: string): Promise<AffiliateLink> {
  try {
    return await changeLink(context, code, sql`label = ${label}::text`);
  } catch (error) {
    throw isUniqueViolation(error) ? problem('link-label-taken') : error;
  }
}

/**
 * Deletes a named link of the caller's own affiliate from their list. The code stays theirs: it still sets the cookie, counts
 * clicks and earns commissions. Throws `link-not-found`.
 */
export async function deleteLink(context: Context, code: string): Promise<void> {
  await changeLink(context, code, sql`deleted_at = ${timestamptz(context.now)}`);
}

async function changeLink(
  context: Context,
  code: string,
  change: ReturnType<typeof sql>,
): Promise<AffiliateLink> {
  const { link } = await oneRow(
    context.db,
    sql`with changed as (
        update affiliate_codes set ${change}
        where code = ${code.toLowerCase()}::text and label is not null and deleted_at is null
          and affiliate_id in (select id from affiliates where ${affiliateScope(context)} and closed_at is null)
        returning *
      )
      select (select json_build_object(${linkFields}) from changed) as link`,
    changedRow,
  );
  if (!link) throw problem('link-not-found');
  return link;
}
