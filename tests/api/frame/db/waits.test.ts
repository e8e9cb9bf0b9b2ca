import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/server/frame/context/database.ts';
import type { BuyerAccount } from '../../../../src/server/money/purchases/buyer-account.ts';
import { updateBuyer } from '../../../../src/server/money/purchases/update-buyer.ts';
import { updateDisputeHolds } from '../../../../src/server/money/purchases/refunds-and-disputes.ts';
import { loadBuyer } from '../../../../src/server/money/purchases/load-buyer.ts';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { payable } from '../../money/statements/ledger-maker.ts';
import { withConcurrentTransaction } from './concurrent-transaction.ts';
import { fixtures } from './fixtures.ts';
import { settings } from '../../settings.ts';

let database: NeonDatabase;
let api: Api;
let token: string;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  database = await openNeon();
  [api, token] = await Promise.all([startApi({ database }), signIn('admin')]);
  make = fixtures(api.rows);
});
afterAll(() => api.close());

function call(method: string, path: string, body?: object) {
  return api.call(method, path, body, { token });
}

test('a purchase is not credited to an affiliate who is closed concurrently', async () => {
  const { id, code } = await newAffiliate(api.rows);
  const purchase = await make.purchase();
  const answer = await withConcurrentTransaction(database, async (other) => {
    await other.query(
      `update affiliates set name = 'Closed account', email = null, date_activated = null, closed_at = now() where id = $1`,
      [id],
    );
    return other.afterWait(() =>
      call('POST', `/api/purchases/${purchase}/reattribute`, { code, reason: 'They asked' }),
    );
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'reattribution-code-unknown' } });
});

test('a change of an affiliate does not wait for the sync of a purchase', async () => {
  const id = await make.affiliate();
  const answer = await withConcurrentTransaction(database, async (other) => {
    // The sync inserts rows that refer to the affiliate. The check of the foreign key takes this lock.
    await other.query('select 1 from affiliates where id = $1 for key share', [id]);
    return call('PUT', `/api/affiliates/${id}/payout`, { payout_email: null, no_minimum: true });
  });
  expect(answer.status).toBe(200);
});

test('a month that closes during a change of the payout address pays to the new address', async () => {
  const { id, earn, payouts } = await payable(api.rows, { payoutEmail: 'before@mail.example' });
  await earn('2025-08-10T00:00:00Z', 120_00);
  await withConcurrentTransaction(database, async (other) => {
    await other.query("update affiliates set payout_email = 'after@mail.example' where id = $1", [id]);
    await other.afterWait(() =>
      closeMonth({ db: database.db, now: new Date('2025-10-03T00:00:00Z') }, '2025-08'),
    );
  });
  expect(await payouts()).toMatchObject([{ email: 'after@mail.example' }]);
});

test('a hold that an admin releases while its dispute ends has the admin’s name', async () => {
  const payment = await make.payment();
  const hold = await make.other('commission_holds', { payment_id: payment, reason: 'dispute' });
  const ended = { state: 'won', opened_at: '2026-01-20T00:00:00Z', state_at: '2026-01-30T00:00:00Z' };
  await make.other('disputes', { payment_id: payment, provider_id: `PP-D-${payment}`, ...ended });
  const [row] = await api.rows('select purchase_id as id from payments where id = $1', [payment]);
  const purchaseId = String(row?.id);
  const context = { db: database.db, now: new Date(), settings };
  await withConcurrentTransaction(database, async (other) => {
    // Locks the purchase as the release of a hold does.
    await other.query('select 1 from purchases where id = $1 for no key update', [purchaseId]);
    await other.query("update commission_holds set released_at = now(), released_by = 'ada' where id = $1", [
      hold,
    ]);
    await other.afterWait(() =>
      updateBuyer(context, { reference: { ids: [purchaseId] }, codes: [] }, (buyer) => {
        const [purchase] = buyer.purchases;
        if (!purchase) throw new Error('The purchase is there.');
        return { result: null, buyer: updateDisputeHolds(buyer, purchase, context.now) };
      }),
    );
  });
  expect(await api.rows('select released_by from commission_holds where id = $1', [hold])).toEqual([
    { released_by: 'ada' },
  ]);
});

describe('updateBuyer waits for another writer of', () => {
  async function newBuyer() {
    const [payerId, email, namedPayer] = [
      unique(),
      newEmail('recorded'),
      { id: unique(), email: newEmail('told') },
    ];
    const payer = { payer_id: payerId, payer_email: email, payer_email_key: email };
    const providerId = unique();
    await make.purchase({ provider_id: providerId, ...payer });
    const change = () =>
      updateBuyer(
        { db: database.db, now: new Date(), settings },
        { reference: { providerId }, payer: namedPayer, codes: [] },
        (buyer) => {
          const purchases = buyer.purchases.map((row) =>
            row.providerId === providerId ? { ...row, version: row.version + 1 } : row,
          );
          return { result: null, buyer: { ...buyer, purchases } };
        },
      );
    return { providerId, payerId, email, namedPayer, change };
  }

  test.each<[string, (buyer: Awaited<ReturnType<typeof newBuyer>>) => string]>([
    ['the purchase', ({ providerId }) => `purchase ${providerId}`],
    ['the recorded payer', ({ payerId }) => `payer ${payerId}`],
    ['the payer that PayPal names', ({ namedPayer }) => `payer ${namedPayer.id}`],
  ])('%s', async (_case, keyOf) => {
    const buyer = await newBuyer();
    await withConcurrentTransaction(database, async (other) => {
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(buyer)]);
      await other.afterWait(buyer.change);
    });
  });

  test.each(['payer_id', 'payer_email_key'])('another purchase of the same %s', async (column) => {
    const { payerId, email, change } = await newBuyer();
    const id = await make.purchase({ [column]: column === 'payer_id' ? payerId : email });
    await withConcurrentTransaction(database, async (other) => {
      await other.query('select 1 from purchases where id = $1 for share', [id]);
      await other.afterWait(change);
    });
  });
});

describe('an account that another writer changes between load and save', () => {
  /** Creates a purchase, and a database that changes it before each of the first `times` transactions. */
  async function newContestedPurchase(times: number) {
    const id = await make.purchase();
    const touch = () => api.rows('update purchases set version = version + 1 where id = $1', [id]);
    let changes = 0;
    const atomically: Database['atomically'] = async (build) => {
      if (changes < times) {
        changes += 1;
        await touch();
      }
      return database.db.atomically(build);
    };
    const db = Object.create(database.db, { atomically: { value: atomically } }) as Database;
    let decisions = 0;
    const query = { reference: { ids: [id] }, codes: [] };
    const read = () => loadBuyer(database.db, query);
    function change(load = loadBuyer) {
      function decide(buyer: BuyerAccount) {
        decisions += 1;
        const purchases = buyer.purchases.map((row) => ({ ...row, version: row.version + 1_000 }));
        return { result: decisions, buyer: { ...buyer, purchases } };
      }
      return updateBuyer({ db, now: new Date(), settings }, query, decide, { load });
    }
    const version = async () =>
      (await api.rows('select version from purchases where id = $1', [id]))[0]?.version;
    return { read, change, version };
  }

  test('is loaded and decided again, and saved once', async () => {
    const { change, version } = await newContestedPurchase(2);
    expect((await change()).result).toBe(3);
    expect(await version()).toBe(1 + 2 + 1_000);
  });

  test('is a conflict if it changes all the time, and nothing is saved', async () => {
    const { change, version } = await newContestedPurchase(Infinity);
    await expect(change()).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(Number(await version())).toBeLessThan(1_000);
  });
});

// With faketime (`npm run test:clock`) PostgreSQL does not notice the deadlock.
test.skipIf(process.env.FAKETIME !== undefined)(
  'two writers that wait for each other both succeed',
  async () => {
    const [one, two] = [await make.affiliate(), await make.affiliate()];
    const touch = (id: string) =>
      sql`update affiliates set version = version + 1 where id = ${id}::uuid returning version`;
    const inOrder = (first: string, second: string) =>
      database.db.atomically((tx) =>
        [touch(first), sql`select pg_sleep(0.3)`, touch(second)].map((statement) => tx.execute(statement)),
      );
    await Promise.all([inOrder(one, two), inOrder(two, one)]);
    expect(
      await api.rows('select version from affiliates where id = any ($1::uuid[])', [[one, two]]),
    ).toEqual([{ version: 3 }, { version: 3 }]);
  },
);
