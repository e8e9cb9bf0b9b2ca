import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../context.ts';
import { preparedQuery } from '../../db/prepared.ts';
import { assertWithin, counterOf, countOn } from '../operations/count-hit.ts';

const { placeholder } = sql;
const limit = limits.perTarget.customerEmail;

const keeping = preparedQuery((db) => {
  const hit = db
    .$with('hit', { hits: sql<number>`hits`.as('hits') })
    .as(countOn({ key: placeholder('key'), windowStart: placeholder('windowStart') }));
  const kept = db.$with('kept', {}).as(sql`
    insert into customers (id, name, email)
    select ${placeholder('id')}::uuid, ${placeholder('name')}::text, ${placeholder('email')}::text
    from hit where hits <= ${limit.hits}
    on conflict (lower(email)) do update
      set name = excluded.name, updated_at = now(), version = customers.version + 1
      where customers.name is null and excluded.name is not null`);
  return db.with(hit, kept).select({ hits: hit.hits }).from(hit).prepare('subscribe_customer');
});

/**
 * Keeps a newsletter sign-up or a buyer's name and address: one record an address, whatever its case.
 * The answer is the same for a new and a known address; a missing name is filled in, a known one stays.
 * One round trip. Throws `too-many-requests` for an address signed up too often.
 */
export const subscribeCustomer = async ({ db, now }: Context, input: CustomerInput): Promise<void> => {
  const id = uuidv7();
  const { name, email } = input;
  if (email === null) {
    await db.execute(sql`insert into customers (id, name) values (${id}, ${name})`);
    return;
  }
  const counter = counterOf(`customer:${email.toLowerCase()}`, limit, now);
  const [counted] = await keeping(db).execute({ ...counter, id, name, email });
  if (!counted) throw new Error('The counter of sign-ups gave no number.');
  assertWithin(counted.hits, limit, now);
};
