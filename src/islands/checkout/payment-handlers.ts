import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';
import { logEvent } from '../../client/analytics.ts';
import { config } from '../../client/config.ts';
import type { Paid } from '../../shared/paid-mark.ts';
import type { Plan } from '../../shared/plans.ts';
import type { CheckoutCode } from '../../shared/problems/checkout.ts';
import { normaliseCode } from '../../shared/referral.ts';
import { captureOutcome, type CaptureOutcome } from './capture-outcome.ts';
import { finishPurchase, type Buyer } from './finish-purchase.ts';
import { orderRequest, subscriptionRequest } from './purchase-request.ts';

type Options = Required<PayPalButtonsComponentProps>;

export interface PaymentHandlers {
  readonly createOrder: Options['createOrder'];
  readonly createSubscription: Options['createSubscription'];
  readonly onApprove: Options['onApprove'];
  readonly onCancel: () => void;
  /** The provider gave up by itself. */
  readonly onFailure: () => void;
}

/** What a payment came to in the end. */
type Settled = Exclude<CaptureOutcome, 'captured'>;

const problemOf: Record<Exclude<Settled, Paid | 'declined'>, CheckoutCode> = {
  failed: 'payment-capture-failed',
  unknown: 'payment-approval-failed',
};

type ApproveActions = Parameters<Options['onApprove']>[1];

/** How long a capture whose answer was lost waits before it is asked for again, in milliseconds. */
const captureAgainAfter = 1_000;

/** How long an answer of the provider's client is waited for, in milliseconds; after that it counts as lost. */
const answeredWithin = 60_000;

const outcomeOf = async (question: () => Promise<unknown> | undefined): Promise<CaptureOutcome> => {
  const silence = new Promise((resolve) => setTimeout(resolve, answeredWithin));
  try {
    return captureOutcome(await Promise.race([question(), silence]));
  } catch (error) {
    return captureOutcome(error);
  }
};

/**
 * The answer may be lost and the money taken: the second time the provider says that it has captured, and the order
 * whether the money comes later. What it refuses then may be the second question alone: that says nothing of the payment.
 */
const capture = async ({ order }: ApproveActions): Promise<Settled> => {
  const ask = () => outcomeOf(() => order?.capture());
  let outcome = await ask();
  if (outcome === 'unknown') {
    await new Promise((resolve) => setTimeout(resolve, captureAgainAfter));
    outcome = await ask();
    if (outcome === 'failed') return 'unknown';
  }
  if (outcome !== 'captured') return outcome;
  return (await outcomeOf(() => order?.get())) === 'pending' ? 'pending' : 'paid';
};

interface Payment {
  readonly plan: Plan;
  readonly buyer: Buyer;
  readonly onProblem: (code: CheckoutCode | null) => void;
  /** The buyer begins to pay: what was said of an earlier try goes, unless it may have been paid. */
  readonly onBegin: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** What the provider's buttons call, for the plan and the buyer as they stand now. */
export const paymentHandlers = ({ plan, buyer, onProblem, onBegin, onBusy }: Payment): PaymentHandlers => {
  const code = normaliseCode(buyer.code);

  const captureOrder = async (orderId: string, actions: ApproveActions) => {
    const outcome = await capture(actions);
    if (outcome === 'paid' || outcome === 'pending') {
      finishPurchase(plan, orderId, buyer, outcome);
      return;
    }
    if (outcome === 'declined') actions.restart();
    else onProblem(problemOf[outcome]);
    onBusy(false);
  };

  return {
    createOrder: (_data, actions) => {
      onBegin();
      return actions.order.create(orderRequest(plan, code));
    },
    createSubscription: (_data, actions) => {
      onBegin();
      return actions.subscription.create(
        subscriptionRequest(config.paypal.annualPlanId, code, location.origin),
      );
    },
    onApprove: async (data, actions) => {
      onBusy(true);
      onProblem(null);
      if (plan.type === 'one-time') return captureOrder(data.orderID, actions);
      if (data.subscriptionID) {
        finishPurchase(plan, data.subscriptionID, buyer, 'subscribed');
        return undefined;
      }
      onBusy(false);
      onProblem('subscription-approval-failed');
      return undefined;
    },
    onFailure: () => {
      onBusy(false);
    },
    onCancel: () => {
      onBusy(false);
      onProblem(null);
      logEvent('payment_cancelled', { plan: plan.id });
    },
  };
};
