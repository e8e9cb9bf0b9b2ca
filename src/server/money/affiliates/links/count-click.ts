import { and, eq, isNull, sql } from 'drizzle-orm';
import { dayOf } from '../../../../shared/dates.ts';
import type { Context } from '../../../frame/context/context.ts';
import { affiliates } from '../../../frame/db/schema/affiliates.ts';
import { affiliateCodes, linkClicks } from '../../../frame/db/schema/counts.ts';
import { preparedQuery } from '../../../frame/db/sql.ts';

/**
 * Returns the first of these codes that belongs to an open affiliate, or null if none does. If the affiliate is active, adds one
 * to the code's clicks of the UTC day. One prepared statement. Nothing about the visitor is stored.
 */
export async function countClick(
  { db, now }: Pick<Context, 'db' | 'now'>,
  codes: readonly string[],
): Promise<string | null> {
  const [row] = await clickQuery(db).execute({ codes: codes.join(' '), day: dayOf(now) });
  return row?.code ?? null;
}

const clickQuery = preparedQuery((db) => {
  // Each code is looked up by the primary keys. A plain join would read whole tables, because PostgreSQL expects ten codes.
  const ownerOfCode = db
    .select({
      code: affiliateCodes.code,
      isActive: sql<boolean>`${affiliates.dateActivated} is not null`.as('is_active'),
    })
    .from(affiliateCodes)
    .innerJoin(affiliates, eq(affiliates.id, affiliateCodes.affiliateId))
    .where(and(eq(affiliateCodes.code, sql`sent.code`), isNull(affiliates.closedAt)))
    .limit(1)
    .as('owner');
  const codes = sql`string_to_array(${sql.placeholder('codes')}::text, ' ')`;
  const owner = db.$with('owner').as(
    db
      .select({ code: ownerOfCode.code, isActive: ownerOfCode.isActive })
      .from(sql`unnest(${codes}) with ordinality as sent (code, place)`)
      .innerJoinLateral(ownerOfCode, sql`true`)
      .orderBy(sql`sent.place`)
      .limit(1),
  );
  const click = db
    .select({
      code: owner.code,
      day: sql`${sql.placeholder('day')}::date`.as('day'),
      clicks: sql`1`.as('clicks'),
    })
    .from(owner)
    .where(eq(owner.isActive, true));
  const counted = db.$with('counted').as(
    db
      .insert(linkClicks)
      .select(click)
      .onConflictDoUpdate({
        target: [linkClicks.code, linkClicks.day],
        set: { clicks: sql`${linkClicks.clicks} + 1` },
      })
      .returning({ code: linkClicks.code }),
  );
  return db.with(owner, counted).select({ code: owner.code }).from(owner).prepare('count_click');
});
