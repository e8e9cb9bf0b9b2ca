import { sql } from 'drizzle-orm';
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
  const [row] = await clickQuery(db).execute({ codes: JSON.stringify(codes), day: dayOf(now) });
  return row?.code ?? null;
}

const { placeholder } = sql;

const clickQuery = preparedQuery((db) => {
  // Each code is looked up by the primary keys. A plain join would read whole tables, because PostgreSQL expects many codes.
  const found = db.$with('found', { code: sql<string>`code`.as('code') }).as(sql`
    select owned.code, owned.is_active
    from jsonb_array_elements_text(${placeholder('codes')}::jsonb) with ordinality as sent (code, place),
      lateral (
        select ${affiliateCodes.code}, ${affiliates.dateActivated} is not null as is_active
        from ${affiliateCodes} join ${affiliates} on ${affiliates.id} = ${affiliateCodes.affiliateId}
        where ${affiliateCodes.code} = sent.code and ${affiliates.closedAt} is null limit 1
      ) as owned
    order by sent.place limit 1`);
  const counted = db.$with('counted', {}).as(sql`
    insert into ${linkClicks} (code, day, clicks)
    select code, ${placeholder('day')}::date, 1 from found where is_active
    on conflict (code, day) do update set clicks = ${linkClicks.clicks} + 1`);
  return db.with(found, counted).select({ code: found.code }).from(found).prepare('count_click');
});
