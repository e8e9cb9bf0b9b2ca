import { describe, expect, test } from 'vitest';
import { newAccount, newConfirmedAccount } from '../../accounts.ts';
import { newAffiliate } from '../../factories.ts';
import { hold } from '../../money/statements/ledger-maker.ts';
import { leavingScene } from './leaving-scene.ts';

const { scene, setTime, newMember, close, pay, runJob, jobLog, mailsTo, asAdmin } = leavingScene();

const isClosed = { email: null, payout_email: null, closed_at: expect.any(Date) as Date };

describe('an affiliate who leaves with a balance', () => {
  test('earns nothing more, is paid below the minimum, and the record closes 30 days after the payment', async () => {
    const ada = await newMember();
    await ada.earn('2025-08-05T00:00:00Z', 12_50);
    expect(await ada.leave()).toMatchObject({ status: 200, body: { closed: false } });
    expect(await ada.leave()).toMatchObject({ status: 200, body: { closed: false } });
    expect(await ada.record()).toMatchObject({ email: ada.email, left_at: scene.now, date_activated: null });
    expect((await scene.api.call('GET', `/api/affiliates/validate/${ada.code}`)).body).toEqual({
      valid: false,
    });
    expect(await mailsTo(ada.email)).toEqual(['program-left waiting']);

    setTime('2025-09-01T02:10:00Z');
    expect(await close('2025-08')).toMatchObject([{ payouts: 1, paid_cents: 12_50 }]);
    const [payout] = await ada.payouts();
    expect(payout).toMatchObject({ cents: 12_50, email: 'pay@mail.example' });
    setTime('2025-10-15T00:00:00Z');
    expect(await runJob()).toBe(0);
    await pay(payout?.id);
    setTime('2025-11-13T00:00:00Z');
    expect(await runJob()).toBe(0);
    setTime('2025-11-15T00:00:00Z');
    expect(await runJob()).toBe(1);
    expect(await ada.record()).toMatchObject(isClosed);
    expect(await ada.payouts()).toMatchObject([{ state: 'paid', cents: 12_50, email: null }]);
    expect(await mailsTo(ada.email)).toEqual(['program-closed waiting']);
    expect(await runJob()).toBe(0);
    const log = await scene.api.rows(
      'select action, actor_id from audit_log where entity_id = $1 order by at',
      [ada.id],
    );
    expect(log).toEqual([
      { action: 'affiliate.leave', actor_id: ada.uid },
      { action: 'affiliate.close', actor_id: 'schedule' },
    ]);
    setTime('2025-12-20T00:00:00Z');
    await runJob();
    expect(await mailsTo(ada.email)).toEqual([]);
  });

  test('is not paid without a payment email, and the record stays open until it is', async () => {
    const ada = await newMember();
    await ada.earn('2025-08-05T00:00:00Z', 12_50);
    await scene.api.rows('update affiliates set payout_email = null where id = $1', [ada.id]);
    await ada.leave();
    setTime('2026-01-01T02:10:00Z');
    await close('2025-12');
    expect((await ada.statements()).at(-1)).toMatchObject({ closing: 12_50, reason: 'no-payout-email' });
    expect(await runJob()).toBe(0);
    expect(
      await ada.call('PUT', '/api/affiliates/payout-email', { email: 'late@mail.example' }),
    ).toMatchObject({
      status: 200,
      body: { balance_cents: 12_50 },
    });
    setTime('2026-02-01T02:10:00Z');
    await close('2026-01');
    expect(await ada.payouts()).toMatchObject([{ cents: 12_50, email: 'late@mail.example' }]);
  });

  test('waits for a hold, and a refund after its release takes the commission back', async () => {
    const ada = await newMember();
    const { payment } = await ada.earn('2025-06-05T00:00:00Z', 12_50);
    const held = await hold(scene.api.rows, payment);
    await ada.leave();
    setTime('2026-01-01T02:10:00Z');
    await close('2025-12');
    expect(await runJob()).toBe(0);
    await scene.api.rows(
      "update commission_holds set released_at = $2, released_by = 'admin' where id = $1",
      [held, scene.now],
    );
    expect(await runJob()).toBe(0);
    await ada.takeBack(payment, '2026-01-10T00:00:00Z', 12_50);
    setTime('2026-02-20T02:10:00Z');
    await close('2026-01');
    expect((await ada.statements()).at(-1)).toMatchObject({ entries: 0, paid: 0, closing: 0 });
    expect(await runJob()).toBe(1);
    expect(await ada.record()).toMatchObject(isClosed);
  });

  test('gets the amount of a rejected payout with a later statement before the record closes', async () => {
    const ada = await newMember();
    await ada.earn('2025-08-05T00:00:00Z', 12_50);
    await ada.leave();
    setTime('2025-10-05T00:00:00Z');
    await close('2025-08');
    const [payout] = await ada.payouts();
    await asAdmin('POST', '/api/payouts/reject', { ids: [payout?.id], reason: 'No such account' });
    setTime('2025-10-20T00:00:00Z');
    expect(await runJob()).toBe(0);
    setTime('2025-11-01T02:10:00Z');
    await close('2025-10');
    expect(await ada.payouts()).toMatchObject([{ state: 'rejected' }, { state: 'proposed', cents: 12_50 }]);
  });
});

describe('an affiliate who leaves without earnings', () => {
  test('is deleted at once and gets one mail', async () => {
    const ada = await newMember();
    expect(await ada.leave()).toMatchObject({ status: 200, body: { closed: true } });
    expect(await ada.record()).toBeUndefined();
    expect(await mailsTo(ada.email)).toEqual(['program-closed waiting']);
    expect((await ada.leave()).body).toMatchObject({ code: 'affiliate-not-found' });
  });

  test('but with a recent purchase is closed once its commission can no longer come', async () => {
    const ada = await newMember();
    await scene.api.rows(
      `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, affiliate_id, affiliate_code, created_at)
       values (gen_random_uuid(), 'NEW1', 'one-time', 'basic', 'completed', 5999, $1, $2, '2025-08-19')`,
      [ada.id, ada.code],
    );
    expect((await ada.leave()).body).toEqual({ closed: false });
    setTime('2025-09-19T00:00:00Z');
    expect(await runJob()).toBe(1);
    expect(await ada.record()).toMatchObject(isClosed);
  });
});

describe('leaving is refused', () => {
  test('for an unconfirmed address, for another account than the page shows, and without a record', async () => {
    const stranger = await newAccount();
    await newAffiliate(scene.api.rows, { email: stranger.email });
    const leave = (token: string, email: string) =>
      scene.api.call('POST', '/api/affiliates/leave', { email }, { token });
    expect((await leave(stranger.token, stranger.email)).body).toMatchObject({ code: 'email-unverified' });
    const { token, email } = await newConfirmedAccount();
    expect((await leave(token, stranger.email)).body).toMatchObject({ code: 'account-differs' });
    expect((await leave(token, email)).body).toMatchObject({ code: 'affiliate-not-found' });
    expect(await scene.api.rows('select 1 as one from affiliates where left_at is not null')).toEqual([]);
  });
});

describe('an affiliate who left', () => {
  test('is activated only by an admin who confirms it, and not in bulk', async () => {
    const ada = await newMember();
    await ada.earn('2025-08-05T00:00:00Z', 12_50);
    await ada.leave();
    expect(
      (await asAdmin('POST', '/api/affiliates/bulk', { action: 'activate', ids: [ada.id] })).body,
    ).toEqual({
      changed: [],
      unchanged: [],
      left: [ada.id],
      missing: [],
    });
    const change = { name: 'Ada', email: ada.email, date_activated: '2025-08-20T12:00:00Z' };
    const put = (body: object) => asAdmin('PUT', `/api/affiliates/${ada.id}`, body);
    expect(await put(change)).toMatchObject({ status: 409, body: { code: 'affiliate-left' } });
    expect(await put({ ...change, date_activated: null })).toMatchObject({
      status: 200,
      body: { left_at: '2025-08-20T12:00:00.000Z' },
    });
    expect((await asAdmin('GET', '/api/affiliates?state=left')).body).toMatchObject([{ id: ada.id }]);
    expect(await put({ ...change, rejoin: true })).toMatchObject({
      status: 200,
      body: { left_at: null, date_activated: '2025-08-20T12:00:00.000Z' },
    });
    expect((await asAdmin('GET', '/api/affiliates?state=left')).body).toEqual([]);
  });
});

test('a record that always fails is logged, and all other records are still closed', async () => {
  const [failing, other] = [await newMember(), await newMember()];
  await scene.api.rows('update affiliates set left_at = $2, date_activated = null where id = any($1)', [
    [failing.id, other.id],
    scene.now,
  ]);
  await scene.api.rows(
    `create function refuse_closing() returns trigger language plpgsql as $$
     begin raise exception 'This record always fails'; end $$`,
  );
  await scene.api.rows(
    `create trigger refuse_closing before update or delete on affiliates for each row when (old.id = '${failing.id}')
       execute function refuse_closing()`,
  );
  await expect(runJob()).rejects.toThrow();
  await scene.api.rows('drop trigger refuse_closing on affiliates');
  // A record without a ledger is deleted.
  expect(await other.record()).toBeUndefined();
  expect(jobLog).toMatchObject([{ level: 'error', code: 'record-failed', record: failing.id }]);
});
