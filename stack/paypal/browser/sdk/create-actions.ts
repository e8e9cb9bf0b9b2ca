import type { SdkContext } from './context.ts';
import { callRest } from './rest.ts';
import type { ButtonsOptions } from './types.ts';

type CreateOrderActions = Parameters<NonNullable<ButtonsOptions['createOrder']>>[1];
type CreateSubscriptionActions = Parameters<NonNullable<ButtonsOptions['createSubscription']>>[1];
type OrderBody = Parameters<CreateOrderActions['order']['create']>[0];

/** What is to be approved: an order, or a subscription by its own id. */
export interface Purchase {
  kind: 'order' | 'subscription';
  id: string;
}

const withContext = (context: SdkContext, body: OrderBody): unknown => {
  const { intent, currency } = context;
  if (body.intent && body.intent.toLowerCase() !== intent)
    throw new Error(
      `Unexpected intent: ${body.intent} passed to order.create. Please ensure you are passing /sdk/js?intent=${body.intent.toLowerCase()} in the paypal script tag.`,
    );
  const units = body.purchase_units.map((unit) => {
    const sent = unit.amount.currency_code;
    if (sent && sent !== currency)
      throw new Error(
        `Unexpected currency: ${sent} passed to order.create. Please ensure you are passing /sdk/js?currency=${sent} in the paypal script tag.`,
      );
    return { ...unit, amount: { ...unit.amount, currency_code: currency } };
  });
  return { ...body, intent: intent.toUpperCase(), purchase_units: units };
};

const orderActions = (context: SdkContext): CreateOrderActions => ({
  order: {
    create: async (body) => {
      const request = withContext(context, body);
      const { id } = await callRest<{ id: string }>(context, 'POST', '/v2/checkout/orders', request);
      return id;
    },
  },
});

const subscriptionActions = (context: SdkContext): CreateSubscriptionActions => ({
  subscription: {
    create: async (body) => {
      const path = '/v1/billing/subscriptions';
      const { id } = await callRest<{ id: string }>(context, 'POST', path, body);
      return id;
    },
    revise: () => Promise.reject(new Error('The PayPal simulator does not revise subscriptions.')),
  },
});

const startSubscription = async (
  context: SdkContext,
  create: NonNullable<ButtonsOptions['createSubscription']>,
): Promise<Purchase> => {
  const id = await create({}, subscriptionActions(context));
  if (!id || typeof id !== 'string')
    throw new Error('Expected an subscription id to be passed to createSubscription');
  if (context.intent !== 'subscription')
    throw new Error(
      `Expected intent from order api call to be ${context.intent}, got subscription. Please ensure you are passing intent=subscription to the sdk url. https://developer.paypal.com/docs/checkout/reference/customize-sdk/`,
    );
  return { kind: 'subscription', id };
};

/** Lets the site create its order or subscription; throws the provider's words for what is wrong. */
export const createPurchase = async (
  context: SdkContext,
  props: ButtonsOptions,
  fundingSource: 'paypal' | 'card',
): Promise<Purchase> => {
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
};
