import { describe, expect, onTestFinished, test } from 'vitest';
import { programTerms } from '../../../../src/shared/program.ts';
import { unique } from '../../factories.ts';
import { booksScene } from './books-scene.ts';
import { hold, reject } from './ledger-maker.ts';

const { scene, close, newPayable } = booksScene();

describe('a payout is proposed for a balance', () => {
  test('of at least 100.00: for 8 × 12.50, but not for 99.99', async () => {
    const [ada, pia] = [await newPayable(), await newPayable({ payoutEmail: 'pia@mail.example' })];
    for (let day = 1; day <= 8; day += 1) await ada.earn(`2025-08-0${String(day)}T12:00:00Z`, 12_50);
    await pia.earn('2025-08-31T23:59:59.999Z', 99_99);
    expect(await close('2025-08')).toEqual([
      { month: '2025-08', statements: 2, payouts: 1, paid_cents: 100_00 },
    ]);
    const line = { month: '2025-08', opening: 0, returned: 0 };
    expect(await ada.statements()).toEqual([
      { ...line, entries: 100_00, paid: 100_00, closing: 0, reason: null },
    ]);
    expect(await ada.payouts()).toMatchObject([
      { state: 'proposed', cents: 100_00, email: 'pay@mail.example' },
    ]);
    expect(await pia.statements()).toEqual([
      { ...line, entries: 99_99, paid: 0, closing: 99_99, reason: 'below-minimum' },
    ]);
    expect(await pia.payouts()).toEqual([]);
  });

  test('that was carried over, in the month in which it reaches the minimum', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 99_99);
    await ada.earn('2025-10-02T00:00:00Z', 1);
    await close('2025-10');
    const none = { entries: 0, returned: 0, paid: 0 };
    expect(await ada.statements()).toEqual([
      { ...none, month: '2025-08', opening: 0, entries: 99_99, closing: 99_99, reason: 'below-minimum' },
      { ...none, month: '2025-09', opening: 99_99, closing: 99_99, reason: 'below-minimum' },
      { ...none, month: '2025-10', opening: 99_99, entries: 1, paid: 100_00, closing: 0, reason: null },
    ]);
    expect(await ada.payouts()).toMatchObject([{ cents: 100_00 }]);
    await close('2025-12');
    expect(await ada.statements()).toHaveLength(3);
  });

  test('below 100.00 if the affiliate has no minimum, but not for a negative balance', async () => {
    const [ada, pia] = [await newPayable(), await newPayable()];
    await scene.database.rows('update affiliates set no_minimum = true where id = any ($1)', [
      [ada.id, pia.id],
    ]);
    await ada.earn('2025-08-02T00:00:00Z', 1);
    const { payment } = await pia.earn('2025-07-02T00:00:00Z', 20);
    await pia.takeBack(payment, '2025-08-02T00:00:00Z', 20);
    await close('2025-08');
    expect(await ada.payouts()).toMatchObject([{ cents: 1 }]);
    expect(await pia.statements()).toMatchObject([
      { month: '2025-07', paid: 20, closing: 0 },
      { month: '2025-08', opening: 0, entries: -20, paid: 0, closing: -20, reason: 'negative' },
    ]);
  });
});

test('a month follows the terms of that month, even if it is closed after the terms ended', async () => {
  const [first] = programTerms;
  const begins = Date.UTC(2025, 11, 31, 10);
  programTerms.push({ ...first, version: 'next', begins, minimumPayoutCents: 50_00 });
  onTestFinished(() => {
    programTerms.splice(1);
  });
  const ada = await newPayable();
  await ada.earn('2025-12-02T00:00:00Z', 60_00);
  await close('2026-01');
  expect(
    await scene.database.rows(
      'select threshold_cents, terms_version, paid_cents from statements where affiliate_id = $1 order by month',
      [ada.id],
    ),
  ).toEqual([
    { threshold_cents: 100_00, terms_version: first.version, paid_cents: 0 },
    { threshold_cents: 50_00, terms_version: 'next', paid_cents: 60_00 },
  ]);
});

test('a balance without a payment email carries over with the reason', async () => {
  const [withoutEmail, closed] = [await newPayable({ payoutEmail: null }), await newPayable()];
  for (const affiliate of [withoutEmail, closed]) await affiliate.earn('2025-08-02T00:00:00Z', 150_00);
  await scene.database.rows(
    `update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null
     where id = $1`,
    [closed.id],
  );
  await close('2025-08');
  expect(await withoutEmail.statements()).toMatchObject([
    { paid: 0, closing: 150_00, reason: 'no-payout-email' },
  ]);
  expect(await closed.statements()).toMatchObject([{ paid: 0, closing: 150_00, reason: 'closed' }]);
  await scene.database.rows("update affiliates set payout_email = 'now@mail.example' where id = $1", [
    withoutEmail.id,
  ]);
  await close('2025-09');
  expect(await withoutEmail.statements()).toMatchObject([{}, { opening: 150_00, entries: 0, paid: 150_00 }]);
  expect(await withoutEmail.payouts()).toMatchObject([{ cents: 150_00, email: 'now@mail.example' }]);
});

test('if a balance is carried over for several reasons, its statement has the first of: negative, closed, below the minimum', async () => {
  const [indebted, closed] = [await newPayable(), await newPayable()];
  const belowMinimum = await newPayable({ payoutEmail: null });
  const { payment } = await indebted.earn('2025-07-02T00:00:00Z', 120_00);
  await close('2025-07');
  await indebted.takeBack(payment, '2025-08-02T00:00:00Z', 120_00);
  for (const affiliate of [closed, belowMinimum]) await affiliate.earn('2025-08-02T00:00:00Z', 5_00);
  await scene.database.rows(
    `update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null
     where id = any ($1)`,
    [[indebted.id, closed.id]],
  );
  await close('2025-08');
  const reasons = [];
  for (const affiliate of [indebted, closed, belowMinimum])
    reasons.push((await affiliate.statements()).at(-1)?.reason);
  expect(reasons).toEqual(['negative', 'closed', 'below-minimum']);
});

test('entries on hold join the statement of the month in which the hold is released', async () => {
  const ada = await newPayable();
  const held = await ada.earn('2025-08-02T00:00:00Z', 12_50);
  await ada.takeBack(held.payment, '2025-08-20T00:00:00Z', 5_00);
  const late = await ada.earn('2025-08-03T00:00:00Z', 7_00);
  const openHold = await hold(scene.database.rows, held.payment);
  await hold(scene.database.rows, late.payment, { released: '2025-09-01T00:00:00Z' });
  const inTime = await ada.earn('2025-08-04T00:00:00Z', 1_00);
  await hold(scene.database.rows, inTime.payment, { released: '2025-08-31T23:59:59Z' });
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([{ entries: 1_00 }, { entries: 7_00, closing: 8_00 }]);
  await scene.database.rows(
    "update commission_holds set released_at = '2025-11-15T00:00:00Z', released_by = 'admin' where id = $1",
    [openHold],
  );
  await close('2025-11');
  expect((await ada.statements()).map(({ month, entries }) => [month, entries])).toEqual([
    ['2025-08', 1_00],
    ['2025-09', 7_00],
    ['2025-10', 0],
    ['2025-11', 7_50],
  ]);
});

test('entries of a payment on hold join a statement only if their sum is negative and the commission is in an earlier statement', async () => {
  const ada = await newPayable();
  const { payment } = await ada.earn('2025-08-02T00:00:00Z', 600);
  await close('2025-08');
  await hold(scene.database.rows, payment);
  const adjusted = { kind: 'adjustment', source: unique() };
  await ada.takeBack(payment, '2025-08-20T00:00:00Z', -900, adjusted);
  await close('2025-09');
  await ada.takeBack(payment, '2025-10-10T00:00:00Z', 200);
  await close('2025-10');
  // Since the hold began, 900 cents were added and 200 cents taken back. The sum is positive, so both entries wait.
  expect((await ada.statements()).map(({ entries }) => entries)).toEqual([600, 0, 0]);
  await ada.takeBack(payment, '2025-12-02T00:00:00Z', 1300);
  await close('2025-11');
  await close('2025-12');
  expect((await ada.statements()).map(({ entries, closing }) => [entries, closing])).toEqual([
    ...[600, 0, 0, 0].map((entries) => [entries, 600]),
    [-600, 0],
  ]);
});

test('entries that take back a commission of an earlier statement wait while the payment has entries after the month’s end', async () => {
  const ada = await newPayable();
  const { payment } = await ada.earn('2025-08-02T00:00:00Z', 600);
  await close('2025-08');
  await hold(scene.database.rows, payment);
  await ada.takeBack(payment, '2025-09-30T00:00:00Z', 1500 - 900);
  await ada.takeBack(payment, '2025-10-01T00:00:00Z', -900, { kind: 'adjustment', source: unique() });
  await ada.takeBack(payment, '2025-10-02T00:00:00Z', 900);
  await close('2025-09');
  await close('2025-10');
  expect((await ada.statements()).map(({ entries }) => entries)).toEqual([600, 0, -600]);
});

test('entries that take back a commission of an earlier statement join the next statement in spite of a hold', async () => {
  const ada = await newPayable();
  const { payment } = await ada.earn('2025-08-02T00:00:00Z', 120_00);
  const other = await ada.earn('2025-09-01T00:00:00Z', 8_00);
  await close('2025-08');
  for (const paymentId of [payment, other.payment]) {
    await hold(scene.database.rows, paymentId);
    await ada.takeBack(paymentId, '2025-09-03T00:00:00Z', 5_00);
  }
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([
    { entries: 120_00, paid: 120_00 },
    { entries: -5_00, closing: -5_00, reason: 'negative' },
  ]);
});

test('a late entry of a closed month joins the next statement, and changes no closed statement', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 10_00);
  await close('2025-08');
  const before = await ada.statements();
  await ada.earn('2025-07-31T23:59:59Z', 2_00);
  await ada.earn('2025-08-09T00:00:00Z', 3_00);
  expect(await close('2025-08')).toEqual([]);
  expect(await ada.statements()).toEqual(before);
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([{}, { month: '2025-09', opening: 10_00, entries: 5_00 }]);
  const [{ statements } = {}] = await scene.database.rows(
    'select count(distinct statement_id)::int as statements from statement_entries',
  );
  expect(statements).toBe(2);
});

test('the amount of a rejected payout returns once, in the statement of the month of rejection, and is paid out again', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 120_00);
  await close('2025-08');
  const [payout] = await ada.payouts();
  await reject(scene.database.rows, payout?.id, '2025-10-01T00:00:00Z');
  await ada.earn('2025-09-09T00:00:00Z', 5_00);
  await close('2025-11');
  expect(await ada.statements()).toEqual([
    { month: '2025-08', opening: 0, entries: 120_00, returned: 0, paid: 120_00, closing: 0, reason: null },
    {
      month: '2025-09',
      opening: 0,
      entries: 5_00,
      returned: 0,
      paid: 0,
      closing: 5_00,
      reason: 'below-minimum',
    },
    {
      month: '2025-10',
      opening: 5_00,
      entries: 120_00,
      returned: 120_00,
      paid: 125_00,
      closing: 0,
      reason: null,
    },
  ]);
  expect(await ada.payouts()).toMatchObject([
    { state: 'rejected', cents: 120_00 },
    { state: 'proposed', cents: 125_00 },
  ]);
});
