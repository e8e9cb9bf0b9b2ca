import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { reassignPurchase } from '../../../../../src/server/admin/purchases/reattribute-purchase.ts';
import type { ConfirmedPurchase } from '../../../../../src/server/money/purchases/match-offer.ts';
import type { EventDetails } from '../../../../../src/server/money/purchases/provider-purchase.ts';
import { applyProviderState } from '../../../../../src/server/money/purchases/apply-provider-state.ts';
import { randomRuns } from '../../../../seed.ts';
import { ada, buyerWith, confirmedPurchase, providerPayment, termsVersions } from './buyer-scene.ts';

const now = new Date('2026-11-01T00:00:00Z');
const emptyAccount = buyerWith({ purchases: [], payments: [] });
const payer = { id: 'PAYER', email: 'buyer@mail.example' };

const purchaseOn = (providerId: string, date: string): ConfirmedPurchase =>
  confirmedPurchase({
    providerId,
    payer,
    affiliateCode: ada.code,
    payments: [providerPayment({ id: `${providerId}-PAID`, paidAt: new Date(`${date}T00:00:00Z`) })],
  });

const sync = (buyer: BuyerAccount, purchase: ConfirmedPurchase, event: EventDetails = {}): BuyerAccount =>
  applyProviderState(buyer, purchase, { reportedCode: null, event, completions: [], termsVersions, now });

const refundOf = (id: string, providerId: string, cents: number): EventDetails => ({
  refund: {
    id,
    state: 'completed',
    kind: 'refund',
    paymentId: `${providerId}-PAID`,
    amount: { cents, currency: 'USD' },
    refundedAt: new Date('2026-10-01T00:00:00Z'),
  },
});

/** Returns the commission of each payment by its entries, and the date of the buyer's first payment. */
const ledgerOf = ({ payments, entries }: BuyerAccount) =>
  payments
    .map(({ id, providerId, refundedCents, customerFirstPaidAt }) => ({
      providerId,
      refundedCents,
      customerFirstPaidAt,
      cents: entries
        .filter(({ paymentId }) => paymentId === id)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    }))
    .sort((one, other) => (one.providerId < other.providerId ? -1 : 1));

/** Updates from PayPal about a buyer with three purchases. One purchase is partly refunded, and one fully. */
const updates: readonly { purchase: ConfirmedPurchase; event?: EventDetails }[] = [
  { purchase: purchaseOn('FIRST', '2025-08-01') },
  { purchase: purchaseOn('SECOND', '2026-03-01') },
  { purchase: purchaseOn('THIRD', '2026-09-30') },
  { purchase: purchaseOn('FIRST', '2025-08-01'), event: refundOf('R1', 'FIRST', 20_00) },
  { purchase: purchaseOn('THIRD', '2026-09-30'), event: refundOf('R2', 'THIRD', 59_99) },
];
const applyUpdates = (buyer: BuyerAccount, order: readonly number[]): BuyerAccount =>
  order.reduce((account, index) => {
    const { purchase, event } = updates[index % updates.length] ?? {
      purchase: purchaseOn('FIRST', '2025-08-01'),
    };
    return sync(account, purchase, event);
  }, buyer);
const originalOrder = [0, 1, 2, 3, 4];

describe('applyProviderState', () => {
  test('changes nothing when it is repeated', () => {
    const after = applyUpdates(emptyAccount, originalOrder);
    expect(after.entries.length).toBeGreaterThan(3);
    expect(applyUpdates(after, originalOrder)).toEqual(after);
  });

  test('gives the same sums for any order and repetition of the events', () => {
    const expected = ledgerOf(applyUpdates(emptyAccount, originalOrder));
    expect(expected.map(({ cents }) => cents > 0)).toEqual([true, true, false]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), fc.nat(), (first, seed) => {
        const shuffled = fc.shuffledSubarray(originalOrder, { minLength: 5 });
        const rest = fc.sample(shuffled, { numRuns: 1, seed })[0] ?? [];
        expect(ledgerOf(applyUpdates(emptyAccount, [...first, ...rest]))).toEqual(expected);
      }),
      randomRuns(50, 2_000),
    );
  });

  test('does not suspect the former owner of a purchase that was reassigned to its buyer', () => {
    const eve = { ...ada, id: 'eve', code: 'eve0001', email: 'eve@mail.example' };
    const empty = { ...emptyAccount, affiliates: [ada, eve] };
    const first = { ...purchaseOn('FIRST', '2026-09-01'), payer: { ...payer, email: eve.email } };
    const second = purchaseOn('SECOND', '2026-09-02');
    const paid = sync(sync(empty, first), second);
    const moved = paid.purchases.find(({ providerId }) => providerId === 'FIRST');
    if (!moved) throw new Error('Nothing was recorded');
    const reassignment = { target: eve, source: 'AUDIT', now: new Date('2026-11-02') };
    const reassigned = reassignPurchase(paid, moved, reassignment);
    const heldPayments = ({ holds, payments }: BuyerAccount) =>
      holds.map(({ paymentId }) => payments.find(({ id }) => id === paymentId)?.providerId);
    expect(heldPayments(reassigned)).toEqual(['FIRST-PAID']);
    expect(heldPayments(sync(reassigned, second))).toEqual(['FIRST-PAID']);
  });

  test('suspects nobody because of the email of a declined payment, recorded or not', () => {
    const own = { ...purchaseOn('OWN', '2026-09-01'), payer: { id: 'PAYER', email: ada.email } };
    const ownAs = (state: 'pending' | 'declined') => ({
      ...own,
      state: state === 'declined' ? ('failed' as const) : state,
      payments: own.payments.map((payment) => ({ ...payment, state })),
    });
    const holdsAfter = (...purchases: readonly ConfirmedPurchase[]) =>
      [...purchases, purchaseOn('NEXT', '2026-09-02')].reduce(
        (account, purchase) => sync(account, purchase),
        emptyAccount,
      ).holds.length;
    expect(holdsAfter(ownAs('declined'))).toBe(0);
    expect(holdsAfter(ownAs('pending'), ownAs('declined'))).toBe(0);
    expect(holdsAfter(ownAs('pending'), own)).toBe(2);
    const pendingFirst = sync(sync(emptyAccount, ownAs('pending')), purchaseOn('NEXT', '2026-09-02'));
    expect(sync(pendingFirst, own).holds).toHaveLength(2);
  });

  test('corrects the date of a recorded payment only if the payment’s own event is processed', () => {
    const recorded = applyUpdates(emptyAccount, [0]);
    const at = new Date('2025-08-09T00:00:00Z');
    const datesAfter = (isAnnounced: boolean) =>
      applyProviderState(recorded, purchaseOn('FIRST', '2025-08-01'), {
        reportedCode: null,
        event: {},
        termsVersions,
        now,
        completions: [{ paymentId: 'FIRST-PAID', at, isAnnounced }],
      }).payments.map(({ paidAt }) => paidAt);
    expect(datesAfter(false)).toEqual([new Date('2025-08-01T00:00:00Z')]);
    expect(datesAfter(true)).toEqual([at]);
  });

  test('puts a payment on hold from the dispute until the money has gone back to the buyer', () => {
    const purchase = purchaseOn('FIRST', '2026-03-01');
    const dispute = {
      id: 'DISPUTE',
      paymentIds: ['FIRST-PAID'],
      state: 'lost' as const,
      openedAt: new Date('2026-09-01T00:00:00Z'),
      changedAt: new Date('2026-09-02T00:00:00Z'),
      lost: { cents: 20_00, currency: 'USD' },
    };
    const disputed = sync(emptyAccount, purchase, { dispute });
    expect(disputed.holds).toMatchObject([{ reason: 'dispute', releasedAt: null }]);
    const refunded = sync(disputed, purchase, refundOf('R1', 'FIRST', 20_00));
    expect(refunded.holds).toMatchObject([{ reason: 'dispute', releasedAt: now, releasedBy: 'provider' }]);
  });

  test('counts a refund that was recorded before its payment completed', () => {
    const completed = purchaseOn('FIRST', '2026-03-01');
    const pendingPurchase = {
      ...completed,
      state: 'pending' as const,
      payments: completed.payments.map((payment) => ({ ...payment, state: 'pending' as const })),
    };
    const refundedEarly = sync(emptyAccount, pendingPurchase, refundOf('R1', 'FIRST', 59_99));
    expect(refundedEarly.entries).toEqual([]);
    expect(ledgerOf(sync(refundedEarly, completed))).toMatchObject([{ refundedCents: 59_99, cents: 0 }]);
  });
});
