import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type Context, newContext } from '../../../../src/server/frame/context/context.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import type { Order, PayPal, ProviderPayment } from '../../../../src/server/frame/context/paypal.ts';
import { syncPurchase } from '../../../../src/server/money/purchases/sync-purchase.ts';
import { storeAndClaimEvent } from '../../../../src/server/money/webhooks/event-queue.ts';
import { processEvent } from '../../../../src/server/money/webhooks/process-event.ts';
import { webhookEvent } from '../../../../src/server/money/webhooks/webhook-event.ts';
import { records } from '../../buyer.ts';
import {
  credentials,
  emulatedIdentity,
  createTestDatabase,
  settings,
  type TestDatabase,
} from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { terms } from '../../settings.ts';

export const price = { cents: 59_99, currency: 'USD' };
export const paidAt = new Date('2026-11-01T00:00:00Z');
export const capture = (id: string, state: ProviderPayment['state']): ProviderPayment => ({
  id,
  state,
  amount: price,
  taxCents: 0,
  paidAt,
  isDateUnsure: false,
});

/** Returns the part of an event's resource that names the order. */
export const related = (order_id: string) => ({ supplementary_data: { related_ids: { order_id } } });

/** Returns a database for the tests of a file, and contexts whose PayPal client gives the answers of a test. */
export const paypalScene = () => {
  const scene = {} as { database: TestDatabase };
  beforeAll(async () => {
    scene.database = await createTestDatabase();
  });
  afterAll(() => scene.database.close());

  /** Returns a context whose PayPal client gives these answers, and cannot connect for any other call. */
  const contextWith = (answers: Partial<PayPal>): Context => {
    const unreachable = createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' });
    const services = {
      db: scene.database.db,
      identity: emulatedIdentity(),
      settings,
      terms,
      mail: null,
      now: () => new Date(),
    };
    return newContext({ ...services, paypal: { ...unreachable, ...answers } }, randomUUID());
  };

  /** Creates an order with these captures and an affiliate's code. A test may change or delete the order at PayPal. */
  const orderWith = async (...captures: ProviderPayment[]) => {
    const { code } = await newAffiliate(scene.database.rows, { activeFrom: '2026-01-01T00:00:00Z' });
    const order: Order = {
      id: unique(),
      createdAt: paidAt,
      payer: { id: unique(), email: newEmail('buyer') },
      planId: 'basic',
      affiliateCode: code,
      amount: price,
      payeeId: settings.merchantId,
      captures,
    };
    let current: Order | null = order;
    return {
      order,
      setCaptures: (...changed: ProviderPayment[]) => {
        current = { ...order, captures: changed };
      },
      deleteOrder: () => {
        current = null;
      },
      context: (answers: Partial<PayPal> = {}) =>
        contextWith({ fetchOrder: () => Promise.resolve(current), ...answers }),
    };
  };

  const sync = (context: Context, providerId: string) =>
    syncPurchase(context, { type: 'one-time', providerId });

  /** Stores and processes a new event. Returns its state, and whether it is due again. */
  const processNewEvent = async (
    context: Context,
    event_type: string,
    resource: object,
    createdAt = new Date(),
  ) => {
    const event = { id: `WH-${unique()}`, event_type, create_time: createdAt.toISOString(), resource };
    const claimed = await storeAndClaimEvent(context, webhookEvent.parse(event));
    if (claimed) await processEvent(context, claimed);
    const [row] = await scene.database.rows(
      'select state, next_attempt_at is not null as due from webhook_events where id = $1',
      [event.id],
    );
    return row;
  };

  /** Processes the event of a refund or reversal of a payment. The default is the whole payment, refunded now. */
  const sendRefund = (
    { order, context }: Awaited<ReturnType<typeof orderWith>>,
    kind: 'REFUNDED' | 'REVERSED',
    paymentId: string,
    { cents = price.cents, at = new Date(), createdAt = new Date(), answers = {} as Partial<PayPal> } = {},
  ) => {
    const [id, type] = [unique(), `PAYMENT.CAPTURE.${kind}`];
    const amount = { ...price, cents };
    const refundContext = context({
      fetchRefund: () => Promise.resolve({ id, paymentId, amount, state: 'completed', refundedAt: at }),
      fetchEvent: () => Promise.resolve({ type, completed: null }),
      fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: order.id }),
      ...answers,
    });
    return processNewEvent(refundContext, type, { id }, createdAt);
  };

  return {
    contextWith,
    orderWith,
    sync,
    processNewEvent,
    sendRefund,
    rows: (...query: Parameters<TestDatabase['rows']>) => scene.database.rows(...query),
    recordsOf: (providerId: string) => records(scene.database.rows, providerId),
  };
};
