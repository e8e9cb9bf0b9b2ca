import type {
  BuyerAccount,
  DisputeRow,
  PaymentRow,
  PurchaseRow,
  RefundRow,
} from '../../../../../src/server/money/purchases/buyer-account.ts';
import type { ConfirmedPurchase } from '../../../../../src/server/money/purchases/match-offer.ts';
import type { ProviderPayment } from '../../../../../src/server/frame/context/paypal.ts';

/** Returns a day of October 2026, or a moment of the day: `day(2, '10:00:01')`. */
export const day = (number: number, time = '00:00:00'): Date =>
  new Date(`2026-10-${String(number).padStart(2, '0')}T${time}Z`);

/** The versions of the terms, newest first. */
export const termsVersions = ['2026-10-03', '2026-06-01'];

export const ada = {
  id: 'ada',
  code: 'ada0001',
  email: 'ada@mail.example',
  payoutEmail: null,
  dateActivated: new Date('2024-01-01T00:00:00Z'),
};

export const purchase: PurchaseRow = {
  id: 'purchase',
  providerId: 'ORDER',
  type: 'one-time',
  planId: 'basic',
  amountCents: 59_99,
  state: 'completed',
  stateAt: null,
  stateFetchedAt: null,
  nextBillingAt: null,
  nextBillingCents: null,
  payerId: 'PAYER',
  payerEmail: 'buyer@mail.example',
  payerEmailKey: 'buyer@mail.example',
  receiptEmail: null,
  affiliateCode: ada.code,
  affiliateId: ada.id,
  termsVersion: '2026-06-01',
  reattributedAt: null,
  createdAt: day(1),
  version: 1,
};

export const payment: PaymentRow = {
  id: 'payment',
  purchaseId: purchase.id,
  providerId: 'PAID',
  state: 'completed',
  sequence: 1,
  amountCents: 59_99,
  taxCents: 0,
  refundedCents: 0,
  paidAt: day(1),
  customerFirstPaidAt: day(1),
  isRenewal: false,
};

/** Returns a refund or reversal with this PayPal id. */
export const refund = (
  providerId: string,
  kind: RefundRow['kind'],
  amountCents: number,
  refundedAt: Date,
): RefundRow => ({ id: providerId, paymentId: payment.id, providerId, kind, amountCents, refundedAt });

/** Returns a dispute of the payment that opened on the 2nd and ended on the 3rd. */
export const dispute = (changes: Partial<DisputeRow> = {}): DisputeRow => ({
  id: 'dispute',
  providerId: 'DISPUTE',
  paymentId: payment.id,
  state: 'won',
  lostCents: 0,
  openedAt: day(2),
  stateAt: day(3),
  ...changes,
});

/** Returns the account of a purchase with a payment, made while Ada was active, and with these rows. */
export const buyerWith = (rows: Partial<BuyerAccount> = {}): BuyerAccount => ({
  purchases: [purchase],
  payments: [payment],
  refunds: [],
  disputes: [],
  holds: [],
  entries: [],
  affiliates: [ada],
  codes: (rows.affiliates ?? [ada]).map(({ id, code }) => ({ code, affiliateId: id })),
  activations: [{ id: 'since', affiliateId: ada.id, activeFrom: ada.dateActivated, activeUntil: null }],
  invitations: [],
  ...rows,
});

/** The payment at PayPal. */
export const providerPayment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: payment.providerId,
  state: 'completed',
  amount: { cents: 59_99, currency: 'USD' },
  taxCents: 0,
  isDateUnsure: false,
  paidAt: day(1),
  ...changes,
});

/** The purchase at PayPal, which matches an offer. */
export const confirmedPurchase = (changes: Partial<ConfirmedPurchase> = {}): ConfirmedPurchase => ({
  providerId: purchase.providerId,
  payer: { id: 'PAYER', email: 'Buyer@Mail.example' },
  type: 'one-time',
  planId: 'basic',
  amountCents: 59_99,
  state: 'completed',
  orderedAt: null,
  stateAt: null,
  stateFetchedAt: null,
  nextBillingAt: null,
  nextBillingCents: null,
  affiliateCode: null,
  payments: [providerPayment()],
  unsupportedPaymentIds: [],
  ...changes,
});
