import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { dayOf } from '../../shared/dates.ts';
import type { Context } from '../context.ts';
import { allRows, textArray } from '../db/sql.ts';

/**
 * Returns the first of these codes that belongs to an open affiliate, or null if none does. If the affiliate is active, adds one
 * to the code's clicks of the UTC day. One statement. Nothing about the visitor is stored.
 */
export async function countClick(
  { db, now }: Pick<Context, 'db' | 'now'>,
  codes: readonly string[],
): Promise<string | null> {
  const statement = sql`
    with sent as (select code, place from unnest(${textArray(codes)}) with ordinality as sent (code, place)),
    found as (
      select affiliate_codes.code, affiliates.date_activated is not null as is_active
      from sent join affiliate_codes using (code) join affiliates on affiliates.id = affiliate_codes.affiliate_id
      where affiliates.closed_at is null
      order by sent.place limit 1
    ),
    counted as (
      insert into link_clicks (code, day, clicks)
      select code, ${dayOf(now)}::date, 1 from found where is_active
      on conflict (code, day) do update set clicks = link_clicks.clicks + 1
    )
    select code from found`;
  const [row] = await allRows(db, statement, z.object({ code: z.string() }));
  return row?.code ?? null;
}
