import * as z from 'zod/mini';
import { settlementText } from '../../../shared/messages/settlement.ts';
import {
  isLeft,
  settlementObstacles,
  type SettlementState,
  settlementStates,
} from '../../../shared/settlement.ts';
import type { WithdrawalKind } from '../../../shared/withdrawals.ts';
import { refusalText } from '../../money/paypal-actions/refusal-text.ts';
import type { RecentPayment, RequestedPurchase } from './requested-purchase.ts';

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
              'US cents that PayPal was asked to refund, or that are left to refund, or that were refunded before',
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

/** Returns the refund and the cancellation that settle a request. `purchase` is null if no purchase has the order number. */
export function planSettlement(kind: WithdrawalKind, purchase: RequestedPurchase | null): Settlement {
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

function planCancellation({ state, cancellation }: RequestedPurchase): Settlement['cancel'] {
  const isRunning = state === 'active' || state === 'suspended';
  return partOf(isRunning, cancellation);
}

function planRefund(payment: RecentPayment): NonNullable<Settlement['refund']> {
  const { id, state, left_cents: left, refunded_cents: refunded, action } = payment;
  const isOpen = state === 'pending' || (state === 'completed' && left > 0);
  const part = partOf(isOpen, action);
  const asked = part.state === 'waiting' || part.state === 'done' ? action?.amount_cents : null;
  return { payment_id: id, cents: asked ?? (isOpen ? left : refunded), ...part };
}

/** `isOpen` is true while there is something left to do at PayPal. */
function partOf(isOpen: boolean, action: RecentPayment['action']) {
  const state = action?.state;
  const reason = action?.error ?? null;
  if (state === 'waiting') return { state, error: null };
  if (isOpen && state === 'refused') return { state, error: reason === null ? null : refusalText(reason) };
  const rest: SettlementState = state === 'done' ? 'done' : 'not-needed';
  return { state: isOpen ? ('open' as const) : rest, error: null };
}

function obstacleOf({ state, is_disputed: isDisputed }: RecentPayment, refund: SettlementState) {
  if (state === 'pending') return 'payment-pending';
  // PayPal returns a reversed amount to the seller who wins the dispute. Our own refund would stay paid.
  return isDisputed && (isLeft(refund) || state === 'reversed') ? 'payment-disputed' : null;
}

/** Returns the states of the parts of a settlement. */
export function statesOf({ refund, cancel }: Settlement): readonly SettlementState[] {
  return [refund, cancel].flatMap((part) => part?.state ?? []);
}

/** True if nothing is left to do at PayPal. */
export function isDone(settlement: Settlement): boolean {
  const states = statesOf(settlement);
  return settlement.obstacle === null && states.every((each) => each === 'done' || each === 'not-needed');
}

/** Returns the note of a settled request, for the admins and the audit log. */
export function settlementNote(settlement: Settlement): string {
  return settlementText(settlement) || 'The purchase doesn’t renew, so there was nothing to cancel.';
}
