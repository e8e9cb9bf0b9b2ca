import type { Choice } from '../messages.ts';
import { approveActions, approveData } from './approve-actions.ts';
import { openCheckoutWindow, type CheckoutWindow } from './checkout-window.ts';
import type { SdkContext } from './context.ts';
import { createPurchase, type Purchase } from './create-actions.ts';
import type { ButtonsOptions } from './types.ts';

/** One payment from the click to its end. */
export interface Checkout {
  focus(): void;
  /** Ends it without a word to the site, as when the buttons are taken away. */
  abandon(): void;
}

const approvalUrl = (
  { base }: SdkContext,
  { kind, id }: Purchase,
  round: string,
  isRestart: boolean,
): string => {
  const page = kind === 'order' ? 'checkoutnow' : 'webapps/billing/subscriptions';
  const query = new URLSearchParams({ token: id, parent: window.location.origin, round });
  if (isRestart) query.set('restart', 'true');
  return `${base}/${page}?${query}`;
};

const report = (props: ButtonsOptions, error: unknown): void => {
  if (!props.onError) {
    reportError(error);
    return;
  }
  props.onError(error as Record<string, unknown>);
};

const isWanted = async (props: ButtonsOptions, fundingSource: string): Promise<boolean> => {
  const actions = { resolve: () => Promise.resolve(true), reject: () => Promise.resolve(false) };
  const answer: unknown = await props.onClick?.({ fundingSource }, actions as never);
  return answer !== false;
};

/** Opens the window at once, then lets the site create what is to be approved, and follows it through. */
export const startCheckout = (
  context: SdkContext,
  props: ButtonsOptions,
  fundingSource: 'paypal' | 'card',
  onEnd: () => void,
): Checkout => {
  let view: CheckoutWindow = openCheckoutWindow(context);
  let round = 0;
  let isAbandoned = false;

  const end = (): void => {
    view.close();
    onEnd();
  };

  const approved = async (purchase: Purchase, choice: Choice): Promise<void> => {
    const mine = round;
    const restart = (): Promise<never> => {
      void present(purchase, true);
      return new Promise<never>(() => undefined);
    };
    try {
      const actions = approveActions(context, choice, restart);
      const data = await approveData(context, choice, fundingSource);
      if (props.onApprove) await props.onApprove(data, actions);
      else await actions.order?.capture();
    } catch (error) {
      report(props, error);
    }
    // After a restart the window belongs to the next round.
    if (mine === round) end();
  };

  const present = async (purchase: Purchase, isRestart = false): Promise<void> => {
    round += 1;
    if (isRestart && view.isClosed()) view = openCheckoutWindow(context);
    view.go(approvalUrl(context, purchase, String(round), isRestart));
    const choice = await view.choice(purchase.id, String(round));
    if (isAbandoned) return;
    if (choice?.type === 'approved') {
      await approved(purchase, choice);
      return;
    }
    end();
    const orderID = choice?.orderID ?? purchase.id;
    props.onCancel?.({ orderID }, { redirect: () => undefined });
  };

  const run = async (): Promise<void> => {
    if (!(await isWanted(props, fundingSource))) {
      end();
      return;
    }
    await present(await createPurchase(context, props, fundingSource));
  };

  run().catch((error: unknown) => {
    if (isAbandoned) return;
    end();
    report(props, error);
  });

  return {
    focus: () => view.focus(),
    abandon: () => {
      isAbandoned = true;
      end();
    },
  };
};
