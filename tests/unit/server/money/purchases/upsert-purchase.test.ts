import { describe, expect, test } from 'vitest';
import {
  type BuyerAccount,
  type PurchaseRow,
  wasActive,
} from '../../../../../src/server/money/purchases/buyer-account.ts';
import { upsertPurchase } from '../../../../../src/server/money/purchases/apply-provider-state.ts';
import type { ConfirmedPurchase } from '../../../../../src/server/money/purchases/match-offer.ts';
import { ada, buyerWith, confirmedPurchase, day, payment, purchase, termsVersions } from './buyer-scene.ts';

const confirmed = confirmedPurchase();

const upsert = (
  buyer: BuyerAccount,
  updates: Partial<ConfirmedPurchase>,
  reportedCode: string | null = null,
  now = day(1),
) => upsertPurchase(buyer, { ...confirmed, ...updates }, { reportedCode, event: {}, termsVersions, now });
/** Returns the purchase after another sync. */
const upserted = (
  row: Partial<PurchaseRow>,
  ...updates: Parameters<typeof upsert> extends [BuyerAccount, ...infer Rest] ? Rest : never
) => upsert(buyerWith({ purchases: [{ ...purchase, ...row }] }), ...updates).purchases[0];

const emptyAccount = buyerWith({ purchases: [], payments: [] });

test('wasActive is true at the first moment of an activation, and false at its end', () => {
  const times = { id: 'time', affiliateId: ada.id, activeFrom: day(2), activeUntil: day(4) };
  const buyer = buyerWith({ activations: [times] });
  const isActive = (at: Date, who = ada.id) => wasActive(buyer, who, at);
  expect([day(1, '23:59:59'), day(2), day(3, '23:59:59'), day(4)].map((at) => isActive(at))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isActive(day(3), 'another')).toBe(false);
  const again = { ...times, activeFrom: day(6), activeUntil: null };
  expect(wasActive(buyerWith({ activations: [times, again] }), ada.id, day(9))).toBe(true);
});

test.each([
  ['follows PayPal', day(20), day(25), day(25)],
  ['stays when PayPal drops it', day(20), null, day(20)],
  ['stays when PayPal’s answer is older than the last payment', day(20), day(2), day(20)],
  ['is stored when PayPal names the first', null, day(20), day(20)],
] as const)('the date of the next payment %s', (_case, recorded, fetched, expected) => {
  const type = 'subscription' as const;
  const row = { ...purchase, type, nextBillingAt: recorded };
  const paidLater = { ...payment, paidAt: day(3) };
  const changed = upsertPurchase(
    buyerWith({ purchases: [row], payments: [payment, paidLater] }),
    { ...confirmed, type, nextBillingAt: fetched },
    { reportedCode: null, event: {}, termsVersions, now: day(4) },
  );
  expect(changed.purchases[0]?.nextBillingAt).toEqual(expected);
});

describe('the affiliate of a purchase', () => {
  const inactive = { ...emptyAccount, activations: [] };
  const affiliateOf = (buyer: BuyerAccount, affiliateCode: string | null, reported: string | null) => {
    const [row] = upsert(buyer, { affiliateCode }, reported).purchases;
    return [row?.affiliateCode, row?.affiliateId];
  };

  test('comes from the code on the order, which wins over a reported code', () => {
    expect(affiliateOf(emptyAccount, ada.code, 'another')).toEqual([ada.code, ada.id]);
    expect(affiliateOf(emptyAccount, 'another', ada.code)).toEqual(['another', null]);
    expect(affiliateOf(emptyAccount, null, ada.code)).toEqual([ada.code, ada.id]);
    expect(affiliateOf(emptyAccount, null, null)).toEqual([null, null]);
  });

  test('may be inactive if the code is on the order, but not if it is reported', () => {
    expect(affiliateOf(inactive, ada.code, null)).toEqual([ada.code, ada.id]);
    expect(affiliateOf(inactive, null, ada.code)).toEqual([ada.code, null]);
  });

  test('does not come from a reported code while nothing is paid', () => {
    expect(upsert(emptyAccount, { payments: [] }, ada.code).purchases).toMatchObject([{ affiliateId: null }]);
  });

  const nobodys = { affiliateId: null, affiliateCode: null };
  test('comes from a code that is reported within a day, unless the purchase has an affiliate or an admin has re-attributed it', () => {
    expect(upserted(nobodys, {}, ada.code, day(1, '23:59:59'))).toMatchObject({
      affiliateId: ada.id,
      version: 2,
    });
    expect(upserted(nobodys, {}, ada.code, day(2))).toEqual({ ...purchase, ...nobodys });
    expect(upserted({ ...nobodys, reattributedAt: day(1) }, {}, ada.code)).toMatchObject(nobodys);
    expect(upserted(nobodys, {}, 'another')).toEqual({ ...purchase, ...nobodys });
    const inactiveCode = { affiliateId: null, affiliateCode: 'idle0001' };
    expect(upserted(inactiveCode, {}, ada.code)).toMatchObject({ affiliateId: ada.id });
    const others = { affiliateId: 'eve', affiliateCode: 'eve0001' };
    expect(upserted(others, {}, ada.code)).toEqual({ ...purchase, ...others });
  });

  test('is stored with the normalized address of the buyer', () => {
    expect(upsert(emptyAccount, {}).purchases).toMatchObject([
      {
        payerEmail: 'Buyer@Mail.example',
        payerEmailKey: 'buyer@mail.example',
        version: 1,
        createdAt: day(1),
      },
    ]);
    expect(upsert(emptyAccount, { payer: { id: 'PAYER', email: null } }).purchases).toMatchObject([
      { payerEmail: null, payerEmailKey: null },
    ]);
  });
});

test.each([
  ['PayPal’s order', { orderedAt: day(3) }, '2026-10-03'],
  ['PayPal’s order, however late the payment', { orderedAt: day(2, '23:59:59') }, '2026-06-01'],
  ['the payment, if PayPal dates no order', { orderedAt: null }, '2026-06-01'],
  ['our record without both', { orderedAt: null, payments: [] }, '2026-10-03'],
  ['the order, also before the first version', { orderedAt: new Date('2025-01-01') }, '2026-06-01'],
])('a purchase has the terms of the day of %s', (_case, updates, expected) => {
  expect(upsert(emptyAccount, updates, null, day(9)).purchases[0]?.termsVersion).toBe(expected);
});

describe('an address for the receipt', () => {
  const report = (minutes: number, buyer: BuyerAccount) => {
    const now = new Date(day(2).getTime() + minutes * 60_000);
    const facts = { reportedCode: null, reportedEmail: 'typed@mail.example', event: {}, termsVersions, now };
    return upsertPurchase(buyer, { ...confirmed, orderedAt: day(2) }, facts).purchases[0]?.receiptEmail;
  };

  test('is accepted for ten minutes after PayPal’s order, however young our record is', () => {
    const recorded = buyerWith({ purchases: [{ ...purchase, createdAt: day(3) }] });
    for (const buyer of [emptyAccount, recorded]) {
      expect(report(9.9, buyer)).toBe('typed@mail.example');
      expect(report(10, buyer)).toBeNull();
    }
  });
});

describe('a purchase whose approval PayPal took back', () => {
  const nobody = { id: null, email: null };
  const reverse = (account: BuyerAccount, updates: Partial<ConfirmedPurchase> = {}) =>
    upsertPurchase(
      account,
      { ...confirmed, state: 'failed', payer: nobody, payments: [], ...updates },
      { reportedCode: null, event: { isApprovalReversed: true }, termsVersions, now: day(1) },
    );

  test('is recorded as failed, and a repetition changes nothing; other failed purchases are not recorded', () => {
    const after = reverse(emptyAccount, { affiliateCode: ada.code });
    expect(after.purchases).toMatchObject([
      { state: 'failed', payerId: null, affiliateId: ada.id, version: 1, createdAt: day(1) },
    ]);
    expect(reverse(after, { affiliateCode: ada.code })).toEqual(after);
    expect(upsert(emptyAccount, { state: 'failed', payments: [] })).toBe(emptyAccount);
  });

  test('is treated as new once the buyer pays, so a code that is reported then counts', () => {
    const [paid] = upsert(reverse(emptyAccount), {}, ada.code, day(9)).purchases;
    expect(paid).toMatchObject({
      state: 'completed',
      payerId: 'PAYER',
      payerEmail: 'Buyer@Mail.example',
      payerEmailKey: 'buyer@mail.example',
      affiliateId: ada.id,
      createdAt: day(9),
      version: 2,
    });
  });

  test('keeps the attribution of the admin when the buyer pays', () => {
    const { purchases, ...rest } = reverse(emptyAccount);
    const reattributed = purchases.map((row) => ({ ...row, reattributedAt: day(2) }));
    expect(upsert({ ...rest, purchases: reattributed }, {}, ada.code, day(9)).purchases).toMatchObject([
      { state: 'completed', affiliateId: null },
    ]);
  });
});

describe('the state of a purchase', () => {
  test.each(['completed', 'cancelled', 'expired'] as const)('%s is final', (state) => {
    expect(upserted({ state }, { state: 'active' })).toEqual({ ...purchase, state });
  });

  test('goes from pending to its outcome, and not back', () => {
    expect(upserted({ state: 'pending' }, {})).toMatchObject({ state: 'completed', version: 2 });
    expect(upserted({ state: 'pending' }, { state: 'failed' })).toMatchObject({ state: 'failed' });
    expect(upserted({ state: 'failed' }, { state: 'pending' })).toMatchObject({
      state: 'failed',
      version: 1,
    });
  });

  test.each([
    ['a later change', day(5), day(5), true],
    ['an earlier change, fetched later', day(3), day(9), false],
    ['a change at the same time, fetched later', day(4), day(7), true],
    ['a change at the same time, fetched at the same time', day(4), day(6), false],
    ['a change at the same time, fetched earlier', day(4), day(5), false],
  ])(
    'of a subscription is the newest one that PayPal returned: %s',
    (_case, stateAt, stateFetchedAt, isTaken) => {
      const row = { state: 'active' as const, stateAt: day(4), stateFetchedAt: day(6) };
      const updates = { state: 'suspended' as const, stateAt, stateFetchedAt };
      expect(upserted(row, updates)).toEqual({
        ...purchase,
        ...(isTaken ? { ...updates, version: 2 } : row),
      });
    },
  );

  test('replaces the recorded state if it has no date; an equal state changes nothing', () => {
    const row = { state: 'active' as const, stateAt: day(4), stateFetchedAt: day(6) };
    expect(upserted(row, { state: 'suspended' })).toMatchObject({ state: 'suspended' });
    expect(
      upserted({ state: 'active' }, { state: 'suspended', stateAt: day(1), stateFetchedAt: day(1) }),
    ).toMatchObject({
      state: 'suspended',
    });
    expect(upserted(row, { ...row, stateFetchedAt: day(9) })).toEqual({ ...purchase, ...row });
    expect(upserted(row, { ...row, stateAt: day(5) })).toMatchObject({ stateAt: day(5), version: 2 });
  });
});
