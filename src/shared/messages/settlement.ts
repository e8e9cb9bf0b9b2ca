import { formatUsd } from '../money.ts';
import { isLeft, type SettlementObstacle, type SettlementState } from '../settlement.ts';
import type { WithdrawalKind } from '../withdrawals.ts';

/** A part of a settlement, as the API answers it. */
interface Part {
  readonly state: SettlementState;
  readonly error: string | null;
}

interface Settlement {
  readonly obstacle: SettlementObstacle | null;
  readonly refund: (Part & { readonly cents: number }) | null;
  readonly cancel: Part | null;
}

/** The names of the kinds of requests, for admins. */
export const requestKinds: Readonly<Record<WithdrawalKind, string>> = {
  withdrawal: 'Withdrawal',
  cancellation: 'Cancellation',
  'money-back': 'Refund request',
};

/** Why a request cannot be settled with one click. */
const obstacles: Readonly<Record<SettlementObstacle, string>> = {
  'no-purchase': 'No purchase has this number.',
  'other-address': 'The purchase was made with a different email.',
  'no-payment': 'No payment in the 14 days before the request.',
  'several-payments': 'More than one payment qualifies. Open the purchase, and refund the right one.',
  'payment-pending': 'The payment hasn’t arrived yet.',
  'payment-disputed': 'The buyer disputed the payment. Check it in PayPal.',
};

const refundTexts: Readonly<Record<SettlementState, (amount: string, error: string) => string>> = {
  open: () => '',
  waiting: (amount) => `The refund of ${amount} is waiting for PayPal.`,
  refused: (_, error) => `PayPal refused the refund. ${error}`,
  done: (amount) => `Refunded ${amount}.`,
  'not-needed': () => 'The money has already been refunded.',
};

const cancelTexts: Readonly<Record<SettlementState, (error: string) => string>> = {
  open: () => '',
  waiting: () => 'The cancellation is waiting for PayPal.',
  refused: (error) => `PayPal refused the cancellation. ${error}`,
  done: () => 'Subscription cancelled.',
  'not-needed': () => 'The subscription has already ended.',
};

/** Returns how far a settlement is, or why one click cannot settle it. Empty if nothing has happened yet. */
export function settlementText({ obstacle, refund, cancel }: Settlement): string {
  if (obstacle !== null) return obstacles[obstacle];
  const parts = [
    refund && refundTexts[refund.state](formatUsd(refund.cents), refund.error ?? ''),
    cancel && cancelTexts[cancel.state](cancel.error ?? ''),
  ];
  return parts.filter(Boolean).join(' ');
}

/** Returns the label of the button that settles a request, or null if an obstacle is in the way or PayPal has not answered. */
export function settleLabel({ obstacle, refund, cancel }: Settlement): string | null {
  const states = [refund?.state, cancel?.state];
  if (obstacle !== null || states.includes('waiting')) return null;
  const refunds = refund && isLeft(refund.state) ? `Refund ${formatUsd(refund.cents)}` : '';
  if (!cancel || !isLeft(cancel.state)) return refunds || 'Close request';
  return refunds ? `${refunds} and cancel` : 'Cancel subscription';
}
