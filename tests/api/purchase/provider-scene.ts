import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type Context, newContext } from '../../../src/server/context.ts';
import { syncPurchase } from '../../../src/server/purchases/sync-purchase.ts';
import { storeEvent } from '../../../src/server/webhooks/event-queue.ts';
import { processEvent } from '../../../src/server/webhooks/process-event.ts';
import { webhookEvent } from '../../../src/server/webhooks/webhook-event.ts';
import { createPayPal } from '../../../src/server/paypal/paypal-client.ts';
import type { Order, PayPal, ProviderPayment } from '../../../src/server/paypal/paypal.ts';
import { records } from '../buyer.ts';
import {
  credentials,
  emulatedIdentity,
  createTestDatabase,
  settings,
  type TestDatabase,
} from '../harness.ts';
import { newAffiliate, newEmail, unique } from '../mint.ts';

export const price = { cents: 59_99, currency: 'USD' };
export const paidAt = new Date('2026-11-01T00:00:00Z');
export const capture = (id: string, state: ProviderPayment['state']): ProviderPayment => ({
  ...{ id, state, amount: price, taxCents: 0, paidAt, isDateUnsure: false },
});

export const related = (order_id: string) => ({ supplementary_data: { related_ids: { order_id } } });

/** Gives the tests of a file a database of their own, and servers whose provider answers as it is told. */
export const providerScene = () => {
  const scene = {} as { database: TestDatabase };
  beforeAll(async () => {
    scene.database = await createTestDatabase();
  });
  afterAll(() => scene.database.close());

  /** A server whose provider answers as told, and is not there for every other question. */
  const serverWith = (answers: Partial<PayPal>): Context => {
    const nobody = createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' });
    const services = { db: scene.database.db, identity: emulatedIdentity(), settings, now: () => new Date() };
    return newContext({ ...services, paypal: { ...nobody, ...answers } }, randomUUID());
  };

  /** An order of one buyer, at a provider that says of its captures what `says` has. */
  const shopWith = async (...captures: ProviderPayment[]) => {
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
    const says: { order: Order | null } = { order };
    return {
      order,
      /** What the provider has of the order from now on. */
      says: (...later: ProviderPayment[]) => {
        says.order = { ...order, captures: later };
      },
      forgets: () => {
        says.order = null;
      },
      server: (answers: Partial<PayPal> = {}) =>
        serverWith({ fetchOrder: () => Promise.resolve(says.order), ...answers }),
    };
  };

  const settle = async (context: Context, providerId: string) =>
    syncPurchase(context, { type: 'one-time', providerId });

  /** What becomes of an event that is sent to the server; one that the provider made this moment unless said otherwise. */
  const become = async (context: Context, event_type: string, resource: object, madeAt = new Date()) => {
    const event = { id: `WH-${unique()}`, event_type, create_time: madeAt.toISOString(), resource };
    const claimed = await storeEvent(context, webhookEvent.parse(event));
    if (claimed) await processEvent(context, claimed);
    const [row] = await scene.database.rows(
      'select state, next_attempt_at is not null as due from webhook_events where id = $1',
      [event.id],
    );
    return row;
  };

  /** What becomes of an event that tells of money that went back from a payment: cents, all of it unless said otherwise. */
  const goBack = (
    shop: Awaited<ReturnType<typeof shopWith>>,
    how: 'REFUNDED' | 'REVERSED',
    paymentId: string,
    { cents = price.cents, at = new Date(), madeAt = new Date(), answers = {} as Partial<PayPal> } = {},
  ) => {
    const [id, type] = [unique(), `PAYMENT.CAPTURE.${how}`];
    const amount = { ...price, cents };
    const server = shop.server({
      fetchRefund: () => Promise.resolve({ id, paymentId, amount, state: 'completed', refundedAt: at }),
      fetchEvent: () => Promise.resolve({ type, completed: null }),
      fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: shop.order.id }),
      ...answers,
    });
    return become(server, type, { id }, madeAt);
  };

  return {
    ...{ serverWith, shopWith, settle, become, goBack },
    rows: (...query: Parameters<TestDatabase['rows']>) => scene.database.rows(...query),
    recorded: (providerId: string) => records(scene.database.rows, providerId),
  };
};
