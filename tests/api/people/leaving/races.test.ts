import { beforeAll, expect, test } from 'vitest';
import { withConcurrentTransaction } from '../../frame/db/concurrent-transaction.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { leavingScene } from './leaving-scene.ts';

const { scene, setTime, newMember, close, runJob, asAdmin } = leavingScene();
beforeAll(setLongTimeouts);

test('leaving while a month closes loses no cent: each balance is paid by this close or by the next', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newMember()));
  for (const person of people) await person.earn('2025-08-05T00:00:00Z', 12_50);
  setTime('2025-09-01T02:10:00Z');
  const answers = await Promise.all([
    ...people.slice(0, 3).map(({ leave }) => leave()),
    close('2025-08').then(() => ({ status: 200 })),
    ...people.slice(3).map(({ leave }) => leave()),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  setTime('2025-10-01T02:10:00Z');
  await close('2025-09');
  for (const person of people) expect(await person.payouts()).toMatchObject([{ cents: 12_50 }]);
});

test('a close that waits for a person who is leaving pays the balance below the minimum', async () => {
  const ada = await newMember();
  await ada.earn('2025-08-05T00:00:00Z', 12_50);
  setTime('2025-09-01T02:10:00Z');
  await withConcurrentTransaction(scene.database, async (other) => {
    await other.query('update affiliates set left_at = now(), date_activated = null where id = $1', [ada.id]);
    return other.afterWait(() => close('2025-08'));
  });
  expect(await ada.payouts()).toMatchObject([{ cents: 12_50 }]);
});

test('leaving while payouts are approved keeps their address and their amounts', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newMember()));
  for (const person of people) await person.earn('2025-08-05T00:00:00Z', 120_00);
  setTime('2025-10-20T00:00:00Z');
  await close('2025-08');
  const ids = await Promise.all(people.map(async ({ payouts }) => (await payouts())[0]?.id));
  await Promise.all([
    ...people.map(({ leave }) => leave()),
    asAdmin('POST', '/api/payouts/approve', { ids }),
    runJob(),
  ]);
  await runJob();
  for (const person of people)
    expect(await person.payouts()).toEqual([
      expect.objectContaining({ state: 'approved', cents: 120_00, email: 'pay@mail.example' }),
    ]);
});

test('a commission that is recorded while the record closes keeps the record open', async () => {
  const ada = await newMember();
  const { payment } = await ada.earn('2025-05-05T00:00:00Z', 12_50);
  await ada.takeBack(payment, '2025-05-06T00:00:00Z', 12_50);
  await close('2025-07');
  const answer = await withConcurrentTransaction(scene.database, async (other) => {
    await other.query(
      `insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents,
         rate_basis_points, terms_version, age_rule, occurred_at)
       values (gen_random_uuid(), $1, $2, 'adjustment', 'back', 1250, 4999, 2500, '2025-08', 1, '2025-08-19')`,
      [ada.id, payment],
    );
    await other.query('select 1 from affiliates where id = $1 for key share', [ada.id]);
    await scene.api.rows('update affiliates set left_at = $2, date_activated = null where id = $1', [
      ada.id,
      scene.now,
    ]);
    return other.afterWait(() => runJob());
  });
  expect(answer).toBe(0);
  expect(await ada.record()).toMatchObject({ email: ada.email, closed_at: null });
});
