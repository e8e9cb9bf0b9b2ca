import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../src/server/statements/close-month.ts';
import { addMonths, monthStart } from '../../../src/shared/dates.ts';
import { payoutAnomalies, type PayoutAnomaly } from '../../../src/shared/payout-file.ts';
import { newConfirmedAccount, signIn } from '../accounts.ts';
import { fixtures } from '../database/fixtures.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../harness.ts';
import { unique } from '../mint.ts';
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

let next = '2025-01';
/** Lets a month go by in which something happens, and closes it. */
const live = async (happens: (at: string) => Promise<unknown>) => {
  const month = next;
  next = addMonths(next, 1);
  clock = monthStart(next);
  await happens(`${month}-10T00:00:00Z`);
  await closeMonth({ db: database.db, now: clock }, month);
};

/** Somebody who was paid 110.00 once, so that nothing is the first time. */
const regular = async (): Promise<Person> => {
  const person = await payable(api.rows);
  await live((at) => person.earn(at, 110_00));
  await pay(person);
  return person;
};

const pay = async ({ payouts }: Person) => {
  const id = (await payouts()).at(-1)?.id;
  await api.call('POST', '/api/payouts/approve', { ids: [id] }, { token: admin });
  const items = [{ id, transactionId: unique() }];
  await api.call('POST', '/api/payouts/paid', { items }, { token: admin });
};

/** Those of somebody's last payout, or of another by its place. */
const anomaliesOf = async ({ payouts }: Person, place = -1): Promise<PayoutAnomaly[]> => {
  const id = (await payouts()).at(place)?.id;
  const { body } = await api.call('GET', '/api/payouts', undefined, { token: admin });
  const all = (body as { payouts: { id: string; anomalies: { code: PayoutAnomaly; text: string }[] }[] })
    .payouts;
  const found = all.find((payout) => payout.id === id)?.anomalies ?? [];
  for (const { code, text } of found) expect(text).toBe(payoutAnomalies[code]);
  return found.map(({ code }) => code);
};

test('an ordinary payout has none, and the first ever of an affiliate says so until it is paid', async () => {
  const ada = await payable(api.rows);
  await live((at) => ada.earn(at, 110_00));
  expect(await anomaliesOf(ada)).toEqual(['first-payout']);
  await pay(ada);
  expect(await anomaliesOf(ada)).toEqual([]);
  await live((at) => ada.earn(at, 110_00));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('a hold that was released is told, a self-referral by name, also when its month was carried over', async () => {
  const [ada, pia, other] = [await regular(), await regular(), await regular()];
  await live(async (at) => {
    // What is paid to somebody else divides nobody's balances.
    await other.earn(at, 110_00);
    for (const [who, reason] of [
      [ada, 'self-referral'],
      [pia, 'dispute'],
    ] as const) {
      const { payment } = await who.earn(at, 60_00);
      await hold(api.rows, payment, { reason, released: at });
    }
  });
  await live(async (at) => {
    await ada.earn(at, 60_00);
    await pia.earn(at, 60_00);
  });
  expect(await anomaliesOf(ada)).toEqual(['self-referral-released']);
  expect(await anomaliesOf(pia)).toEqual(['hold-released']);
  await pay(ada);
  await live((at) => ada.earn(at, 100_00));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('neither a hold nor a payment of a later month is told of an earlier payout', async () => {
  const ada = await payable(api.rows);
  await live((at) => ada.earn(at, 110_00));
  await live(async (at) => {
    const { payment } = await ada.earn(at, 110_00);
    await hold(api.rows, payment, { reason: 'dispute', released: at });
  });
  expect(await anomaliesOf(ada)).toEqual(['hold-released', 'first-payout']);
  await pay(ada);
  expect(await anomaliesOf(ada, 0)).toEqual(['first-payout']);
});

test('a hold that was placed since the month closed is told', async () => {
  const ada = await regular();
  let payment = '';
  await live(async (at) => {
    ({ payment } = await ada.earn(at, 110_00));
  });
  await hold(api.rows, payment, { reason: 'dispute' });
  expect(await anomaliesOf(ada)).toEqual(['hold-open']);
});

test('a refund rate of 20 % is told, one below is not', async () => {
  const [ada, pia] = [await regular(), await regular()];
  await live(async (at) => {
    for (const [who, cents] of [
      [ada, 30_00],
      [pia, 29_99],
    ] as const) {
      const { payment } = await who.earn(at, 150_00);
      await who.earn(at, 50_00);
      await who.takeBack(payment, at, 10_00);
      await who.takeBack(payment, at, cents);
    }
  });
  expect(await anomaliesOf(ada)).toEqual(['refund-rate']);
  expect(await anomaliesOf(pia)).toEqual([]);
});

/** Notes that the address changed at a moment; it is the same as before. */
const changeAddress = ({ id }: Person, changed_at: Date) =>
  fixtures(api.rows).other('payout_email_changes', {
    affiliate_id: id,
    email: 'pay@mail.example',
    changed_by: 'x',
    changed_at,
  });

test('an address that changed within 30 days is told', async () => {
  const ada = await payable(api.rows);
  await live((at) => ada.earn(at, 110_00));
  // Paid since the change, or that would tell it.
  clock = new Date(clock.getTime() + 5 * 86_400_000);
  await pay(ada);
  await live((at) => ada.earn(at, 110_00));
  const days = 30 * 86_400_000;
  await changeAddress(ada, new Date(clock.getTime() - days));
  expect(await anomaliesOf(ada)).toEqual([]);
  await changeAddress(ada, new Date(clock.getTime() - days + 1));
  expect(await anomaliesOf(ada)).toEqual(['payout-email-changed']);
});

test('a payment email that the account set before it confirmed its own email is told', async () => {
  const ada = await regular();
  await live((at) => ada.earn(at, 110_00));
  const day = 24 * 3_600_000;
  const set = new Date(clock.getTime() - 40 * day);
  await changeAddress(ada, set);
  const confirm = (at: Date | null) =>
    api.rows("update affiliates set owner_uid = 'x', email_confirmed_at = $2 where id = $1", [ada.id, at]);
  await confirm(null);
  expect(await anomaliesOf(ada)).toEqual(['address-unconfirmed']);
  await confirm(new Date(set.getTime() + day));
  expect(await anomaliesOf(ada)).toEqual(['address-unconfirmed']);
  await confirm(new Date(set.getTime() - day));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('an address that changed is told no more once it was paid to, and 30 days have passed', async () => {
  const ada = await regular();
  await changeAddress(ada, new Date(clock.getTime() + 1));
  await live((at) => ada.earn(at, 110_00));
  await pay(ada);
  await live(() => Promise.resolve());
  await live((at) => ada.earn(at, 110_00));
  expect(await anomaliesOf(ada)).toEqual([]);
});

test('three purchases of one payer are told, two are not, nor three payments, nor three of nobody knows whom', async () => {
  const [ada, pia] = [await regular(), await regular()];
  const make = fixtures(api.rows);
  await live(async (at) => {
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

test('more than three times the average of earlier payouts is told, three times is not', async () => {
  const [ada, pia] = [await regular(), await regular()];
  await live(async (at) => {
    for (const [who, more] of [
      [ada, 130_01],
      [pia, 130_00],
    ] as const) {
      await who.earn(at, 200_00);
      await who.earn(at, more);
    }
  });
  expect(await anomaliesOf(ada)).toEqual(['large-amount']);
  expect(await anomaliesOf(pia)).toEqual([]);
});

test('an address that changed since the last payment is told, however long ago, and so is another than the last', async () => {
  const [ada, pia] = [await regular(), await regular()];
  await live((at) => ada.earn(at, 50_00));
  await changeAddress(ada, clock);
  await api.rows("update affiliates set payout_email = 'other@mail.example' where id = $1", [pia.id]);
  // Somebody else's payment is not theirs.
  await regular();
  await live(async (at) => {
    await ada.earn(at, 60_00);
    await pia.earn(at, 110_00);
  });
  expect(await anomaliesOf(ada)).toEqual(['payout-email-changed']);
  expect(await anomaliesOf(pia)).toEqual(['payout-email-changed']);
});

test('a payment email that is a buyer’s is told, in whichever spelling', async () => {
  const [ada, pia] = [await regular(), await regular()];
  for (const { id } of [ada, pia]) {
    await api.rows("update affiliates set payout_email = 'A.d.a+pay@gmail.com' where id = $1", [id]);
  }
  await live(async (at) => {
    await ada.earn(at, 110_00, { payer_email_key: 'ada@gmail.com' });
    await pia.earn(at, 110_00, { payer_email_key: 'a.d.a@mail.example' });
  });
  expect(await anomaliesOf(ada)).toEqual(['payee-is-payer', 'payout-email-changed']);
  expect(await anomaliesOf(pia)).toEqual(['payout-email-changed']);
});

test('what was to be paid by a payout that is rejected after a later one goes on with the one that it comes back in', async () => {
  const { email, token } = await newConfirmedAccount();
  const ada = await payable(api.rows, { email });
  const states = async () => {
    const { body } = await api.call('GET', '/api/affiliates/referrals', undefined, { token });
    return (body as { recent: { state: string }[] }).recent.map(({ state }) => state).reverse();
  };
  await live(async (at) => {
    const { payment } = await ada.earn(at, 110_00);
    await hold(api.rows, payment, { released: at });
  });
  await live((at) => ada.earn(at, 120_00));
  const [first] = await ada.payouts();
  await pay(ada);
  expect(await states()).toEqual(['Pending', 'Paid']);
  await reject(api.rows, first?.id, clock.toISOString());
  expect(await states()).toEqual(['Pending', 'Paid']);
  await live(() => Promise.resolve());
  expect((await ada.payouts()).map(({ state, cents }) => [state, cents])).toEqual([
    ['rejected', 110_00],
    ['paid', 120_00],
    ['proposed', 110_00],
  ]);
  expect(await anomaliesOf(ada)).toEqual(['self-referral-released']);
  await pay(ada);
  expect(await states()).toEqual(['Paid', 'Paid']);
});
