import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BuyerAccount } from '../../../src/server/purchases/buyer-account.ts';
import { reassignPurchase } from '../../../src/server/purchases/reattribute-purchase.ts';
import type { ConfirmedPurchase } from '../../../src/server/purchases/match-offer.ts';
import type { EventDetails } from '../../../src/server/purchases/provider-purchase.ts';
import { applyProviderState } from '../../../src/server/purchases/apply-provider-state.ts';
import { randomRuns } from '../../seed.ts';

const now = new Date('2026-11-01T00:00:00Z');
const affiliate = {
  id: '0199f0c4-0000-7000-8000-00000000ada1',
  code: 'ada0001',
  email: 'ada@mail.example',
  payoutEmail: null,
  dateActivated: new Date('2024-01-01T00:00:00Z'),
};

const nothing: BuyerAccount = {
  ...{ purchases: [], payments: [], refunds: [], disputes: [], holds: [], entries: [] },
  affiliates: [affiliate],
  activations: [
    { id: affiliate.id, affiliateId: affiliate.id, activeFrom: affiliate.dateActivated, activeUntil: null },
  ],
};

const payer = { id: 'PAYER', email: 'buyer@mail.example' };

const confirmed = (providerId: string, day: string): ConfirmedPurchase => ({
  ...{ providerId, payer, type: 'one-time', planId: 'basic', amountCents: 59_99, state: 'completed' },
  ...{ stateAt: null, stateFetchedAt: null, affiliateCode: affiliate.code },
  payments: [
    {
      id: `${providerId}-PAID`,
      state: 'completed',
      amount: { cents: 59_99, currency: 'USD' },
      ...{ taxCents: 0, isDateUnsure: false },
      paidAt: new Date(`${day}T00:00:00Z`),
    },
  ],
  unsupportedPaymentIds: [],
});

const sync = (buyer: BuyerAccount, found: ConfirmedPurchase, event: EventDetails = {}): BuyerAccount =>
  applyProviderState(buyer, found, { reportedCode: null, event, completions: [], now });

const back = (id: string, providerId: string, cents: number): EventDetails => ({
  refund: {
    ...{ id, state: 'completed', kind: 'refund' },
    paymentId: `${providerId}-PAID`,
    amount: { cents, currency: 'USD' },
    refundedAt: new Date('2026-10-01T00:00:00Z'),
  },
});

/** Returns the commission of each payment by its entries, and the date of the buyer's first payment. */
const ledgerOf = ({ payments, entries }: BuyerAccount) =>
  payments
    .map(({ id, providerId, refundedCents, customerFirstPaidAt }) => ({
      ...{ providerId, refundedCents, customerFirstPaidAt },
      cents: entries
        .filter(({ paymentId }) => paymentId === id)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    }))
    .sort((one, other) => (one.providerId < other.providerId ? -1 : 1));

/** The facts about a buyer with three purchases, two of which were refunded in part. */
const facts = [
  { found: confirmed('FIRST', '2025-08-01') },
  { found: confirmed('SECOND', '2026-03-01') },
  { found: confirmed('THIRD', '2026-09-30') },
  { found: confirmed('FIRST', '2025-08-01'), news: back('R1', 'FIRST', 20_00) },
  { found: confirmed('THIRD', '2026-09-30'), news: back('R2', 'THIRD', 59_99) },
];
const play = (buyer: BuyerAccount, order: readonly number[]): BuyerAccount =>
  order.reduce((kept, at) => {
    const { found, news } = facts[at % facts.length] ?? { found: confirmed('FIRST', '2025-08-01') };
    return sync(kept, found, news);
  }, buyer);
const inOrder = [0, 1, 2, 3, 4];

describe('applyProviderState', () => {
  test('changes nothing when it is repeated', () => {
    const after = play(nothing, inOrder);
    expect(after.entries.length).toBeGreaterThan(3);
    expect(play(after, inOrder)).toEqual(after);
  });

  test('comes to the same sums in any order, with any repetition', () => {
    const expected = ledgerOf(play(nothing, inOrder));
    expect(expected.map(({ cents }) => cents > 0)).toEqual([true, true, false]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), fc.nat(), (first, seed) => {
        const rest = fc.sample(fc.shuffledSubarray(inOrder, { minLength: 5 }), { numRuns: 1, seed })[0] ?? [];
        expect(ledgerOf(play(nothing, [...first, ...rest]))).toEqual(expected);
      }),
      randomRuns(50, 2_000),
    );
  });

  test('ignores a purchase that failed and was never recorded', () => {
    const failed = { ...confirmed('FAILED', '2026-01-01'), state: 'failed' as const };
    expect(sync(nothing, failed)).toBe(nothing);
  });

  const eve = {
    ...affiliate,
    ...{ id: '0199f0c4-0000-7000-8000-0000000000e1', code: 'eve0001', email: 'eve@mail.example' },
  };
  /** An account with two affiliates. */
  const both: BuyerAccount = {
    ...nothing,
    affiliates: [affiliate, eve],
    activations: nothing.activations.flatMap((row) => [row, { ...row, id: eve.id, affiliateId: eve.id }]),
  };
  const purchaseBy = (providerId: string, day: string, email: string, affiliateCode = affiliate.code) => ({
    ...confirmed(providerId, day),
    ...{ payer: { id: 'PAYER', email }, affiliateCode },
  });
  const elsewhere = 'elsewhere@mail.example';
  const give = (buyer: BuyerAccount, providerId: string, day: string): BuyerAccount => {
    const purchase = buyer.purchases.find((row) => row.providerId === providerId);
    if (!purchase) throw new Error('Nothing was recorded');
    return reassignPurchase(buyer, purchase, { target: eve, source: 'AUDIT', now: new Date(day) });
  };
  const heldIn = ({ holds, payments }: BuyerAccount) =>
    holds.map(({ paymentId }) => payments.find(({ id }) => id === paymentId)?.providerId).sort();

  test('suspects an affiliate who bought for themselves, and not the new owner of that purchase', () => {
    const held = sync(both, purchaseBy('OWN', '2026-09-01', affiliate.email));
    expect(held.holds).toMatchObject([{ reason: 'self-referral' }]);
    const given = give(held, 'OWN', '2026-11-02');
    const through = (code: string) => heldIn(sync(given, purchaseBy('NEXT', '2026-11-01', elsewhere, code)));
    expect(through(eve.code)).toEqual(['OWN-PAID']);
    expect(through(affiliate.code)).toEqual(['NEXT-PAID', 'OWN-PAID']);
  });

  test('suspects no former owner of a purchase that was reassigned to its buyer', () => {
    const second = purchaseBy('SECOND', '2026-09-02', elsewhere);
    const paid = sync(sync(both, purchaseBy('FIRST', '2026-09-01', eve.email)), second);
    const given = give(paid, 'FIRST', '2026-11-02');
    expect(heldIn(given)).toEqual(['FIRST-PAID']);
    expect(heldIn(sync(given, second))).toEqual(['FIRST-PAID']);
  });

  test('suspects no affiliate for a refund from before they got the purchase', () => {
    const own = purchaseBy('OWN', '2026-09-01', affiliate.email);
    const given = give(sync(both, own), 'OWN', '2026-11-02');
    const returned = sync(given, own, back('R', 'OWN', 10_00));
    expect(heldIn(sync(returned, purchaseBy('NEXT', '2026-11-01', elsewhere, eve.code)))).toEqual([
      'OWN-PAID',
    ]);
  });

  test('suspects nobody for the address of a declined payment, recorded or not', () => {
    const own = { ...confirmed('OWN', '2026-09-01'), payer: { id: 'PAYER', email: affiliate.email } };
    const as = (state: 'pending' | 'declined') => ({
      ...own,
      state: state === 'declined' ? ('failed' as const) : state,
      payments: own.payments.map((payment) => ({ ...payment, state })),
    });
    const holdsAfter = (...told: readonly ConfirmedPurchase[]) =>
      [...told, confirmed('NEXT', '2026-09-02')].reduce((kept, found) => sync(kept, found), nothing).holds
        .length;
    expect(holdsAfter(as('declined'))).toBe(0);
    expect(holdsAfter(as('pending'), as('declined'))).toBe(0);
    expect(holdsAfter(as('pending'), own)).toBe(2);
    expect(sync(sync(sync(nothing, as('pending')), confirmed('NEXT', '2026-09-02')), own).holds).toHaveLength(
      2,
    );
  });

  test('corrects the date of a recorded payment by its own event only', () => {
    const kept = play(nothing, [0]);
    const at = new Date('2025-08-09T00:00:00Z');
    const told = (isAnnounced: boolean) =>
      applyProviderState(kept, confirmed('FIRST', '2025-08-01'), {
        ...{ reportedCode: null, event: {}, now },
        completions: [{ paymentId: 'FIRST-PAID', at, isAnnounced }],
      }).payments.map(({ paidAt }) => paidAt);
    expect(told(false)).toEqual([new Date('2025-08-01T00:00:00Z')]);
    expect(told(true)).toEqual([at]);
  });

  test('holds a payment from its dispute until the money went back', () => {
    const found = confirmed('FIRST', '2026-03-01');
    const dispute = {
      ...{ id: 'DISPUTE', paymentIds: ['FIRST-PAID'], state: 'lost' as const },
      ...{ openedAt: new Date('2026-09-01T00:00:00Z'), changedAt: new Date('2026-09-02T00:00:00Z') },
      lost: { cents: 20_00, currency: 'USD' },
    };
    const disputed = sync(nothing, found, { dispute });
    expect(disputed.holds).toMatchObject([{ reason: 'dispute', releasedAt: null }]);
    const refunded = sync(disputed, found, back('R1', 'FIRST', 20_00));
    expect(refunded.holds).toMatchObject([{ reason: 'dispute', releasedAt: now, releasedBy: 'provider' }]);
  });

  test('does not mutate the account it gets', () => {
    const before = play(nothing, [0]);
    const copy = structuredClone(before);
    play(before, [1, 2, 3, 4]);
    expect(before).toEqual(copy);
  });

  test('counts a refund that arrived before its payment completed', () => {
    const pending = confirmed('FIRST', '2026-03-01');
    const waiting = {
      ...pending,
      state: 'pending' as const,
      payments: pending.payments.map((payment) => ({ ...payment, state: 'pending' as const })),
    };
    const early = sync(nothing, waiting, back('R1', 'FIRST', 59_99));
    expect(early.entries).toEqual([]);
    expect(ledgerOf(sync(early, pending))).toMatchObject([{ refundedCents: 59_99, cents: 0 }]);
  });
});
