import { type Choice, openCheckoutWindow, type CheckoutWindow } from './checkout-window.ts';
import { approveActions, approveData, createPurchase, type Purchase } from './actions.ts';
import type { SdkContext, ButtonsOptions } from './context.ts';

/** A payment from the click to its end. */
export interface Checkout {
  focus(): void;
  /** Ends the payment without calling the site, for buttons that are removed. */
  abandon(): void;
}

/** Opens the approval window, lets the site create an order or a subscription, and waits for the buyer's choice. */
export function startCheckout(
  context: SdkContext,
  props: ButtonsOptions,
  fundingSource: 'paypal' | 'card',
  onEnd: () => void,
): Checkout {
  let view: CheckoutWindow = openCheckoutWindow(context);
  let round = 0;
  let isAbandoned = false;

  function end(): void {
    view.close();
    onEnd();
  }

  async function handleApproval(purchase: Purchase, choice: Choice): Promise<void> {
    const ownRound = round;
    function restart(): Promise<never> {
      void showApproval(purchase, true);
      return new Promise<never>(() => undefined);
    }
    try {
      const actions = approveActions(context, choice, restart);
      const data = await approveData(context, choice, fundingSource);
      if (props.onApprove) await props.onApprove(data, actions);
      else await actions.order?.capture();
    } catch (error) {
      reportFailure(props, error);
    }
    // After a restart, the next round uses the window.
    if (ownRound === round) end();
  }

  async function showApproval(purchase: Purchase, isRestart = false): Promise<void> {
    round += 1;
    if (isRestart && view.isClosed()) view = openCheckoutWindow(context);
    view.navigate(approvalUrl(context, purchase, String(round), isRestart));
    const choice = await view.waitForChoice(purchase.id, String(round));
    if (isAbandoned) return;
    if (choice?.type === 'approved') {
      await handleApproval(purchase, choice);
      return;
    }
    end();
    const orderID = choice?.orderID ?? purchase.id;
    props.onCancel?.({ orderID }, { redirect: () => undefined });
  }

  async function runCheckout(): Promise<void> {
    if (!(await callOnClick(props, fundingSource))) {
      end();
      return;
    }
    await showApproval(await createPurchase(context, props, fundingSource));
  }

  runCheckout().catch((error: unknown) => {
    if (isAbandoned) return;
    end();
    reportFailure(props, error);
  });

  return {
    focus: () => view.focus(),
    abandon: () => {
      isAbandoned = true;
      end();
    },
  };
}

function reportFailure(props: ButtonsOptions, error: unknown): void {
  if (!props.onError) {
    reportError(error);
    return;
  }
  props.onError(error as Record<string, unknown>);
}

function approvalUrl(
  { base }: SdkContext,
  { kind, id }: Purchase,
  round: string,
  isRestart: boolean,
): string {
  const page = kind === 'order' ? 'checkoutnow' : 'webapps/billing/subscriptions';
  const query = new URLSearchParams({ token: id, parent: window.location.origin, round });
  if (isRestart) query.set('restart', 'true');
  return `${base}/${page}?${query}`;
}

async function callOnClick(props: ButtonsOptions, fundingSource: string): Promise<boolean> {
  const actions = { resolve: () => Promise.resolve(true), reject: () => Promise.resolve(false) };
  const answer: unknown = await props.onClick?.({ fundingSource }, actions as never);
  return answer !== false;
}
