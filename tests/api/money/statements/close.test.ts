import { expect, onTestFinished, test } from 'vitest';
import { programTerms } from '../../../../src/shared/program.ts';
import { unique } from '../../factories.ts';
import { booksScene } from './books-scene.ts';
import { hold } from './ledger-maker.ts';

const { scene, close, newPayable } = booksScene();

// histories.test.ts has what is carried over, held, taken back and returned.
test('a payout is proposed for a balance of at least 100.00: for 8 × 12.50, but not for 99.99', async () => {
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

test('a balance is carried over because it is negative, closed, below the minimum or without an email', async () => {
  const [indebted, closed] = [await newPayable(), await newPayable()];
  const belowMinimum = await newPayable({ payoutEmail: null });
  const withoutEmail = await newPayable({ payoutEmail: null });
  await withoutEmail.earn('2025-08-02T00:00:00Z', 150_00);
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
  for (const affiliate of [indebted, closed, belowMinimum, withoutEmail])
    reasons.push((await affiliate.statements()).at(-1)?.reason);
  expect(reasons).toEqual(['negative', 'closed', 'below-minimum', 'no-payout-email']);
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

test('entries that take back a commission wait while the payment has entries after the month’s end', async () => {
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
