import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetAffiliate, loadAffiliate } from '../../../../src/server/money/affiliates/delete-affiliate.ts';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { signIn } from '../../accounts.ts';
import { type Api, credentials, settings, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, newWithdrawal } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { withConcurrentTransaction } from './concurrent-transaction.ts';
import { fixtures } from './fixtures.ts';
import { terms } from '../../settings.ts';

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

async function newBuyer() {
  const email = newEmail('buyer');
  const payer = { payer_email: email, payer_email_key: email };
  const ids = [await make.purchase(payer), await make.purchase(payer)];
  return { email, ids };
}
function lockPurchases(email: string) {
  return `select 1 from purchases where payer_email_key = '${email}' order by id for update`;
}

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
      'as a buyer who is no customer',
      (email: string) => Promise.resolve(() => call('POST', '/api/customers/forget', { email })),
    ],
  ] as const;

  test.each(ways)('%s waits for the sync of a purchase, and both succeed', async (_case, prepare) => {
    const { email, ids } = await newBuyer();
    const forget = await prepare(email);
    const answer = await withConcurrentTransaction(database, async (other) => {
      // The locks of the sync of the later purchase, in order: the buyer, the purchase, and all purchases of the buyer.
      await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`email ${email}`]);
      await other.query('select 1 from purchases where id = $1 for update', [ids[1]]);
      return other.afterWait(forget, lockPurchases(email));
    });
    expect([200, 204]).toContain(answer.status);
    expect(await api.rows('select id from purchases where payer_email_key = $1', [email])).toEqual([]);
  });

  test.each(ways)('%s redacts the reason of a change that it waited for', async (_case, prepare) => {
    const { email, ids } = await newBuyer();
    const forget = await prepare(email);
    const answer = await withConcurrentTransaction(database, async (other) => {
      await other.query('select 1 from purchases where id = $1 for update', [ids[0]]);
      await other.query(
        `insert into audit_log (id, actor_id, action, entity, entity_id, reason)
         values (gen_random_uuid(), 'a', 'purchase.reattribute', 'purchase', $1, $2)`,
        [ids[0], `They wrote as ${email}`],
      );
      return other.afterWait(forget);
    });
    expect([200, 204]).toContain(answer.status);
    const reasons = await api.rows(
      "select reason from audit_log where entity_id = $1 and action = 'purchase.reattribute'",
      [ids[0]],
    );
    expect(reasons).toEqual([{ reason: 'redacted' }]);
  });

  test.each(ways)('%s redacts the reason of a hold’s release that it waited for', async (_case, prepare) => {
    const { email, ids } = await newBuyer();
    const payment = await make.payment({ purchase_id: ids[0] });
    const hold = await make.other('commission_holds', { payment_id: payment, reason: 'dispute' });
    const forget = await prepare(email);
    const [released, forgotten] = await withConcurrentTransaction(database, async (other) => {
      await other.query('select 1 from commission_holds where id = $1 for update', [hold]);
      const release = call('POST', `/api/purchases/${String(ids[0])}/release-hold`, {
        holdId: hold,
        reason: `They wrote as ${email}`,
      });
      await other.untilWaiting(1);
      const deletion = forget();
      await other.untilWaiting(2);
      await other.query('commit');
      return Promise.all([release, deletion]);
    });
    expect([released.status, forgotten.status < 300]).toEqual([200, true]);
    const reasons = await api.rows(
      "select reason from audit_log where entity_id = $1 and action = 'purchase.release-hold'",
      [ids[0]],
    );
    expect(reasons).toEqual([{ reason: 'redacted' }]);
  });
});

test('forgetting a buyer redacts the note about a withdrawal that it waited for', async () => {
  const sent = newWithdrawal();
  await make.purchase({ provider_id: sent.order_number });
  const { id } = (await api.call('POST', '/api/withdrawals', sent)).body as { id: string };
  const [handled, forgotten] = await withConcurrentTransaction(database, async (other) => {
    await other.query('select 1 from withdrawals where id = $1 for update', [id]);
    const handling = call('PUT', `/api/withdrawals/${id}`, { note: `They wrote as ${sent.email}` });
    await other.untilWaiting(1);
    const deletion = call('POST', '/api/customers/forget', { email: sent.email });
    await other.untilWaiting(2);
    await other.query('commit');
    return Promise.all([handling, deletion]);
  });
  expect([handled.status, forgotten.status]).toEqual([200, 200]);
  expect(await api.rows('select name, email, handled_note from withdrawals where id = $1', [id])).toEqual([
    { name: null, email: null, handled_note: 'redacted' },
  ]);
  expect(
    await api.rows("select after from audit_log where entity_id = $1 and action = 'withdrawal.handle'", [id]),
  ).toEqual([{ after: null }]);
});

test('closing an affiliate redacts the reason of a concurrent reassignment to no affiliate', async () => {
  const { id: affiliate, code } = await newAffiliate(api.rows);
  const purchase = await make.purchase({ affiliate_id: affiliate, affiliate_code: code });
  // The reassignment waits right before it writes the audit entry.
  await database.pool.query(`
    create function held_up() returns trigger language plpgsql as
      $$begin perform pg_advisory_xact_lock(1); return new; end$$;
    create trigger held_up before insert on audit_log for each row
      when (new.action = 'purchase.reattribute') execute function held_up()`);
  const [reassignment, deletion] = await withConcurrentTransaction(database, async (other) => {
    await other.query('select pg_advisory_xact_lock(1)');
    const reassign = call('POST', `/api/purchases/${purchase}/reattribute`, {
      code: null,
      reason: 'They wrote',
    });
    await other.untilWaiting(1);
    const close = call('DELETE', `/api/affiliates/${affiliate}`);
    await other.untilWaiting(2);
    await other.query('commit');
    return Promise.all([reassign, close]);
  });
  await database.pool.query('drop trigger held_up on audit_log');
  expect([reassignment.status, deletion.status]).toEqual([200, 204]);
  expect(
    await api.rows("select reason from audit_log where entity_id = $1 and action = 'purchase.reattribute'", [
      purchase,
    ]),
  ).toEqual([{ reason: 'redacted' }]);
});

test('closing an affiliate redacts the reason of a rejection that it waited for', async () => {
  const affiliate = await make.affiliate();
  const payout = await make.payout({ statement_id: await make.statement({ affiliate_id: affiliate }) });
  const answer = await withConcurrentTransaction(database, async (other) => {
    await other.query('select 1 from payouts where id = $1 for update', [payout]);
    await other.query(
      `insert into audit_log (id, actor_id, action, entity, entity_id, reason)
       values (gen_random_uuid(), 'a', 'payout.reject', 'payout', $1, 'They wrote')`,
      [payout],
    );
    return other.afterWait(() => call('DELETE', `/api/affiliates/${affiliate}`));
  });
  expect(answer.status).toBe(204);
  expect(
    await api.rows("select reason from audit_log where entity_id = $1 and action = 'payout.reject'", [
      payout,
    ]),
  ).toEqual([{ reason: 'redacted' }]);
});

test('forgetting an affiliate also clears a referrer that was saved after its referrals were loaded', async () => {
  const [forgotten, other] = [await newAffiliate(api.rows), await newAffiliate(api.rows)];
  const services = {
    db: database.db,
    identity: unconfiguredIdentity,
    paypal: createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' }),
  };
  const context = newContext({ ...services, settings, terms, now: () => new Date() }, 'forgetting');
  const affiliate = await loadAffiliate(context, forgotten.id);
  const edit = await call('PUT', `/api/affiliates/${other.id}`, {
    name: 'Other',
    email: other.email,
    date_activated: null,
    referred_by: forgotten.email,
  });
  expect(edit.status).toBe(200);
  expect(affiliate && (await forgetAffiliate(context, affiliate))).toBe(true);
  expect(await api.rows('select referred_by from affiliates where id = $1', [other.id])).toEqual([
    { referred_by: null },
  ]);
  const log = await api.rows(
    'select before::text as before, reason from audit_log where entity_id = $1 and reason is not null',
    [other.id],
  );
  expect(log.length).toBeGreaterThan(0);
  expect(JSON.stringify(log)).not.toContain(forgotten.email);
});
