import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../context.ts';
import { assertWithin, countHit } from '../operations/count-hit.ts';
import { oneRow } from '../operations/one-row.ts';

const counted = z.object({ hits: z.number() });

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
  const limit = limits.perTarget.customerEmail;
  const hit = countHit(`customer:${email.toLowerCase()}`, limit, now);
  const { hits } = await oneRow(
    db,
    sql`with hit as (${hit}),
    kept as (
      insert into customers (id, name, email)
      select ${id}::uuid, ${name}::text, ${email}::text from hit where hits <= ${limit.hits}
      on conflict (lower(email)) do update
        set name = excluded.name, updated_at = now(), version = customers.version + 1
        where customers.name is null and excluded.name is not null
    )
    select hits from hit`,
    counted,
  );
  assertWithin(hits, limit, now);
};
