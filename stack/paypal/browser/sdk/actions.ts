import type { SdkContext, ButtonsOptions } from './context.ts';
import { callRest, fetchAccessToken, RestError } from './rest.ts';
import type { Choice } from './checkout-window.ts';

/** The order or the subscription that the buyer approves. */
export interface Purchase {
  kind: 'order' | 'subscription';
  id: string;
}

/** Lets the site create its order or subscription. Throws errors with PayPal's messages. */
export async function createPurchase(
  context: SdkContext,
  props: ButtonsOptions,
  fundingSource: 'paypal' | 'card',
): Promise<Purchase> {
  if (props.createSubscription) return startSubscription(context, props.createSubscription);
  const actions = orderActions(context);
  const id = props.createOrder
    ? await props.createOrder({ paymentSource: fundingSource }, actions)
    : await actions.order.create({
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: context.currency, value: '0.01' } }],
      });
  if (!id || typeof id !== 'string') throw new Error('Expected an order id to be passed');
  return { kind: 'order', id };
}

async function startSubscription(
  context: SdkContext,
  create: NonNullable<ButtonsOptions['createSubscription']>,
): Promise<Purchase> {
  const id = await create({}, subscriptionActions(context));
  if (!id || typeof id !== 'string')
    throw new Error('Expected an subscription id to be passed to createSubscription');
  if (context.intent !== 'subscription')
    throw new Error(
      `Expected intent from order api call to be ${context.intent}, got subscription. Please ensure you are passing intent=subscription to the sdk url. https://developer.paypal.com/docs/checkout/reference/customize-sdk/`,
    );
  return { kind: 'subscription', id };
}

type CreateSubscriptionActions = Parameters<NonNullable<ButtonsOptions['createSubscription']>>[1];

function subscriptionActions(context: SdkContext): CreateSubscriptionActions {
  return {
    subscription: {
      create: async (body) => {
        const path = '/v1/billing/subscriptions';
        const { id } = await callRest<{ id: string }>(context, 'POST', path, body);
        return id;
      },
      revise: () => Promise.reject(new Error('The PayPal simulator does not revise subscriptions.')),
    },
  };
}

type CreateOrderActions = Parameters<NonNullable<ButtonsOptions['createOrder']>>[1];

function orderActions(context: SdkContext): CreateOrderActions {
  return {
    order: {
      create: async (body) => {
        const request = withIntentAndCurrency(context, body);
        const { id } = await callRest<{ id: string }>(context, 'POST', '/v2/checkout/orders', request);
        return id;
      },
    },
  };
}

type OrderRequest = Parameters<CreateOrderActions['order']['create']>[0];

function withIntentAndCurrency(context: SdkContext, body: OrderRequest): unknown {
  const { intent, currency } = context;
  if (body.intent && body.intent.toLowerCase() !== intent)
    throw new Error(
      `Unexpected intent: ${body.intent} passed to order.create. Please ensure you are passing /sdk/js?intent=${body.intent.toLowerCase()} in the paypal script tag.`,
    );
  const units = body.purchase_units.map((unit) => {
    const unitCurrency = unit.amount.currency_code;
    if (unitCurrency && unitCurrency !== currency)
      throw new Error(
        `Unexpected currency: ${unitCurrency} passed to order.create. Please ensure you are passing /sdk/js?currency=${unitCurrency} in the paypal script tag.`,
      );
    return { ...unit, amount: { ...unit.amount, currency_code: currency } };
  });
  return { ...body, intent: intent.toUpperCase(), purchase_units: units };
}

type OnApprove = NonNullable<ButtonsOptions['onApprove']>;

export type ApproveActions = Parameters<OnApprove>[1];
type OrderBody = Awaited<ReturnType<NonNullable<ApproveActions['order']>['capture']>>;
type SubscriptionBody = Awaited<ReturnType<NonNullable<ApproveActions['subscription']>['get']>>;

/**
 * The second argument of `onApprove`. As in PayPal's SDK, `capture()` restarts the approval after a declined card: its promise
 * stays pending, and `onApprove` is called again after the next approval.
 */
export function approveActions(
  context: SdkContext,
  choice: Choice,
  restart: () => Promise<never>,
): ApproveActions {
  const order = `/v2/checkout/orders/${choice.orderID}`;
  const subscription = `/v1/billing/subscriptions/${choice.subscriptionID ?? ''}`;
  async function capture(): Promise<OrderBody> {
    if (context.intent !== 'capture') throw new Error('Use intent=capture to use client-side capture');
    try {
      return await callRest<OrderBody>(context, 'POST', `${order}/capture`, {});
    } catch (error) {
      if (error instanceof RestError && error.isDecline && !error.isLeftToSite) return restart();
      throw error;
    }
  }
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
      // The approval has activated the subscription.
      activate: () => Promise.resolve(),
    },
    redirect,
    restart: () => {
      void restart();
    },
  };
}

function redirect(url: string): void {
  if (!/^https?:\/\//.test(url))
    throw new Error(`Invalid redirect url: ${url} - must be fully qualified url`);
  window.location.assign(url);
}

export type ApproveData = Parameters<OnApprove>[0];

/** The first argument of `onApprove`. */
export async function approveData(
  context: SdkContext,
  choice: Choice,
  fundingSource: 'paypal' | 'card',
): Promise<ApproveData & { paymentSource: string }> {
  return {
    orderID: choice.orderID,
    payerID: choice.payerID,
    paymentID: choice.subscriptionID === null ? choice.orderID : null,
    billingToken: choice.billingToken,
    ...(choice.subscriptionID === null ? {} : { subscriptionID: choice.subscriptionID }),
    facilitatorAccessToken: await fetchAccessToken(context),
    paymentSource: fundingSource,
  };
}
