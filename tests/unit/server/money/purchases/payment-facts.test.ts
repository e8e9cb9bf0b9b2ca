import { describe, expect, test } from 'vitest';
import type {
  BuyerAccount,
  EntryRow,
  PaymentRow,
} from '../../../../../src/server/money/purchases/buyer-account.ts';
import { isCredited } from '../../../../../src/server/money/purchases/post-commission.ts';
import { commissionFacts } from '../../../../../src/server/money/purchases/payment-facts.ts';
import { ada, buyerWith, day, payment, purchase } from './buyer-scene.ts';
import { eve, reattribute, now, creditedAccount } from '../../admin/purchases/reassigned-account.ts';

describe('the facts of a payment', () => {
  test('belong to the affiliate with the commission until the payment is reassigned, even if the purchase names another affiliate', () => {
    const buyer = creditedAccount();
    const named = { ...purchase, affiliateId: eve.id };
    expect(commissionFacts(buyer, [named])).toEqual([]);
    expect(commissionFacts(buyer, [named], { includeReassigned: true })).toMatchObject([
      { affiliateId: eve.id, isEligible: false, entries: [] },
    ]);
    expect(isCredited(buyer, purchase)).toBe(true);
    expect(isCredited(buyerWith(), purchase)).toBe(false);
    expect(isCredited(buyer, { ...purchase, affiliateId: null })).toBe(false);
    const unpaid = { ...payment, id: 'second', providerId: 'SECOND' };
    expect(isCredited({ ...buyer, payments: [payment, unpaid] }, purchase)).toBe(true);
  });

  test('are eligible if the affiliate was active, or if the affiliate has a re-attribution entry of the payment', () => {
    const isEligible = ({ purchases: [row = purchase], ...buyer }: BuyerAccount, affiliateId: string) =>
      commissionFacts({ ...buyer, purchases: [row] }, [{ ...row, affiliateId }], {
        includeReassigned: true,
      })[0]?.isEligible;
    const moved = { ...reattribute(creditedAccount()), activations: [] };
    expect([isEligible(moved, eve.id), isEligible(moved, ada.id)]).toEqual([true, true]);
    expect(isEligible({ ...creditedAccount(), activations: [] }, ada.id)).toBe(false);
    const taken = { ...reattribute(creditedAccount(), { target: null }), activations: [] };
    expect(isEligible(taken, eve.id)).toBe(false);
  });

  test('have the date of the buyer’s first payment', () => {
    const founder = { ...payment, customerFirstPaidAt: new Date('2025-12-01T00:00:00Z') };
    expect(creditedAccount({ payments: [founder] }).entries).toMatchObject([{ amountCents: 15_00 }]);
  });

  const paid = (id: string, paidAt: Date, state: PaymentRow['state'] = 'completed'): PaymentRow => ({
    ...payment,
    id,
    providerId: id,
    paidAt,
    state,
    customerFirstPaidAt: null,
  });

  test('number the payments that arrived by date, then by id', () => {
    const payments = [
      paid('C', day(2)),
      paid('9', day(3)),
      paid('B', day(2)),
      paid('A', day(1), 'reversed'),
      paid('0', day(1), 'pending'),
      paid('1', day(1), 'declined'),
      { ...paid('2', day(1)), purchaseId: 'another' },
    ];
    const facts = commissionFacts(buyerWith({ payments }), [purchase]);
    expect(facts.map(({ providerId, sequence }) => [providerId, sequence])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
      ['9', 4],
    ]);
  });

  const firstPaidDay = (buyer: BuyerAccount, id: string) =>
    buyer.payments.find((row) => row.id === id)?.customerFirstPaidAt?.getUTCDate();
  test('have the date of the first payment that arrived from the same payer or the same address', () => {
    const other = (id: string, payerId: string | null, payerEmailKey: string | null) => ({
      ...purchase,
      id,
      providerId: id,
      payerId,
      payerEmailKey,
    });
    const purchases = [
      { ...purchase },
      other('same-payer', 'PAYER', null),
      other('same-address', null, 'buyer@mail.example'),
      other('stranger', null, null),
    ];
    const payments = [
      paid('P', day(9)),
      { ...paid('PENDING', day(9), 'pending') },
      { ...paid('EARLIER-PENDING', day(2), 'pending'), purchaseId: 'same-payer' },
      { ...paid('EARLIER', day(4)), purchaseId: 'same-payer' },
      { ...paid('ADDRESS', day(5)), purchaseId: 'same-address' },
      { ...paid('STRANGER', day(3)), purchaseId: 'stranger' },
    ];
    const account = creditedAccount({ purchases, payments });
    expect(payments.map(({ id }) => firstPaidDay(account, id))).toEqual([
      4,
      undefined,
      undefined,
      4,
      5,
      undefined,
    ]);
    const forgotten = { ...purchase, payerId: null, payerEmailKey: null };
    const forgottenAccount = creditedAccount({ purchases: [forgotten], payments: [paid('P', day(9))] });
    expect(firstPaidDay(forgottenAccount, 'P')).toBe(9);
    const known = { ...paid('P', day(9)), customerFirstPaidAt: day(1) };
    expect(firstPaidDay(creditedAccount({ payments: [known] }), 'P')).toBe(1);
  });

  test('put a payment on hold if the buyer has one of the affiliate’s addresses, but not again after a release', () => {
    const payouts = { ...ada, email: 'ada@mail.example', payoutEmail: 'Buyer@mail.example' };
    const held = creditedAccount({ affiliates: [payouts] });
    expect(held.holds).toMatchObject([
      { paymentId: 'payment', reason: 'self-referral', placedAt: now, releasedAt: null },
    ]);
    expect(creditedAccount(held).holds).toEqual(held.holds);
    const released = held.holds.map((hold) => ({ ...hold, releasedAt: now, releasedBy: 'admin' }));
    expect(creditedAccount({ ...held, holds: released }).holds).toEqual(released);
    const disputed = held.holds.map((hold) => ({ ...hold, reason: 'dispute' as const }));
    expect(creditedAccount({ ...held, holds: disputed }).holds).toHaveLength(2);
    const declinedPayment = { ...paid('TRIED', day(1), 'declined') };
    expect(
      creditedAccount({ affiliates: [payouts], payments: [payment, declinedPayment] }).holds,
    ).toHaveLength(1);
    // Without a payer id, only the address of the purchase itself counts.
    expect(
      creditedAccount({ affiliates: [payouts], purchases: [{ ...purchase, payerId: null }] }).holds,
    ).toHaveLength(1);
    const stranger = { ...purchase, id: 'stranger', payerId: 'STRANGER', payerEmailKey: ada.email };
    const payments = [payment, { ...paid('STRANGER', day(1)), purchaseId: 'stranger' }];
    expect(creditedAccount({ purchases: [purchase, stranger], payments }).holds).toEqual([]);
    // An affiliate who was not active earns nothing that could be held.
    expect(creditedAccount({ affiliates: [payouts], activations: [] }).holds).toEqual([]);
  });

  test('suspect a payer only while another payment of the payer is on hold as a self-referral of the same affiliate', () => {
    const next = { ...purchase, id: 'next', payerEmailKey: 'other@mail.example' };
    const isSuspected = (rows: Partial<BuyerAccount>) =>
      commissionFacts(buyerWith({ affiliates: [ada, eve], purchases: [purchase, next], ...rows }), [next])[0]
        ?.isSuspected;
    const entry: EntryRow = {
      id: 'entry',
      paymentId: payment.id,
      affiliateId: ada.id,
      kind: 'commission',
      source: 'PAID',
      amountCents: 6_00,
      baseCents: 59_99,
      rateBasisPoints: 1_000,
      termsVersion: 'v',
      ageRule: 2,
      occurredAt: day(1),
    };
    const hold: BuyerAccount['holds'][number] = {
      id: 'hold',
      paymentId: payment.id,
      reason: 'self-referral',
      placedAt: day(2),
      releasedAt: null,
      releasedBy: null,
    };
    const rows = {
      payments: [payment, { ...paid('NEXT', day(9)), purchaseId: next.id }],
      entries: [entry],
      holds: [hold],
    };
    expect(isSuspected(rows)).toBe(true);
    const buyer = creditedAccount({ purchases: [next, purchase], ...rows });
    expect(buyer.holds.map(({ paymentId }) => paymentId)).toEqual(['payment', 'NEXT']);
    const strange = { ...purchase, id: 'strange', payerId: 'STRANGER' };
    const strangers = {
      purchases: [purchase, next, strange],
      payments: [...rows.payments, { ...paid('STRANGE', day(1)), purchaseId: strange.id }],
    };
    const held = { ...hold, paymentId: 'STRANGE' };
    expect(isSuspected({ ...rows, ...strangers, holds: [held] })).toBe(false);
    expect(
      isSuspected({ ...rows, ...strangers, holds: [held], entries: [{ ...entry, paymentId: 'STRANGE' }] }),
    ).toBe(false);
    for (const kind of ['refund', 'reversal'] as const)
      expect(isSuspected({ ...rows, entries: [{ ...entry, kind }] })).toBe(false);
    const nextHeld = { ...rows, holds: [{ ...hold, paymentId: 'NEXT' }] };
    expect(isSuspected(nextHeld)).toBe(false);
    expect(isSuspected({ ...rows, holds: [{ ...hold, reason: 'dispute' }] })).toBe(false);
    expect(isSuspected({ ...rows, holds: [{ ...hold, releasedAt: day(3), releasedBy: 'admin' }] })).toBe(
      false,
    );
    expect(isSuspected({ ...rows, holds: [{ ...hold, paymentId: 'another' }] })).toBe(false);
    expect(isSuspected({ ...rows, entries: [{ ...entry, affiliateId: eve.id }] })).toBe(false);
    // PayPal's clock may be ahead. A later re-attribution does not count.
    expect(isSuspected({ ...rows, entries: [{ ...entry, occurredAt: day(3) }] })).toBe(true);
    const moved = (occurredAt: Date, amountCents: number): EntryRow => ({
      ...entry,
      id: `${String(amountCents)} ${occurredAt.toISOString()}`,
      kind: 'reattribution',
      occurredAt,
      amountCents,
    });
    expect(isSuspected({ ...rows, entries: [moved(day(2), 6_00)] })).toBe(true);
    expect(isSuspected({ ...rows, entries: [moved(day(3), 6_00)] })).toBe(false);
    expect(isSuspected({ ...rows, entries: [entry, moved(day(1), -1)] })).toBe(false);
    expect(isSuspected({ ...rows, entries: [entry, moved(day(1), -6_00), moved(day(2), 0)] })).toBe(true);
  });
});
