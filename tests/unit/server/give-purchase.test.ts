import { describe, expect, test } from 'vitest';
import type { Books, EntryRow, PaymentRow } from '../../../src/server/domain/purchase/books.ts';
import { bringLedger, isCredited } from '../../../src/server/domain/purchase/bring-ledger.ts';
import { givePurchase } from '../../../src/server/domain/purchase/give-purchase.ts';
import { ledgerFacts } from '../../../src/server/domain/purchase/ledger-facts.ts';
import { ada, booksWith, day, dispute, payment, purchase, refund } from './books-scene.ts';

const now = day(20);
const eve = { ...ada, id: 'eve', code: 'eve0001', email: 'eve@mail.example' };
/** Books of two affiliates, whose ledger says what is known: Eve was not active when anything was paid. */
const settled = (rows: Partial<Books> = {}): Books => {
  const books = booksWith({ affiliates: [ada, eve], ...rows });
  return bringLedger(books, books.purchases[0] ?? purchase, now);
};
const give = (books: Books, told: Partial<Parameters<typeof givePurchase>[2]> = {}): Books =>
  givePurchase(books, books.purchases[0] ?? purchase, { target: eve, source: 'AUDIT', now, ...told });
const entriesOf = ({ entries }: Books) =>
  entries.map(({ affiliateId, kind, amountCents, baseCents }) => [affiliateId, kind, amountCents, baseCents]);
const refunds = [refund('R1', 'refund', 20_00, day(5))];

describe('a purchase that is given', () => {
  test('is worth to its new owner what it was to the old one, after what went back', () => {
    const given = give(settled({ refunds }));
    expect(entriesOf(given)).toEqual([
      ['ada', 'commission', 6_00, 59_99],
      ['ada', 'refund', -2_00, 20_00],
      ['ada', 'reattribution', -4_00, 39_99],
      ['eve', 'reattribution', 4_00, 39_99],
    ]);
    expect(given.entries.slice(2)).toMatchObject([
      { source: 'AUDIT#PAID', occurredAt: now, rateBasisPoints: 1_000 },
      { source: 'AUDIT#PAID', occurredAt: now, rateBasisPoints: 1_000 },
    ]);
    expect(given.purchases).toEqual([
      { ...purchase, affiliateId: 'eve', affiliateCode: 'eve0001', reattributedAt: now, version: 2 },
    ]);
    expect(entriesOf(give(given, { target: ada })).slice(4)).toEqual([
      ['eve', 'reattribution', -4_00, 39_99],
      ['ada', 'reattribution', 4_00, 39_99],
    ]);
  });

  test('to nobody is taken from who had it, and earns nothing more', () => {
    const given = give(settled(), { target: null });
    expect(entriesOf(given).slice(1)).toEqual([['ada', 'reattribution', -6_00, 59_99]]);
    expect(entriesOf(settled({ ...given, refunds }))).toEqual(entriesOf(given));
    expect(given.purchases[0]?.affiliateId).toBeNull();
    expect(given.purchases[0]?.affiliateCode).toBeNull();
  });

  test('that nobody had earns its share, and loses what went back before', () => {
    const nobodys = { ...purchase, affiliateId: null, affiliateCode: null };
    expect(entriesOf(give(settled({ purchases: [nobodys], refunds })))).toEqual([
      ['eve', 'reattribution', 6_00, 59_99],
      ['eve', 'refund', -2_00, 20_00],
    ]);
  });

  test('takes what goes back later from whoever has it', () => {
    const given = give(settled());
    expect(entriesOf(settled({ ...given, refunds })).slice(3)).toEqual([['eve', 'refund', -2_00, 20_00]]);
  });

  test('takes nothing of a refund of which only a reversal of the same name is entered', () => {
    const reversal = refund('R1', 'reversal', 10_00, day(4));
    const books = settled({ refunds: [reversal] });
    expect(entriesOf(give({ ...books, refunds: [reversal, ...refunds] })).slice(2)).toEqual([
      ['ada', 'reattribution', -5_00, 49_99],
      ['eve', 'reattribution', 5_00, 49_99],
      ['eve', 'refund', -2_00, 20_00],
    ]);
  });

  test('leaves nothing with either of a payment that all went back of, and says whose it is if that may come again', () => {
    const all = (kind: 'refund' | 'reversal') => settled({ refunds: [refund('ALL', kind, 59_99, day(2))] });
    expect(entriesOf(give(all('refund'))).slice(2)).toEqual([]);
    const reversed = give(all('reversal'));
    expect(entriesOf(reversed).slice(2)).toEqual([['eve', 'reattribution', 0, 0]]);
    const won = settled({ ...reversed, disputes: [dispute()] });
    expect(entriesOf(won).slice(3)).toEqual([['eve', 'adjustment', 6_00, 59_99]]);
    expect(entriesOf(give(reversed, { target: ada })).slice(3)).toEqual([]);
  });

  test('takes nothing of a second refund that is not entered yet', () => {
    const second = refund('R2', 'refund', 10_00, day(6));
    expect(entriesOf(give({ ...settled({ refunds }), refunds: [...refunds, second] })).slice(2)).toEqual([
      ['ada', 'reattribution', -4_00, 39_99],
      ['eve', 'reattribution', 4_00, 39_99],
      ['eve', 'refund', -1_00, 10_00],
    ]);
  });

  test('says once whose a payment is that all went back of, in part by a reversal', () => {
    const books = settled({ refunds: [...refunds, refund('B1', 'reversal', 39_99, day(6))] });
    const ofOther = books.entries.map((entry) => ({ ...entry, paymentId: 'another', affiliateId: eve.id }));
    for (const entries of [books.entries, [...ofOther, ...books.entries]])
      expect(entriesOf(give({ ...books, entries })).slice(entries.length)).toEqual([
        ['eve', 'reattribution', 0, 0],
      ]);
  });

  test('takes nothing from an affiliate it names who never earned', () => {
    const all = [refund('B1', 'reversal', 59_99, day(2))];
    expect(entriesOf(give(settled({ refunds: all, activations: [] })))).toEqual([
      ['eve', 'reattribution', 6_00, 59_99],
      ['eve', 'reversal', -6_00, 59_99],
    ]);
  });

  test('takes no payment along that is not given', () => {
    const given = give(settled(), { isGiven: () => false });
    expect(entriesOf(given).slice(1)).toEqual([['ada', 'reattribution', -6_00, 59_99]]);
  });
});

describe('the ledger of a purchase', () => {
  test('is of its affiliate until it is given, whoever the purchase names', () => {
    const books = settled();
    const named = { ...purchase, affiliateId: eve.id };
    expect(ledgerFacts(books, [named])).toEqual([]);
    expect(ledgerFacts(books, [named], { whoeverHasIt: true })).toMatchObject([
      { affiliateId: eve.id, isEligible: false, entries: [] },
    ]);
    expect(isCredited(books, purchase)).toBe(true);
    expect(isCredited(booksWith(), purchase)).toBe(false);
    expect(isCredited(books, { ...purchase, affiliateId: null })).toBe(false);
    const unpaid = { ...payment, id: 'second', providerId: 'SECOND' };
    expect(isCredited({ ...books, payments: [payment, unpaid] }, purchase)).toBe(true);
  });

  test('is of who was active, or was given it: no entry of another’s nor a commission makes them so', () => {
    const isEligible = ({ purchases: [row = purchase], ...books }: Books, affiliateId: string) =>
      ledgerFacts({ ...books, purchases: [row] }, [{ ...row, affiliateId }], { whoeverHasIt: true })[0]
        ?.isEligible;
    const given = { ...give(settled()), activations: [] };
    expect([isEligible(given, eve.id), isEligible(given, ada.id)]).toEqual([true, true]);
    expect(isEligible({ ...settled(), activations: [] }, ada.id)).toBe(false);
    const taken = { ...give(settled(), { target: null }), activations: [] };
    expect(isEligible(taken, eve.id)).toBe(false);
  });

  test('goes by when the buyer first paid', () => {
    const founder = { ...payment, customerFirstPaidAt: new Date('2025-12-01T00:00:00Z') };
    expect(settled({ payments: [founder] }).entries).toMatchObject([{ amountCents: 15_00 }]);
  });

  const paid = (id: string, paidAt: Date, state: PaymentRow['state'] = 'completed'): PaymentRow => ({
    ...{ ...payment, id, providerId: id, paidAt, state, customerFirstPaidAt: null },
  });

  test('numbers the payments that arrived by date, at one moment by their ids, however they became known', () => {
    const payments = [
      paid('C', day(2)),
      paid('9', day(3)),
      paid('B', day(2)),
      paid('A', day(1), 'reversed'),
      paid('0', day(1), 'pending'),
      paid('1', day(1), 'declined'),
      { ...paid('2', day(1)), purchaseId: 'another' },
    ];
    const facts = ledgerFacts(booksWith({ payments }), [purchase]);
    expect(facts.map(({ providerId, sequence }) => [providerId, sequence])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
      ['9', 4],
    ]);
  });

  const first = (books: Books, id: string) =>
    books.payments.find((row) => row.id === id)?.customerFirstPaidAt?.getUTCDate();
  test('notes the first payment that arrived from the same payer or the same address', () => {
    const other = (id: string, payerId: string | null, payerEmailKey: string | null) => ({
      ...{ ...purchase, id, providerId: id },
      ...{ payerId, payerEmailKey },
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
    const brought = settled({ purchases, payments });
    expect(payments.map(({ id }) => first(brought, id))).toEqual([4, undefined, undefined, 4, 5, undefined]);
    const forgotten = { ...purchase, payerId: null, payerEmailKey: null };
    expect(first(settled({ purchases: [forgotten], payments: [paid('P', day(9))] }), 'P')).toBe(9);
    const known = { ...paid('P', day(9)), customerFirstPaidAt: day(1) };
    expect(first(settled({ payments: [known] }), 'P')).toBe(1);
  });

  test('has a payment of a buyer who is the affiliate held once, by any of their addresses', () => {
    const payouts = { ...ada, email: 'ada@mail.example', payoutEmail: 'Buyer@mail.example' };
    const held = settled({ affiliates: [payouts] });
    expect(held.holds).toMatchObject([
      { paymentId: 'payment', reason: 'self-referral', placedAt: now, releasedAt: null },
    ]);
    expect(settled(held).holds).toEqual(held.holds);
    const released = held.holds.map((hold) => ({ ...hold, releasedAt: now, releasedBy: 'admin' }));
    expect(settled({ ...held, holds: released }).holds).toEqual(released);
    const disputed = held.holds.map((hold) => ({ ...hold, reason: 'dispute' as const }));
    expect(settled({ ...held, holds: disputed }).holds).toHaveLength(2);
    const tried = { ...paid('TRIED', day(1), 'declined') };
    expect(settled({ affiliates: [payouts], payments: [payment, tried] }).holds).toHaveLength(1);
    // A buyer without a payer id is known by the address of the purchase itself, and by no other payer's.
    expect(
      settled({ affiliates: [payouts], purchases: [{ ...purchase, payerId: null }] }).holds,
    ).toHaveLength(1);
    const stranger = { ...purchase, id: 'stranger', payerId: 'STRANGER', payerEmailKey: ada.email };
    const payments = [payment, { ...paid('STRANGER', day(1)), purchaseId: 'stranger' }];
    expect(settled({ purchases: [purchase, stranger], payments }).holds).toEqual([]);
    // Who was not active earns nothing that could be held.
    expect(settled({ affiliates: [payouts], activations: [] }).holds).toEqual([]);
  });

  test('suspects a payer only while what they paid before is held as a self-referral, as the first affiliate’s alone', () => {
    const next = { ...purchase, id: 'next', payerEmailKey: 'other@mail.example' };
    const isSuspected = (rows: Partial<Books>) =>
      ledgerFacts(booksWith({ affiliates: [ada, eve], purchases: [purchase, next], ...rows }), [next])[0]
        ?.isSuspected;
    const entry: EntryRow = {
      ...{ id: 'entry', paymentId: payment.id, affiliateId: ada.id, kind: 'commission', source: 'PAID' },
      ...{ amountCents: 6_00, baseCents: 59_99, rateBasisPoints: 1_000, termsVersion: 'v' },
      occurredAt: day(1),
    };
    const hold: Books['holds'][number] = {
      ...{ id: 'hold', paymentId: payment.id, reason: 'self-referral', placedAt: day(2) },
      ...{ releasedAt: null, releasedBy: null },
    };
    const rows = {
      payments: [payment, { ...paid('NEXT', day(9)), purchaseId: next.id }],
      entries: [entry],
      holds: [hold],
    };
    expect(isSuspected(rows)).toBe(true);
    const books = settled({ purchases: [next, purchase], ...rows });
    expect(books.holds.map(({ paymentId }) => paymentId)).toEqual(['payment', 'NEXT']);
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
    // The provider's clock may be ahead; what was given later is not meant.
    expect(isSuspected({ ...rows, entries: [{ ...entry, occurredAt: day(3) }] })).toBe(true);
    const moved = (occurredAt: Date, amountCents: number): EntryRow => ({
      ...{ ...entry, id: `${String(amountCents)} ${occurredAt.toISOString()}`, kind: 'reattribution' },
      ...{ occurredAt, amountCents },
    });
    expect(isSuspected({ ...rows, entries: [moved(day(2), 6_00)] })).toBe(true);
    expect(isSuspected({ ...rows, entries: [moved(day(3), 6_00)] })).toBe(false);
    expect(isSuspected({ ...rows, entries: [entry, moved(day(1), -6_00)] })).toBe(false);
    expect(isSuspected({ ...rows, entries: [entry, moved(day(1), -6_00), moved(day(2), 0)] })).toBe(true);
  });
});
