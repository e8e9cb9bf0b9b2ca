import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { addMonths, monthStart } from '../../../../src/shared/dates.ts';
import { payoutAnomalies, type PayoutAnomaly } from '../../../../src/shared/payout-anomalies.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { hold, payable, reject } from '../statements/ledger-maker.ts';

let database: TestDatabase;
let api: Api;
let admin: string;
let clock = new Date('2025-01-01T00:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  [api, admin] = await Promise.all([startApi({ database, now: () => clock }), signIn('admin')]);
});
afterAll(() => api.close());

type Person = Awaited<ReturnType<typeof payable>>;

/** The next month that a test lets pass. */
let nextMonth = '2025-01';
/** Runs the events of the next month and closes the month. */
const passMonth = async (events: (at: string) => Promise<unknown>) => {
  const month = nextMonth;
  nextMonth = addMonths(nextMonth, 1);
  clock = monthStart(nextMonth);
  await events(`${month}-10T00:00:00Z`);
  await closeMonth({ db: database.db, now: clock }, month);
};

/** Creates an affiliate who was already paid 110.00 once. */
const newPaidAffiliate = async (): Promise<Person> => {
  const person = await payable(api.rows);
  await passMonth((at) => person.earn(at, 110_00));
  await pay(person);
  return person;
};

const pay = async ({ payouts }: Person) => {
  const id = (await payouts()).at(-1)?.id;
  await api.call('POST', '/api/payouts/approve', { ids: [id] }, { token: admin });
  const items = [{ id, transactionId: unique() }];
  await api.call('POST', '/api/payouts/paid', { items }, { token: admin });
};

/** Returns the anomalies of an affiliate's last payout, or of the payout at a position. */
const anomaliesOf = async ({ payouts }: Person, position = -1): Promise<PayoutAnomaly[]> => {
  const id = (await payouts()).at(position)?.id;
  const { body } = await api.call('GET', '/api/payouts', undefined, { token: admin });
  const all = (body as { payouts: { id: string; anomalies: { code: PayoutAnomaly; text: string }[] }[] })
    .payouts;
  const anomalies = all.find((payout) => payout.id === id)?.anomalies ?? [];
  for (const { code, text } of anomalies) expect(text).toBe(payoutAnomalies[code]);
  return anomalies.map(({ code }) => code);
};

test('the first payout of an affiliate reports that until it is paid, and an ordinary payout reports nothing', async () => {
  const ada = await payable(api.rows);
  await passMonth((at) => ada.earn(at, 110_00));
  expect(await anomaliesOf(ada)).toEqual(['first-payout']);
  await pay(ada);
  expect(await anomaliesOf(ada)).toEqual([]);
  await passMonth((at) => ada.earn(at, 110_00));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('a payout reports released holds, even of a carried-over month, with another anomaly for self-referrals', async () => {
  const [ada, pia, other] = [await newPaidAffiliate(), await newPaidAffiliate(), await newPaidAffiliate()];
  await passMonth(async (at) => {
    // The payout of another affiliate does not interrupt the balances of these two.
    await other.earn(at, 110_00);
    for (const [person, reason] of [
      [ada, 'self-referral'],
      [pia, 'dispute'],
    ] as const) {
      const { payment } = await person.earn(at, 60_00);
      await hold(api.rows, payment, { reason, released: at });
    }
  });
  await passMonth(async (at) => {
    await ada.earn(at, 60_00);
    await pia.earn(at, 60_00);
  });
  expect(await anomaliesOf(ada)).toEqual(['self-referral-released']);
  expect(await anomaliesOf(pia)).toEqual(['hold-released']);
  await pay(ada);
  await passMonth((at) => ada.earn(at, 100_00));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('a payout reports a hold that was placed after the month was closed', async () => {
  const ada = await newPaidAffiliate();
  let payment = '';
  await passMonth(async (at) => {
    ({ payment } = await ada.earn(at, 110_00));
  });
  await hold(api.rows, payment, { reason: 'dispute' });
  expect(await anomaliesOf(ada)).toEqual(['hold-open']);
});

test('a payout reports a refund rate of 20%, and not less', async () => {
  const [ada, pia] = [await newPaidAffiliate(), await newPaidAffiliate()];
  await passMonth(async (at) => {
    for (const [person, cents] of [
      [ada, 30_00],
      [pia, 29_99],
    ] as const) {
      const { payment } = await person.earn(at, 150_00);
      await person.earn(at, 50_00);
      await person.takeBack(payment, at, 10_00);
      await person.takeBack(payment, at, cents);
    }
  });
  expect(await anomaliesOf(ada)).toEqual(['refund-rate']);
  expect(await anomaliesOf(pia)).toEqual([]);
});

/** Inserts a change of the payment email, to the same email. */
const changeAddress = ({ id }: Person, changed_at: Date) =>
  fixtures(api.rows).other('payout_email_changes', {
    affiliate_id: id,
    email: 'pay@mail.example',
    changed_by: 'x',
    changed_at,
  });

test('a payout reports a payment email that changed within 30 days', async () => {
  const ada = await payable(api.rows);
  await passMonth((at) => ada.earn(at, 110_00));
  // Pays after the date of the change below. A change since the last payment would be reported in any case.
  clock = new Date(clock.getTime() + 5 * 86_400_000);
  await pay(ada);
  await passMonth((at) => ada.earn(at, 110_00));
  const thirtyDays = 30 * 86_400_000;
  await changeAddress(ada, new Date(clock.getTime() - thirtyDays));
  expect(await anomaliesOf(ada)).toEqual([]);
  await changeAddress(ada, new Date(clock.getTime() - thirtyDays + 1));
  expect(await anomaliesOf(ada)).toEqual(['payout-email-changed']);
});

test('a payout reports a payment email that was set before the account’s email was confirmed', async () => {
  const ada = await newPaidAffiliate();
  await passMonth((at) => ada.earn(at, 110_00));
  const day = 24 * 3_600_000;
  const changedAt = new Date(clock.getTime() - 40 * day);
  await changeAddress(ada, changedAt);
  const confirm = (at: Date | null) =>
    api.rows("update affiliates set owner_uid = 'x', email_confirmed_at = $2 where id = $1", [ada.id, at]);
  await confirm(null);
  expect(await anomaliesOf(ada)).toEqual(['address-unconfirmed']);
  await confirm(new Date(changedAt.getTime() + day));
  expect(await anomaliesOf(ada)).toEqual(['address-unconfirmed']);
  await confirm(new Date(changedAt.getTime() - day));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('a payout reports three purchases of one payer, but not two, three payments, or three purchases of unknown payers', async () => {
  const [ada, pia] = [await newPaidAffiliate(), await newPaidAffiliate()];
  const make = fixtures(api.rows);
  await passMonth(async (at) => {
    for (let count = 0; count < 3; count += 1) await ada.earn(at, 50_00, { payer_id: 'ONE' });
    for (const payer_id of ['TWO', 'TWO', null, null, null]) await pia.earn(at, 40_00, { payer_id });
    const { purchase: purchase_id } = await pia.earn(at, 40_00, { payer_id: 'THREE' });
    for (const sequence of [2, 3]) {
      const payment_id = await make.payment({ purchase_id, sequence });
      await make.entry({ affiliate_id: pia.id, payment_id, occurred_at: at });
    }
  });
  expect(await anomaliesOf(ada)).toEqual(['one-payer']);
  expect(await anomaliesOf(pia)).toEqual([]);
});

test('a payout reports an amount of more than three times the average of earlier payouts, but not of exactly three times', async () => {
  const [ada, pia] = [await newPaidAffiliate(), await newPaidAffiliate()];
  await passMonth(async (at) => {
    for (const [person, more] of [
      [ada, 130_01],
      [pia, 130_00],
    ] as const) {
      await person.earn(at, 200_00);
      await person.earn(at, more);
    }
  });
  expect(await anomaliesOf(ada)).toEqual(['large-amount']);
  expect(await anomaliesOf(pia)).toEqual([]);
});

test('a payout reports a payment email that changed since the last payment, however long ago, or differs from it', async () => {
  const [ada, pia] = [await newPaidAffiliate(), await newPaidAffiliate()];
  await passMonth((at) => ada.earn(at, 50_00));
  await changeAddress(ada, clock);
  await api.rows("update affiliates set payout_email = 'other@mail.example' where id = $1", [pia.id]);
  // The payment of another affiliate does not count.
  await newPaidAffiliate();
  await passMonth(async (at) => {
    await ada.earn(at, 60_00);
    await pia.earn(at, 110_00);
  });
  expect(await anomaliesOf(ada)).toEqual(['payout-email-changed']);
  expect(await anomaliesOf(pia)).toEqual(['payout-email-changed']);
});

test('a payout reports a payment email of a buyer, in any spelling', async () => {
  const [ada, pia] = [await newPaidAffiliate(), await newPaidAffiliate()];
  for (const { id } of [ada, pia]) {
    await api.rows("update affiliates set payout_email = 'A.d.a+pay@gmail.com' where id = $1", [id]);
  }
  await passMonth(async (at) => {
    await ada.earn(at, 110_00, { payer_email_key: 'ada@gmail.com' });
    await pia.earn(at, 110_00, { payer_email_key: 'a.d.a@mail.example' });
  });
  expect(await anomaliesOf(ada)).toEqual(['payee-is-payer', 'payout-email-changed']);
  expect(await anomaliesOf(pia)).toEqual(['payout-email-changed']);
});

test('the anomalies of a rejected payout move to the payout in which its amount returns', async () => {
  const ada = await payable(api.rows);
  await passMonth(async (at) => {
    const { payment } = await ada.earn(at, 110_00);
    await hold(api.rows, payment, { released: at });
  });
  await passMonth((at) => ada.earn(at, 120_00));
  const [first] = await ada.payouts();
  await pay(ada);
  await reject(api.rows, first?.id, clock.toISOString());
  await passMonth(() => Promise.resolve());
  expect(await ada.payouts()).toMatchObject([
    { state: 'rejected' },
    {},
    { state: 'proposed', cents: 110_00 },
  ]);
  expect(await anomaliesOf(ada)).toEqual(['self-referral-released']);
});
