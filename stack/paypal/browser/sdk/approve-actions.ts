import type { Choice } from '../messages.ts';
import type { SdkContext } from './context.ts';
import { accessToken, callRest, RestError } from './rest.ts';
import type { ButtonsOptions } from './types.ts';

type OnApprove = NonNullable<ButtonsOptions['onApprove']>;
export type ApproveData = Parameters<OnApprove>[0];
export type ApproveActions = Parameters<OnApprove>[1];
type OrderBody = Awaited<ReturnType<NonNullable<ApproveActions['order']>['capture']>>;
type SubscriptionBody = Awaited<ReturnType<NonNullable<ApproveActions['subscription']>['get']>>;

/** `onApprove`'s first argument. */
export const approveData = async (
  context: SdkContext,
  choice: Choice,
  fundingSource: 'paypal' | 'card',
): Promise<ApproveData & { paymentSource: string }> => ({
  orderID: choice.orderID,
  payerID: choice.payerID,
  paymentID: choice.subscriptionID === null ? choice.orderID : null,
  billingToken: choice.billingToken,
  ...(choice.subscriptionID === null ? {} : { subscriptionID: choice.subscriptionID }),
  facilitatorAccessToken: await accessToken(context),
  paymentSource: fundingSource,
});

const redirect = (url: string): void => {
  if (!/^https?:\/\//.test(url))
    throw new Error(`Invalid redirect url: ${url} - must be fully qualified url`);
  window.location.assign(url);
};

/**
 * `onApprove`'s second argument. As with the real SDK, `capture()` answers a declined card by starting
 * over by itself: the promise then stays open, and `onApprove` runs again after the next approval.
 */
export const approveActions = (
  context: SdkContext,
  choice: Choice,
  restart: () => Promise<never>,
): ApproveActions => {
  const order = `/v2/checkout/orders/${choice.orderID}`;
  const subscription = `/v1/billing/subscriptions/${choice.subscriptionID ?? ''}`;
  const capture = async (): Promise<OrderBody> => {
    if (context.intent !== 'capture') throw new Error('Use intent=capture to use client-side capture');
    try {
      return await callRest<OrderBody>(context, 'POST', `${order}/capture`, {});
    } catch (error) {
      if (error instanceof RestError && error.isDecline && !error.leaveToSite) return restart();
      throw error;
    }
  };
  return {
    order: {
      capture,
      get: () => callRest<OrderBody>(context, 'GET', order),
      authorize: () => Promise.reject(new Error('Use intent=authorize to use client-side authorize')),
      patch: () => Promise.reject(new Error('Order could not be patched')),
    },
    subscription: {
      get: async () => {
        if (choice.subscriptionID === null) throw new Error('No subscription ID present');
        return callRest<SubscriptionBody>(context, 'GET', subscription);
      },
      // Approving activates already.
      activate: () => Promise.resolve(),
    },
    redirect,
    restart: () => {
      void restart();
    },
  };
};
