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

/** The money was taken, or is on its way. */
type Charged = Exclude<Paid, 'subscribed'>;

const isCharged = (outcome: CaptureOutcome): outcome is Charged =>
  outcome === 'paid' || outcome === 'pending';

const problemOf: Record<Exclude<Settled, Charged | 'declined'>, CheckoutCode> = {
  failed: 'payment-capture-failed',
  unknown: 'payment-approval-failed',
};

type ApproveActions = Parameters<Options['onApprove']>[1];

/** How long a capture whose answer was lost waits before it is asked for again, in milliseconds. */
const captureAgainAfter = 1_000;

/** How long an answer of the provider's client is waited for, in milliseconds; after that it counts as lost. */
const answeredWithin = 60_000;

const answerOf = async (question: () => Promise<unknown> | undefined): Promise<CaptureOutcome> => {
  try {
    return captureOutcome(await question());
  } catch (error) {
    return captureOutcome(error);
  }
};

const inTime = (answer: Promise<CaptureOutcome>): Promise<CaptureOutcome | 'silent'> => {
  const silence = new Promise<'silent'>((resolve) => setTimeout(resolve, answeredWithin, 'silent'));
  return Promise.race([answer, silence]);
};

/**
 * Captures an approved order. The answer may be lost and the money taken: the second time the provider says that it has
 * captured, and the order whether the money comes later. What it refuses then may be the second question alone: that says
 * nothing of the payment. One who says nothing may have found the card declined, and the buyer choose another in a window that
 * the provider has opened anew: then only the order is asked. `late` gets an answer that comes after all.
 */
const capture = async (
  { order }: ApproveActions,
  late: (outcome: CaptureOutcome) => void,
): Promise<Settled> => {
  const ask = async () => {
    const answer = answerOf(() => order?.capture());
    const told = await inTime(answer);
    if (told === 'silent') void answer.then(late);
    return told;
  };
  let told = await ask();
  if (told === 'unknown') {
    await new Promise((resolve) => setTimeout(resolve, captureAgainAfter));
    told = await ask();
    if (told === 'failed') return 'unknown';
  }
  if (told !== 'captured' && told !== 'silent') return told;
  const state = await inTime(answerOf(() => order?.get()));
  if (told === 'captured') return state === 'pending' ? 'pending' : 'paid';
  if (state === 'silent') return 'unknown';
  return state === 'captured' ? 'paid' : state;
};

interface Payment {
  readonly plan: Plan;
  readonly buyer: Buyer;
  readonly onProblem: (code: CheckoutCode | null) => void;
  /** The buyer begins to pay: what was said of an earlier try goes, unless it may have been paid. */
  readonly onBegin: () => void;
  readonly onBusy: (busy: boolean) => void;
  /** Counts what the buyer does in the provider's window: what an earlier capture came to is not said of a later one. */
  readonly round: { current: number };
}

/** What the provider's buttons call, for the plan and the buyer as they stand now. */
export const paymentHandlers = (payment: Payment): PaymentHandlers => {
  const { plan, buyer, onProblem, onBegin, onBusy, round } = payment;
  const code = normaliseCode(buyer.code);
  const next = () => (round.current += 1);

  const captureOrder = async (orderId: string, actions: ApproveActions) => {
    const own = next();
    let isFinished = false;
    const finish = (charged: Charged) => {
      if (!isFinished) finishPurchase(plan, orderId, buyer, charged);
      isFinished = true;
    };
    const outcome = await capture(actions, (late) => {
      if (isCharged(late)) finish(late);
    });
    if (isCharged(outcome)) {
      finish(outcome);
      return;
    }
    const isOver = own !== round.current;
    if (isOver && outcome !== 'unknown') return;
    if (outcome === 'declined') actions.restart();
    else onProblem(problemOf[outcome]);
    if (!isOver) onBusy(false);
  };

  return {
    createOrder: (_data, actions) => {
      next();
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
      next();
      onBusy(false);
    },
    onCancel: () => {
      next();
      onBusy(false);
      onProblem(null);
      logEvent('payment_cancelled', { plan: plan.id });
    },
  };
};
