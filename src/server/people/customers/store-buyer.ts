import { gt, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { insertIf, preparedQuery } from '../../frame/db/sql.ts';
import { assertWithin, countHitsFirst, networkCounter, networkLimit } from '../../frame/limits/count-hit.ts';

/**
 * Stores the input of a buyer, such as name and email, in one round trip. Emails are unique in any letter case. An existing customer
 * is not changed, because anybody can send any name for an email. The caller cannot tell a new email from a known one. Throws
 * `too-many-requests` for too many sign-ups from one network.
 */
export async function storeBuyer({ db, now, network }: Context, input: CustomerInput): Promise<void> {
  const byNetwork = networkCounter('customers', network, now);
  const hits = await insertCustomer(db).execute({
    networkKey: byNetwork.key,
    networkWindow: byNetwork.windowStart,
    id: uuidv7(),
    ...input,
  });
  assertWithin(hits, [byNetwork], now);
}

const { placeholder } = sql;

const insertCustomer = preparedQuery((db) => {
  const limit = networkLimit('customers');
  const counter = { key: placeholder('networkKey'), windowStart: placeholder('networkWindow'), limit };
  const hit = db.$with('hit').as(countHitsFirst(db, [counter]));
  const isWithin = sql`not exists (select from ${hit} where ${gt(hit.hits, limit.hits)})`;
  const row = {
    id: sql`${placeholder('id')}::uuid`,
    name: sql`${placeholder('name')}::text`,
    email: sql`${placeholder('email')}::text`,
  } satisfies Record<'id' | keyof CustomerInput, SQL>;
  const inserted = db.$with('inserted', {}).as(insertIf(customers, row, isWithin));
  return db.with(hit, inserted).select({ key: hit.key, hits: hit.hits }).from(hit).prepare('store_buyer');
});
