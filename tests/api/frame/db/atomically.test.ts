import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { customers } from '../../../../src/server/frame/db/schema/customers.ts';
import { StatementGroup } from '../../../../src/server/frame/db/statement-group.ts';
import { newEmail } from '../../factories.ts';
import { createTestDatabase } from '../../harness.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test('a statement that cannot be built keeps the others of its batch from being sent', async () => {
  const email = newEmail();
  // Drizzle writes a date when it builds the statement, and this is no date.
  const updatedAt = 'today' as unknown as Date;
  const sent = database.db.atomically((tx) => [
    tx.insert(customers).values({ email }),
    new StatementGroup(
      [tx.update(customers).set({ updatedAt }).where(eq(customers.email, email))] as const,
      () => undefined,
    ),
  ]);
  await expect(sent).rejects.toThrow(TypeError);
  expect(await database.rows('select from customers where email = $1', [email])).toEqual([]);
});

test('a statement that fails undoes the others of its batch, and throws the error of PostgreSQL', async () => {
  const email = newEmail();
  const sent = database.db.atomically((tx) => [
    tx.insert(customers).values({ email }),
    tx.execute(sql`select 1 / 0`),
  ]);
  await expect(sent).rejects.toThrow('division by zero');
  expect(await database.rows('select from customers where email = $1', [email])).toEqual([]);
});
