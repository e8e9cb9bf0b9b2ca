import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, preparedQuery } from '../../frame/db/sql.ts';
import {
  addressCounter,
  addressLimit,
  assertWithin,
  counted,
  type Counter,
  countHits,
  isWithin,
} from '../../frame/limits/count-hit.ts';

/**
 * Stores a newsletter sign-up, or a buyer's name and email, in one round trip. Emails are unique in any letter case. An
 * existing customer is not changed, because anybody can send any name for an email. The caller cannot tell a new email from a
 * known one. Throws `too-many-requests` for too many sign-ups from one network address.
 */
export async function subscribeCustomer(context: Context, { name, email }: CustomerInput): Promise<void> {
  const { db, now, address } = context;
  const caller = addressCounter('customers', address, now);
  if (email === null) {
    assertWithin((await insertName(context, name, caller)).hits, [caller], now);
    return;
  }
  const hits = await insertCustomer(db).execute({
    callerKey: caller.key,
    callerWindow: caller.windowStart,
    id: uuidv7(),
    name,
    email,
  });
  assertWithin(hits, [caller], now);
}

const { placeholder } = sql;

const insertCustomer = preparedQuery((db) => {
  const counters = [
    {
      key: placeholder('callerKey'),
      windowStart: placeholder('callerWindow'),
      limit: addressLimit('customers'),
    },
  ] as const;
  const hit = db
    .$with('hit', { key: sql<string>`key`.as('key'), hits: sql<number>`hits`.as('hits') })
    .as(countHits(counters));
  const inserted = db.$with('inserted', {}).as(sql`
    insert into customers (id, name, email)
    select ${placeholder('id')}::uuid, ${placeholder('name')}::text, ${placeholder('email')}::text
    where ${isWithin(counters)}
    on conflict (lower(email)) do nothing`);
  return db
    .with(hit, inserted)
    .select({ key: hit.key, hits: hit.hits })
    .from(hit)
    .prepare('subscribe_customer');
});

/** Stores a customer without an email. */
function insertName({ db }: Context, name: string | null, caller: Counter) {
  return oneRow(
    db,
    sql`with hit as (${countHits([caller])}),
      inserted as (insert into customers (id, name) select ${uuidv7()}::uuid, ${name}::text where ${isWithin([caller])})
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );
}
