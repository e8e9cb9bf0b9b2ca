import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../shared/limits.ts';
import type { CustomerInput } from '../../shared/schemas/customer.ts';
import type { Context } from '../context.ts';
import { oneRow, preparedQuery } from '../db/sql.ts';
import {
  addressCounter,
  addressLimit,
  assertWithin,
  counted,
  type Counter,
  counterOf,
  countHits,
  isWithin,
} from '../limits/count-hit.ts';

const { placeholder } = sql;
const limit = limits.perTarget.customerEmail;

const keeping = preparedQuery((db) => {
  const counters = [
    { key: placeholder('caller'), windowStart: placeholder('minute'), limit: addressLimit('customers') },
    { key: placeholder('target'), windowStart: placeholder('quarter'), limit },
  ] as const;
  const hit = db
    .$with('hit', { key: sql<string>`key`.as('key'), hits: sql<number>`hits`.as('hits') })
    .as(countHits(counters));
  const kept = db.$with('kept', {}).as(sql`
    insert into customers (id, name, email)
    select ${placeholder('id')}::uuid, ${placeholder('name')}::text, ${placeholder('email')}::text
    where ${isWithin(counters)}
    on conflict (lower(email)) do nothing`);
  return db.with(hit, kept).select({ key: hit.key, hits: hit.hits }).from(hit).prepare('subscribe_customer');
});

const keepName = ({ db }: Context, name: string | null, caller: Counter) =>
  oneRow(
    db,
    sql`with hit as (${countHits([caller])}),
      kept as (insert into customers (id, name) select ${uuidv7()}::uuid, ${name}::text where ${isWithin([caller])})
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );

/**
 * Keeps a newsletter sign-up or a buyer's name and address: one record an address, whatever its case.
 * The answer is the same for a new and a known address. A known record stays as it is, since anybody may send any name
 * for it.
 * One round trip. Throws `too-many-requests` for an address signed up too often, and for who signs up too many.
 */
export const subscribeCustomer = async (context: Context, { name, email }: CustomerInput): Promise<void> => {
  const { db, now, address } = context;
  const caller = addressCounter('customers', address, now);
  if (email === null) {
    assertWithin((await keepName(context, name, caller)).hits, [caller], now);
    return;
  }
  const target = counterOf(`customer:${email.toLowerCase()}`, limit, now);
  const hits = await keeping(db).execute({
    ...{ caller: caller.key, minute: caller.windowStart, target: target.key, quarter: target.windowStart },
    ...{ id: uuidv7(), name, email },
  });
  assertWithin(hits, [caller, target], now);
};
