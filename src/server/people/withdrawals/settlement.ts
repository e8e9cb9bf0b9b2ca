import * as z from 'zod/mini';
import { formatUsd } from '../../../shared/money.ts';
import { settlementObstacles, type SettlementState, settlementStates } from '../../../shared/settlement.ts';
import type { WithdrawalKind } from '../../../shared/withdrawals.ts';
import { refusalText } from '../../money/paypal-actions/refusal-text.ts';
import type { SettledPayment, SettledPurchase } from './settled-purchase.ts';

const state = z.enum(settlementStates);
const error = z.nullable(z.string()).check(z.describe('Why PayPal refused, in words and with PayPal’s code'));

/** The parts of a settlement, with the state of each. */
export const settlementShape = z.object({
  obstacle: z
    .nullable(z.enum(settlementObstacles))
    .check(z.describe('Why the request cannot be settled with one call')),
  refund: z
    .nullable(
      z.object({
        payment_id: z.string(),
        cents: z
          .number()
          .check(
            z.describe(
              'What PayPal was asked to refund, or what is left of the payment, or what was refunded before, in US cents',
            ),
          ),
        state,
        error,
      }),
    )
    .check(
      z.describe('The refund of the payment of the 14 days before the request. Null if none is asked for'),
    ),
  cancel: z
    .nullable(z.object({ state, error }))
    .check(z.describe('The cancellation of the subscription. Null for a purchase that does not renew')),
});

export type Settlement = z.infer<typeof settlementShape>;

/** Returns what settles a request of a kind about a purchase, which is null if no purchase has the order number. */
export function planSettlement(kind: WithdrawalKind, purchase: SettledPurchase | null): Settlement {
  const nothing = { refund: null, cancel: null };
  if (!purchase) return { obstacle: 'no-purchase', ...nothing };
  if (!purchase.is_own) return { obstacle: 'other-address', ...nothing };
  if (purchase.state === 'pending') return { obstacle: 'payment-pending', ...nothing };
  const cancel = purchase.type === 'subscription' ? planCancellation(purchase) : null;
  if (kind === 'cancellation') return { obstacle: null, refund: null, cancel };
  const [payment, ...others] = purchase.payments;
  if (!payment) return { obstacle: 'no-payment', ...nothing };
  if (others.length > 0) return { obstacle: 'several-payments', ...nothing };
  const refund = planRefund(payment);
  return { obstacle: obstacleOf(payment, refund.state), refund, cancel };
}

function planCancellation({ state, cancellation }: SettledPurchase): Settlement['cancel'] {
  const isRunning = state === 'active' || state === 'suspended';
  return partOf(isRunning, cancellation);
}

function planRefund(payment: SettledPayment): NonNullable<Settlement['refund']> {
  const { id, state, left_cents: left, refunded_cents: refunded, action } = payment;
  const isLeft = state === 'pending' || (state === 'completed' && left > 0);
  const part = partOf(isLeft, action);
  const asked = part.state === 'waiting' || part.state === 'done' ? action?.amount_cents : null;
  return { payment_id: id, cents: asked ?? (isLeft ? left : refunded), ...part };
}

/** `isOpen` is true while there is something left to do at PayPal. */
function partOf(isOpen: boolean, action: SettledPayment['action']) {
  const [state, reason] = [action?.state, action?.error ?? null];
  if (state === 'waiting') return { state, error: null };
  if (isOpen && state === 'refused') return { state, error: reason === null ? null : refusalText(reason) };
  const rest: SettlementState = state === 'done' ? 'done' : 'before';
  return { state: isOpen ? ('open' as const) : rest, error: null };
}

function obstacleOf({ state, is_disputed: isDisputed }: SettledPayment, refund: SettlementState) {
  if (state === 'pending') return 'payment-pending';
  // PayPal gives a reversal back to the seller who wins the dispute. A refund of ours stays.
  const isWithPayPal = refund === 'open' || refund === 'refused' || state === 'reversed';
  return isDisputed && isWithPayPal ? 'payment-disputed' : null;
}

/** Returns the states of the parts of a settlement. */
export function statesOf({ refund, cancel }: Settlement): readonly SettlementState[] {
  return [refund, cancel].flatMap((part) => part?.state ?? []);
}

/** True if nothing is left to do at PayPal. */
export function isDone(settlement: Settlement): boolean {
  const states = statesOf(settlement);
  return settlement.obstacle === null && states.every((each) => each === 'done' || each === 'before');
}

/** Returns the note of a settled request, for the admins and the audit log. */
export function settlementNote({ refund, cancel }: Settlement): string {
  const amount = formatUsd(refund?.cents ?? 0);
  return [
    refund?.state === 'done' && `Refunded ${amount}.`,
    refund?.state === 'before' && 'The money had already gone back.',
    cancel?.state === 'done' && 'Subscription cancelled.',
    cancel?.state === 'before' && 'The subscription had already ended.',
    !refund && !cancel && 'The purchase doesn’t renew, so there was nothing to cancel.',
  ]
    .filter(Boolean)
    .join(' ');
}
