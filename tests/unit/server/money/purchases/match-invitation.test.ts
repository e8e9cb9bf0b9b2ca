import { expect, it } from 'vitest';
import { matchOffer } from '../../../../../src/server/money/purchases/match-offer.ts';
import type { InvitationRow } from '../../../../../src/server/money/purchases/buyer-account.ts';
import type { Order, Subscription } from '../../../../../src/server/frame/context/paypal.ts';

const settings = { merchantId: 'M', annualPlanId: 'P-USUAL' };
const paidAt = new Date('2026-03-01T00:00:00Z');
const payer = { id: null, email: null };

const payment = (cents: number) => ({
  id: 'PAYMENT',
  state: 'completed' as const,
  amount: { cents, currency: 'USD' },
  taxCents: 0,
  paidAt,
  isDateUnsure: false,
});

const order = (cents: number, payeeId = 'M'): Order => ({
  id: 'O-1',
  createdAt: paidAt,
  payer,
  planId: 'basic',
  affiliateCode: null,
  amount: { cents, currency: 'USD' },
  payeeId,
  captures: [payment(cents)],
});

const subscription = (
  providerPlanId: string,
  cents: number,
  changes: Partial<Subscription> = {},
): Subscription => ({
  id: 'I-1',
  state: 'active',
  stateAt: paidAt,
  fetchedAt: paidAt,
  createdAt: paidAt,
  nextBillingAt: null,
  nextAmount: null,
  providerPlanId,
  isOverridden: false,
  affiliateCode: null,
  payer,
  payments: [payment(cents)],
  ...changes,
});

const invitation: InvitationRow = {
  id: 'once',
  planId: 'basic',
  priceCents: 29_99,
  providerPlanId: null,
  endsAt: new Date('2026-03-10T00:00:00Z'),
  purchaseId: null,
};
const yearly = {
  ...invitation,
  id: 'yearly',
  planId: 'annual',
  priceCents: 39_99,
  providerPlanId: 'P-INVITED',
};

const match = (purchase: Order | Subscription, row: InvitationRow) =>
  matchOffer(settings, purchase, undefined, { invitations: [row] });

it('matchOffer accepts the price of an invitation, and says which one', () => {
  expect(match(order(29_99), invitation)).toMatchObject({ amountCents: 29_99, invitationId: 'once' });
  expect(match(subscription('P-INVITED', 39_99), yearly)).toMatchObject({
    amountCents: 39_99,
    invitationId: 'yearly',
  });
});

it('matchOffer accepts the usual price of an invited order, which uses nothing up', () => {
  expect(match(order(59_99), invitation)?.invitationId).toBeUndefined();
  expect(match(subscription('P-USUAL', 49_99), yearly)?.invitationId).toBeUndefined();
});

it.each<[string, Order | Subscription, InvitationRow]>([
  ['another price', order(29_98), invitation],
  ['another payee', order(29_99, 'OTHER'), invitation],
  ['an invitation to the other plan', order(39_99), yearly],
  ['the usual plan at PayPal', subscription('P-USUAL', 39_99), yearly],
  ['another first payment', subscription('P-INVITED', 39_98), yearly],
  ['an overridden price', subscription('P-INVITED', 39_99, { isOverridden: true }), yearly],
  ['an end a week before', order(29_99), { ...invitation, endsAt: new Date('2026-02-22T00:00:00Z') }],
])('matchOffer refuses an invited purchase with %s', (_case, purchase, row) => {
  expect(() => match(purchase, row)).toThrow(expect.objectContaining({ code: 'purchase-mismatch' }));
});
