import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { customerFields, type CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { preparedQuery } from '../../frame/db/sql.ts';
import {
  addressCounter,
  addressLimit,
  assertWithin,
  countHits,
  isWithin,
} from '../../frame/limits/count-hit.ts';
import { inputColumns } from './customer.ts';

/**
 * Stores what a buyer typed, such as name and email, in one round trip. Emails are unique in any letter case. An existing customer
 * is not changed, because anybody can send any name for an email. The caller cannot tell a new email from a known one. Throws
 * `too-many-requests` for too many sign-ups from one network address.
 */
export async function storeSignUp({ db, now, address }: Context, input: CustomerInput): Promise<void> {
  const caller = addressCounter('customers', address, now);
  const hits = await insertCustomer(db).execute({
    callerKey: caller.key,
    callerWindow: caller.windowStart,
    id: uuidv7(),
    ...input,
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
  const values = customerFields.map((field) => sql`${placeholder(field)}::text`);
  const inserted = db.$with('inserted', {}).as(sql`
    insert into customers (id, ${inputColumns})
    select ${placeholder('id')}::uuid, ${sql.join(values, sql`, `)}
    where ${isWithin(counters)}
    on conflict (lower(email)) do nothing`);
  return db.with(hit, inserted).select({ key: hit.key, hits: hit.hits }).from(hit).prepare('store_sign_up');
});
