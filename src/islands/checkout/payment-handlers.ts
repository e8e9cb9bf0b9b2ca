import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';
import { config } from '../../client/config.ts';
import { runErrand } from '../../client/side-errand.ts';
import type { CheckoutResult } from '../../shared/checkout-result.ts';
import type { Plan } from '../../shared/plans.ts';
import type { CheckoutCode } from '../../shared/problem-texts/checkout.ts';
import { captureOutcome, type CaptureOutcome } from './capture-outcome.ts';
import type { InvitedPlan } from './invitation.ts';
import { finishPurchase, type Buyer } from './finish-purchase.ts';
import { orderRequest, subscriptionRequest } from './purchase-request.ts';

type Options = Required<PayPalButtonsComponentProps>;

export interface PaymentHandlers {
  readonly createOrder: Options['createOrder'];
  readonly createSubscription: Options['createSubscription'];
  readonly onApprove: Options['onApprove'];
  readonly onCancel: () => void;
  /** Called when PayPal's buttons have failed. */
  readonly onFailure: () => void;
}

/** The final result of a payment. */
type PaymentOutcome = Exclude<CaptureOutcome, 'captured'>;

/** The money was charged, or is on its way. */
type ChargedOutcome = Exclude<CheckoutResult, 'subscribed'>;

const outcomeProblems: Record<Exclude<PaymentOutcome, ChargedOutcome | 'declined'>, CheckoutCode> = {
  failed: 'payment-capture-failed',
  unknown: 'payment-approval-failed',
};

interface PaymentContext {
  readonly plan: Plan;
  /** The same plan, if it has the price of an invitation. */
  readonly invited?: InvitedPlan | undefined;
  readonly buyer: Buyer;
  readonly onProblem: (code: CheckoutCode | null) => void;
  /** Called when the buyer starts to pay, to remove the message of an earlier attempt. */
  readonly onBegin: () => void;
  readonly onBusy: (busy: boolean) => void;
  /** Counts the buyer's actions in PayPal's window. The result of a capture is not shown after a later action. */
  readonly round: { current: number };
}

/** Returns the callbacks of PayPal's buttons for the current plan and buyer. */
export function paymentHandlers(payment: PaymentContext): PaymentHandlers {
  const { plan, invited, buyer, onProblem, onBegin, onBusy, round } = payment;
  const { code } = buyer;
  const startRound = () => (round.current += 1);

  const captureOrder = async (orderId: string, actions: ApproveActions) => {
    const ownRound = startRound();
    // Somebody else may have used the invitation since the order was begun. Then nothing is captured.
    if (invited && !(await isStillFree(invited, orderId))) {
      onBusy(false);
      onProblem('payment-capture-failed');
      return;
    }
    let isFinished = false;
    const finish = (charged: ChargedOutcome) => {
      if (!isFinished) finishPurchase(plan, orderId, buyer, charged);
      isFinished = true;
    };
    const outcome = await capture(actions, (lateOutcome) => {
      if (isCharged(lateOutcome)) finish(lateOutcome);
    });
    if (isCharged(outcome)) {
      finish(outcome);
      return;
    }
    const isRoundOver = ownRound !== round.current;
    if (isRoundOver && outcome !== 'unknown') return;
    if (outcome === 'declined') actions.restart();
    else onProblem(outcomeProblems[outcome]);
    if (!isRoundOver) onBusy(false);
  };

  return {
    createOrder: async (_data, actions) => {
      startRound();
      onBegin();
      const id = await actions.order.create(orderRequest(plan, code));
      await invited?.attach(id);
      return id;
    },
    createSubscription: async (_data, actions) => {
      onBegin();
      const planAtPayPal = invited?.providerPlanId ?? config.paypal.annualPlanId;
      const id = await actions.subscription.create(subscriptionRequest(planAtPayPal, code, location.origin));
      await invited?.attach(id);
      return id;
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
      startRound();
      onBusy(false);
    },
    onCancel: () => {
      startRound();
      onBusy(false);
      onProblem(null);
      runErrand(() => window.gtag?.('event', 'payment_cancelled', { plan: plan.id }));
    },
  };
}

/** True if the server still accepts the invitation's price for an order. */
function isStillFree({ attach }: InvitedPlan, orderId: string): Promise<boolean> {
  return attach(orderId).then(
    () => true,
    () => false,
  );
}

type ApproveActions = Parameters<Options['onApprove']>[1];

/** Delay before a capture whose answer was lost is repeated, in milliseconds. */
const captureRetryDelayMs = 1_000;

/**
 * Captures an approved order.
 *
 * - If the answer is lost, PayPal may have captured the order, so the capture is repeated. If PayPal says that the order was
 *   captured before, the order is read for the result. If PayPal refuses the second capture, the outcome is `unknown`.
 * - After a timeout the buyer may be choosing another card in PayPal's window. So the capture is not repeated, and only the
 *   order is read. `onLate` gets the outcome of an answer after the timeout.
 */
async function capture(
  { order }: ApproveActions,
  onLate: (outcome: CaptureOutcome) => void,
): Promise<PaymentOutcome> {
  const attempt = async () => {
    const answer = readOutcome(() => order?.capture());
    const outcome = await withTimeout(answer);
    if (outcome === 'timeout') void answer.then(onLate);
    return outcome;
  };
  let outcome = await attempt();
  if (outcome === 'unknown') {
    await new Promise((resolve) => setTimeout(resolve, captureRetryDelayMs));
    outcome = await attempt();
    if (outcome === 'failed') return 'unknown';
  }
  if (outcome !== 'captured' && outcome !== 'timeout') return outcome;
  const state = await withTimeout(readOutcome(() => order?.get()));
  if (outcome === 'captured') return state === 'pending' ? 'pending' : 'paid';
  if (state === 'timeout') return 'unknown';
  return state === 'captured' ? 'paid' : state;
}

async function readOutcome(call: () => Promise<unknown> | undefined): Promise<CaptureOutcome> {
  try {
    return captureOutcome(await call());
  } catch (error) {
    return captureOutcome(error);
  }
}

/** Timeout of a call of PayPal's SDK in milliseconds. A later answer counts as lost. */
const answerTimeoutMs = 60_000;

function withTimeout(answer: Promise<CaptureOutcome>): Promise<CaptureOutcome | 'timeout'> {
  const timeout = new Promise<'timeout'>((resolve) => setTimeout(resolve, answerTimeoutMs, 'timeout'));
  return Promise.race([answer, timeout]);
}

function isCharged(outcome: CaptureOutcome): outcome is ChargedOutcome {
  return outcome === 'paid' || outcome === 'pending';
}
