import { expect, test } from 'vitest';
import type { PayPalApi } from '../../../../../src/server/clients/paypal/paypal-api.ts';
import { listTransactions } from '../../../../../src/server/clients/paypal/list-transactions.ts';

const day = 24 * 60 * 60 * 1_000;

const detail = (id: string, changes: object = {}) => ({
  transaction_info: {
    transaction_id: id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2025-08-04T12:00:00+0000',
    transaction_amount: { currency_code: 'USD', value: '59.99' },
    transaction_status: 'S',
    ...changes,
  },
});

/** Starts a PayPal API whose answers depend on the query, and which records the queries. */
const paypalWith = (answer: (query: URLSearchParams) => object) => {
  const queries: URLSearchParams[] = [];
  const api: Pick<PayPalApi, 'get'> = {
    get: (path, shape) => {
      const query = new URL(path, 'https://api.example').searchParams;
      queries.push(query);
      return Promise.resolve(shape.parse(answer(query)));
    },
  };
  return { api, queries };
};

test('listTransactions reads a long range in reports of at most 31 days, without gaps or overlaps', async () => {
  const { api, queries } = paypalWith(() => ({}));
  const [from, until] = [new Date('2025-01-01T00:00:00Z'), new Date('2025-06-15T00:00:00Z')];
  await listTransactions(api, from, until);
  const windows = queries.map((query) =>
    ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? '')),
  );
  expect(windows[0]?.[0]).toBe(from.getTime());
  expect(windows.at(-1)?.[1]).toBe(until.getTime() - 1_000);
  for (const [index, [start = 0, end = 0]] of windows.entries()) {
    expect(end - start).toBeLessThan(31 * day);
    if (index > 0) expect(start).toBe((windows[index - 1]?.[1] ?? 0) + 1_000);
  }
});

test('listTransactions reads every page, and returns a row once even if several pages list it', async () => {
  const { api, queries } = paypalWith((query) => ({
    transaction_details: [detail(`P${query.get('page') ?? ''}`), detail('BOTH')],
    total_pages: 3,
  }));
  const transactions = await listTransactions(api, new Date(0), new Date(day));
  expect(queries.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
  expect(transactions.map(({ id }) => id).sort()).toEqual(['BOTH', 'P1', 'P2', 'P3']);
});

test('listTransactions throws if the report is not found', async () => {
  const api: Pick<PayPalApi, 'get'> = { get: () => Promise.resolve(null) };
  await expect(listTransactions(api, new Date(0), new Date(day))).rejects.toMatchObject({
    code: 'payment-provider-unavailable',
  });
});

const settled = detail('TWICE');
const twins = [
  ['pending', detail('TWICE', { transaction_status: 'P' })],
  ['denied', detail('TWICE', { transaction_status: 'D' })],
  ['for money that is not a buyer’s', detail('TWICE', { transaction_event_code: 'T1501' })],
] as const;

test.each(twins)(
  'a second row with the id of a payment (%s) does not replace the payment',
  async (_case, twin) => {
    for (const rows of [
      [settled, twin],
      [twin, settled],
    ])
      for (const pages of [1, 2]) {
        const { api } = paypalWith((query) => ({
          transaction_details: pages === 1 ? rows : [rows[Number(query.get('page')) - 1]],
          total_pages: pages,
        }));
        const transactions = await listTransactions(api, new Date(0), new Date(day));
        expect(transactions).toMatchObject([{ id: 'TWICE', kind: 'payment', state: 'completed' }]);
      }
  },
);

test('listTransactions keeps a pending refund, and drops a completed row with its id that is not a refund', async () => {
  const refund = detail('TWICE', { transaction_event_code: 'T1107', transaction_status: 'P' });
  const hold = detail('TWICE', { transaction_event_code: 'T1110' });
  for (const rows of [
    [refund, hold],
    [hold, refund],
  ]) {
    const { api } = paypalWith(() => ({ transaction_details: rows }));
    const transactions = await listTransactions(api, new Date(0), new Date(day));
    expect(transactions).toMatchObject([{ kind: 'refund', state: 'pending' }]);
  }
});

test('listTransactions recognizes a subscription’s payment by its code or its reference', async () => {
  const { api } = paypalWith(() => ({
    transaction_details: [
      detail('A', { transaction_event_code: 'T0002' }),
      detail('B', { paypal_reference_id: 'I-1', paypal_reference_id_type: 'SUB' }),
      detail('C', { paypal_reference_id: 'O-1', paypal_reference_id_type: 'ODR' }),
    ],
  }));
  const transactions = await listTransactions(api, new Date(0), new Date(day));
  expect(transactions.map(({ isSale }) => isSale)).toEqual([true, true, false]);
});

test('listTransactions translates PayPal’s codes and states; money that does not concern a buyer is `other`', async () => {
  const rows = [
    ['T0006', 'S', 'payment', 'completed'],
    ['T0002', 'P', 'payment', 'pending'],
    ['T0000', 'D', 'payment', 'denied'],
    ['T0006', 'V', 'payment', 'returned'],
    ['T0006', 'F', 'payment', 'partly-returned'],
    ['T1107', 'S', 'refund', 'completed'],
    ['T1106', 'S', 'reversal', 'completed'],
    ['T1201', 'S', 'reversal', 'completed'],
    ['T1110', 'S', 'other', 'completed'],
    ['T0400', 'S', 'other', 'completed'],
    ['T0106', 'S', 'other', 'completed'],
  ] as const;
  const { api } = paypalWith(() => ({
    transaction_details: rows.map(([code, status], index) =>
      detail(`T${String(index).padStart(2, '0')}`, {
        transaction_event_code: code,
        transaction_status: status,
        transaction_amount: { currency_code: 'USD', value: code.startsWith('T0') ? '59.99' : '-59.99' },
        paypal_reference_id: 'REFERENCE',
        paypal_reference_id_type: code.startsWith('T11') ? 'TXN' : 'ODR',
      }),
    ),
  }));
  const transactions = await listTransactions(api, new Date(0), new Date(day));
  expect(transactions.map(({ kind, state }) => [kind, state])).toEqual(
    rows.map(([, , ...meaning]) => meaning),
  );
  expect(transactions[5]).toMatchObject({ paymentId: 'REFERENCE', at: new Date('2025-08-04T12:00:00Z') });
  expect(transactions[0]?.paymentId).toBeNull();
});

test.each([
  ['T1106', '59.99', 'reversal-back'],
  ['T1201', '59.99', 'reversal-back'],
  ['T1202', '59.99', 'reversal-back'],
  ['T1208', '59.99', 'reversal-back'],
  ['T1202', '-59.99', 'other'],
  ['T0001', '-59.99', 'payout'],
  ['T0001', '59.99', 'payment'],
  ['T1114', '59.99', 'payout-back'],
  ['T1115', '59.99', 'payout-back'],
  ['T1114', '-59.99', 'other'],
  ['T0104', '-0.25', 'other'],
  ['T1503', '-59.99', 'other'],
])('the code %s with %s is %s', async (transaction_event_code, value, kind) => {
  const { api } = paypalWith(() => ({
    transaction_details: [
      detail('ONE', { transaction_event_code, transaction_amount: { currency_code: 'USD', value } }),
    ],
  }));
  expect(await listTransactions(api, new Date(0), new Date(day))).toMatchObject([{ kind }]);
});

test('listTransactions reads our reference of a payout, and keeps denied payouts, which have no id', async () => {
  const sent = {
    transaction_event_code: 'T0001',
    transaction_amount: { currency_code: 'USD', value: '-100.00' },
    fee_amount: { currency_code: 'USD', value: '-0.25' },
  };
  const { api } = paypalWith(() => ({
    transaction_details: [
      detail('SENT', { ...sent, custom_field: 'reference-1' }),
      detail('', { ...sent, custom_field: 'reference-2', transaction_status: 'D' }),
      detail('', { ...sent, custom_field: 'reference-3', transaction_status: 'D' }),
    ],
  }));
  const transactions = await listTransactions(api, new Date(0), new Date(day));
  expect(transactions.map(({ customId, amount, state }) => [customId, amount.cents, state])).toEqual([
    ['reference-1', -100_00, 'completed'],
    ['reference-2', -100_00, 'denied'],
    ['reference-3', -100_00, 'denied'],
  ]);
});

test('listTransactions reads a row without a state as pending', async () => {
  const { api } = paypalWith(() => ({
    transaction_details: [detail('MEMO', { transaction_status: undefined })],
  }));
  expect(await listTransactions(api, new Date(0), new Date(day))).toMatchObject([{ state: 'pending' }]);
});

test('listTransactions returns the id of a row that it cannot read, and reads the other rows', async () => {
  const broken = (id: string | undefined, changes: object) => ({
    transaction_info: { ...detail('BROKEN').transaction_info, transaction_id: id, ...changes },
  });
  const { api } = paypalWith(() => ({
    transaction_details: [
      broken('NOAMOUNT', { transaction_amount: undefined }),
      broken('DECIMALS', { transaction_amount: { currency_code: 'USD', value: '1.005' } }),
      broken(undefined, {}),
      detail('GOOD'),
    ],
  }));
  const transactions = await listTransactions(api, new Date(0), new Date(day));
  expect(transactions.map(({ id, kind }) => [id, kind])).toEqual(
    expect.arrayContaining([
      ['NOAMOUNT', 'unreadable'],
      ['DECIMALS', 'unreadable'],
      ['without id', 'unreadable'],
      ['GOOD', 'payment'],
    ]),
  );
  expect(transactions).toHaveLength(4);
});
