import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newContext } from '../../../src/server/context.ts';
import { payments } from '../../../src/server/db/schema/purchases.ts';
import { holdDisputed } from '../../../src/server/domain/purchase/hold-disputed.ts';
import { unconfiguredIdentity } from '../../../src/server/vendors/identity/unconfigured.ts';
import { createPayPal } from '../../../src/server/vendors/payments/paypal.ts';
import { signIn } from '../accounts.ts';
import { type Api, settings, startApi } from '../harness.ts';
import { newAffiliate, newEmail } from '../mint.ts';
import { type NeonDatabase, openNeon } from '../neon.ts';
import { fixtures } from './fixtures.ts';

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

const call = (method: string, path: string, body?: object) => api.call(method, path, body, { token });

const waiting = async () => {
  const [found] = await api.rows(
    "select count(*)::int as calls from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return found?.calls;
};

/** Does something in a transaction of somebody else's, which a call has to wait for or not. */
const beside = async <T>(work: (other: pg.PoolClient) => Promise<T>): Promise<T> => {
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    return await work(other);
  } finally {
    other.release(true);
  }
};

/** Begins a call, and lets the other transaction end once that waits for it. */
const afterWait = async <T>(other: pg.PoolClient, begin: () => Promise<T>, more = ''): Promise<T> => {
  const answer = begin();
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  if (more) await other.query(more);
  await other.query('commit');
  return answer;
};

const buyer = async () => {
  const email = newEmail('buyer');
  const bought = { payer_email: email, payer_email_key: email };
  const ids = [await make.purchase(bought), await make.purchase(bought)];
  return { email, ids };
};
const lockAll = (email: string) =>
  `select 1 from purchases where payer_email_key = '${email}' order by id for update`;

describe('forgetting a buyer', () => {
  const ways = [
    [
      'as a customer',
      async (email: string) => {
        const [created] = await api.rows(
          'insert into customers (id, email) values (gen_random_uuid(), $1) returning id',
          [email],
        );
        return () => call('DELETE', `/api/customers/${String(created?.id)}`);
      },
    ],
    [
      'as a buyer alone',
      (email: string) =>
        Promise.resolve(() =>
          call('DELETE', `/api/customers/data?${new URLSearchParams({ email }).toString()}`),
        ),
    ],
  ] as const;

  test.each(ways)('%s waits for a settling, and neither fails', async (_how, prepare) => {
    const { email, ids } = await buyer();
    const forget = await prepare(email);
    const answer = await beside(async (other) => {
      // What settling the later purchase locks, one after the other: the buyer, the purchase itself, then all of theirs.
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email ${email}`]);
      await other.query('select 1 from purchases where id = $1 for update', [ids[1]]);
      return afterWait(other, forget, lockAll(email));
    });
    expect([200, 204]).toContain(answer.status);
    expect(await api.rows('select id from purchases where payer_email_key = $1', [email])).toEqual([]);
  });

  test.each(ways)('%s takes the reason of a change that it waited for', async (_how, prepare) => {
    const { email, ids } = await buyer();
    const forget = await prepare(email);
    const answer = await beside(async (other) => {
      await other.query('select 1 from purchases where id = $1 for update', [ids[0]]);
      await other.query(
        `insert into audit_log (id, actor_id, action, entity, entity_id, reason)
         values (gen_random_uuid(), 'a', 'purchase.reattribute', 'purchase', $1, $2)`,
        [ids[0], `They wrote as ${email}`],
      );
      return afterWait(other, forget);
    });
    expect([200, 204]).toContain(answer.status);
    const reasons = await api.rows(
      "select reason from audit_log where entity_id = $1 and action = 'purchase.reattribute'",
      [ids[0]],
    );
    expect(reasons).toEqual([{ reason: 'redacted' }]);
  });

  test.each(ways)('%s takes the reason of a release that it waited for', async (_how, prepare) => {
    const { email, ids } = await buyer();
    const payment = await make.payment({ purchase_id: ids[0] });
    const hold = await make.other('commission_holds', { payment_id: payment, reason: 'dispute' });
    const forget = await prepare(email);
    const [released, forgotten] = await beside(async (other) => {
      await other.query('select 1 from commission_holds where id = $1 for update', [hold]);
      const release = call('POST', `/api/purchases/${String(ids[0])}/release-hold`, {
        holdId: hold,
        reason: `They wrote as ${email}`,
      });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      const gone = forget();
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
      await other.query('commit');
      return Promise.all([release, gone]);
    });
    expect([released.status, forgotten.status < 300]).toEqual([200, true]);
    const reasons = await api.rows(
      "select reason from audit_log where entity_id = $1 and action = 'purchase.release-hold'",
      [ids[0]],
    );
    expect(reasons).toEqual([{ reason: 'redacted' }]);
  });
});

test('closing an affiliate takes the reason of a purchase that goes to nobody meanwhile', async () => {
  const { id: affiliate, code } = await newAffiliate(api.rows);
  const purchase = await make.purchase({ affiliate_id: affiliate, affiliate_code: code });
  // What logs the reason is held up right before it does.
  await database.pool.query(`
    create function held_up() returns trigger language plpgsql as
      $$begin perform pg_advisory_xact_lock(1); return new; end$$;
    create trigger held_up before insert on audit_log for each row
      when (new.action = 'purchase.reattribute') execute function held_up()`);
  const [given, closed] = await beside(async (other) => {
    await other.query('select pg_advisory_xact_lock(1)');
    const give = call('POST', `/api/purchases/${purchase}/reattribute`, { code: null, reason: 'They wrote' });
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const close = call('DELETE', `/api/affiliates/${affiliate}`);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    await other.query('commit');
    return Promise.all([give, close]);
  });
  await database.pool.query('drop trigger held_up on audit_log');
  expect([given.status, closed.status]).toEqual([200, 204]);
  expect(
    await api.rows("select reason from audit_log where entity_id = $1 and action = 'purchase.reattribute'", [
      purchase,
    ]),
  ).toEqual([{ reason: 'redacted' }]);
});

test('closing an affiliate takes the reason of a rejection that it waited for', async () => {
  const affiliate = await make.affiliate();
  const payout = await make.payout({ statement_id: await make.statement({ affiliate_id: affiliate }) });
  const answer = await beside(async (other) => {
    await other.query('select 1 from payouts where id = $1 for update', [payout]);
    await other.query(
      `insert into audit_log (id, actor_id, action, entity, entity_id, reason)
       values (gen_random_uuid(), 'a', 'payout.reject', 'payout', $1, 'They wrote')`,
      [payout],
    );
    return afterWait(other, () => call('DELETE', `/api/affiliates/${affiliate}`));
  });
  expect(answer.status).toBe(204);
  expect(
    await api.rows("select reason from audit_log where entity_id = $1 and action = 'payout.reject'", [
      payout,
    ]),
  ).toEqual([{ reason: 'redacted' }]);
});

test('a purchase is not given to an affiliate who is closed at that moment', async () => {
  const { id, code } = await newAffiliate(api.rows);
  const purchase = await make.purchase();
  const answer = await beside(async (other) => {
    await other.query(
      `update affiliates set name = 'Closed account', email = null, date_activated = null, closed_at = now() where id = $1`,
      [id],
    );
    return afterWait(other, () =>
      call('POST', `/api/purchases/${purchase}/reattribute`, { code, reason: 'They asked' }),
    );
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'reattribution-code-unknown' } });
});

test.each([
  ['switched', 'POST', () => '/api/affiliates/bulk', (id: string) => ({ action: 'deactivate', ids: [id] })],
  [
    'changed',
    'PUT',
    (id: string) => `/api/affiliates/${id}`,
    () => ({ name: 'Other', email: newEmail('other') }),
  ],
  [
    'paid elsewhere',
    'PUT',
    (id: string) => `/api/affiliates/${id}/payout`,
    () => ({ payout_email: null, no_minimum: true }),
  ],
] as const)('an affiliate is %s while a purchase of theirs is settled', async (_what, method, path, body) => {
  const id = await make.affiliate();
  const answer = await beside(async (other) => {
    // As a foreign key does.
    await other.query('select 1 from affiliates where id = $1 for key share', [id]);
    return call(method, path(id), body(id));
  });
  expect(answer.status).toBe(200);
});

test('a hold that an admin releases while the dispute ends stays theirs', async () => {
  const payment = await make.payment();
  const hold = await make.other('commission_holds', { payment_id: payment, reason: 'dispute' });
  const ended = { state: 'won', opened_at: '2026-01-20T00:00:00Z', state_at: '2026-01-30T00:00:00Z' };
  await make.other('disputes', { payment_id: payment, provider_id: `PP-D-${payment}`, ...ended });
  const rows = await database.db.select().from(payments).where(eq(payments.id, payment));
  const context = newContext(
    {
      db: database.db,
      payments: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
      identity: unconfiguredIdentity,
      settings,
      now: () => new Date(),
    },
    'waits',
  );
  await beside(async (other) => {
    await other.query("update commission_holds set released_at = now(), released_by = 'ada' where id = $1", [
      hold,
    ]);
    await afterWait(other, () => database.db.transaction((tx) => holdDisputed(tx, context, rows)));
  });
  expect(await api.rows('select released_by from commission_holds where id = $1', [hold])).toEqual([
    { released_by: 'ada' },
  ]);
});
