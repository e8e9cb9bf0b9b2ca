import path from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../../src/server/frame/db/connect.ts';
import { openDatabase } from '../../stack/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { signIn } from '../api/accounts.ts';
import { paidOrder, records, track } from '../api/buyer.ts';
import { startApi, type TestDatabase } from '../api/harness.ts';
import { newAffiliate, newEmail } from '../api/factories.ts';
import { startShop } from '../api/shop.ts';

/** Opens the embedded database of `npm start` for the harness. */
async function openEmbedded(folder: string): Promise<TestDatabase> {
  const { query, close } = await openDatabase(folder);
  return { db: await connect('embedded'), rows: query, close };
}

test('the embedded database of npm start keeps a sale and its commission across a restart, and refuses an unknown migration', async () => {
  const folder = path.join(temporaryFolder(), 'database');
  const database = await openEmbedded(folder);
  const shop = await startShop({ database });
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code });
  expect(await track(shop, orderId, { affiliateCode: code })).toMatchObject({ status: 200 });
  await shop.paypal.idle();
  const recordsBefore = await records(shop.rows, orderId);
  expect(recordsBefore.entries).toMatchObject([{ kind: 'commission', amount_cents: 6_00 }]);
  const email = newEmail();
  expect(await shop.call('POST', '/api/customers', { email })).toMatchObject({ status: 201 });
  await shop.close();

  const restarted = await startApi({ database: await openEmbedded(folder) });
  expect(await records(restarted.rows, orderId)).toEqual(recordsBefore);
  const token = await signIn('admin');
  expect(await restarted.call('GET', '/api/customers', undefined, { token })).toMatchObject({
    status: 200,
    body: { customers: [{ email }] },
  });
  // The restart has not inserted the sample rows again.
  expect(await restarted.rows("select 1 from affiliates where code = 'ada0001'")).toHaveLength(1);
  await restarted.rows(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another branch', 1)",
  );
  await restarted.close();
  await expect(openDatabase(folder)).rejects.toThrow('npm run reset');
});
