import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPayPal } from '../../../../../src/server/clients/paypal/paypal-client.ts';
import type { PayPal, PaymentKind, RefundRequest } from '../../../../../src/server/frame/context/paypal.ts';
import {
  type PayPalSettings,
  type PayPalSimulator,
  startPayPal,
} from '../../../../../stack/paypal/simulator.ts';
import {
  type Call,
  callerOf,
  newOrder,
  newSubscription,
  onlyCapture,
  onlySale,
  openSite,
  settingsFor,
  type Site,
} from '../../../../deep/stack/simulator-context.ts';

interface Scene {
  site: Site;
  simulator: PayPalSimulator;
  /** Settings of the simulator. A new `clientSecret` makes it refuse the tokens that it issued before. */
  simulated: PayPalSettings;
  /** The site's client. */
  paypal: PayPal;
  /** Settings of the client. */
  credentials: { clientSecret: string };
  /** Calls PayPal's REST API without the client. */
  call: Call;
}

/** Starts a PayPal simulator and the site's client for the tests of a file. Each test begins with an empty PayPal. */
export function writesScene() {
  const scene = {} as Scene;
  beforeAll(async () => {
    const site = await openSite();
    const simulated = settingsFor(site);
    const simulator = await startPayPal(simulated);
    const { clientId, clientSecret, webhookId } = simulated;
    const credentials = { apiUrl: simulator.url, clientId, clientSecret, webhookId };
    const call = await callerOf(simulator);
    Object.assign(scene, {
      site,
      simulator,
      simulated,
      paypal: createPayPal(credentials),
      credentials,
      call,
    });
  });
  beforeEach(async () => {
    scene.simulator.reset();
    await scene.simulator.idle();
    scene.site.received.length = 0;
  });
  afterAll(async () => {
    await scene.simulator.close();
    await scene.site.close();
  });

  /** Creates an active subscription. Returns its id. */
  const activeSubscription = async (): Promise<string> => {
    const id = await newSubscription(scene.call);
    scene.simulator.approve(id);
    return id;
  };

  /** Pays an order (59.99) or a subscription (49.99), and returns the id of the payment. PayPal has no other of its kind. */
  const pay = async (kind: PaymentKind): Promise<string> => {
    if (kind === 'sale') {
      await activeSubscription();
      return onlySale(scene.simulator);
    }
    const orderId = await newOrder(scene.call);
    scene.simulator.approve(orderId);
    await scene.call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
    return onlyCapture(scene.simulator);
  };

  /** Refunds 10.00 of a payment with the site's client. */
  const refund = (paymentId: string, kind: PaymentKind, changes: Partial<RefundRequest> = {}) =>
    scene.paypal.refundPayment({
      paymentId,
      kind,
      amountCents: 10_00,
      requestId: 'key',
      note: 'Refund',
      ...changes,
    });

  const refunds = () => Object.values(scene.simulator.state().refunds);
  const eventTypes = () => Object.values(scene.simulator.state().events).map((event) => event.event_type);
  return Object.assign(scene, { activeSubscription, pay, refund, refunds, eventTypes });
}
