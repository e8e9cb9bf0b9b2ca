import { eq, isNull, sql } from 'drizzle-orm';
import { dayOf } from '../../../../shared/dates.ts';
import type { Context } from '../../../frame/context/context.ts';
import { affiliates } from '../../../frame/db/schema/affiliates.ts';
import { linkClicks } from '../../../frame/db/schema/counts.ts';
import { preparedQuery } from '../../../frame/db/sql.ts';
import { selectOwner } from '../codes.ts';

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
  const owner = db.$with('owner').as(selectOwner(db, isNull(affiliates.closedAt)));
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
