import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { rowsOf } from '../db/sql/one-row.ts';

/** Events that are read at once. */
const batch = 500;

const event = z.object({ id: z.string(), at: z.string(), body: z.unknown() });

/** Every stored event of the payment provider as a line of JSON, in the order in which they came. */
export async function* exportEvents({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  let last = { at: '-infinity', id: '' };
  for (;;) {
    const rows = await rowsOf(
      db,
      sql`select id, received_at::text as at, body from webhook_events
        where (received_at, id) > (${last.at}::timestamptz, ${last.id}::text)
        order by received_at, id limit ${batch}::int`,
      event,
    );
    for (const { body } of rows) yield `${JSON.stringify(body)}\n`;
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end;
  }
}
