import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { auditedUpdate } from '../../../../src/server/frame/audit/audited-change.ts';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { customers } from '../../../../src/server/frame/db/schema/customers.ts';
import { newEmail } from '../../factories.ts';
import { createTestDatabase, settings } from '../../harness.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { terms } from '../../settings.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test('a record that matches only after the log is not changed and not logged', async () => {
  const [email, wanted] = [newEmail(), newEmail()];
  const [{ id } = {}] = await database.rows(
    'insert into customers (id, email) values (gen_random_uuid(), $1) returning id',
    [email],
  );
  const paypal = createPayPal({
    apiUrl: 'http://127.0.0.1:9',
    clientId: '',
    clientSecret: '',
    webhookId: '',
  });
  const services = {
    db: database.db,
    paypal,
    identity: unconfiguredIdentity,
    settings,
    now: () => new Date(),
  };
  const context = newContext({ ...services, terms }, 'request');
  // Another transaction that commits between the log and the change looks the same to the change.
  const changeOfAnother = sql`update customers set email = ${wanted} where id = ${id}`;
  const [result] = await database.db.atomically((tx) => [
    auditedUpdate(tx, context, customers, {
      action: 'customer.update',
      where: eq(customers.email, wanted),
      facts: [customers.name],
      set: { name: 'New' },
      before: () => [changeOfAnother],
    }),
  ]);
  expect(result).toEqual({ found: [], changed: [] });
  expect(await database.rows('select name, email from customers where id = $1', [id])).toEqual([
    { name: null, email: wanted },
  ]);
});
