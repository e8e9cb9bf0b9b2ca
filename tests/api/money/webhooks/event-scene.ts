import { newContext } from '../../../../src/server/frame/context/context.ts';
import { storeAndClaimEvent } from '../../../../src/server/money/webhooks/event-queue.ts';
import { webhookEvent } from '../../../../src/server/money/webhooks/webhook-event.ts';
import { retryDueEvents } from '../../../../src/server/money/webhooks/retry-events.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { createTestDatabase, settings } from '../../harness.ts';
import type { Row } from '../../rows.ts';
import { startShop } from '../../shop.ts';
import { terms } from '../../settings.ts';

/** A minute in milliseconds. */
export const minute = 60_000;

/** Starts the site with a clock that a test can set. The simulator sends no events; a test sends them. */
export const startEvents = async () => {
  const database = await createTestDatabase();
  /** The clock of the API and of the workers, in milliseconds since 1970. */
  const clock = { now: Date.now() };
  const shop = await startShop({ database, now: () => new Date(clock.now) });

  /** Returns the services of a worker. `answers` replaces calls to PayPal. */
  const newServices = (answers: Partial<PayPal>) => ({
    db: database.db,
    paypal: { ...createPayPal(shop.paypalSettings), ...answers },
    identity: unconfiguredIdentity,
    settings: { ...settings },
    mail: null,
    terms,
    letters: () => Promise.resolve([]),
    now: () => new Date(clock.now),
  });
  const newWorkerContext = (answers: Partial<PayPal> = {}) => newContext(newServices(answers), 'worker');
  /** The log of the last `retryDue`. */
  const log: Row[] = [];
  /** Runs the scheduled job. */
  const retryDue = (answers: Partial<PayPal> = {}) => {
    log.length = 0;
    return retryDueEvents(newServices(answers), (line) => log.push(line));
  };

  /** Returns PayPal's event of a completed capture. */
  const completedEvent = () => {
    const event = Object.values(shop.paypal.state().events).find(
      ({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED',
    );
    return { id: event?.id ?? '', body: JSON.stringify(event) };
  };
  const send = (body: string) =>
    shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  /** Stores an event without processing it, like a function that is stopped right after its answer. */
  const storeOnly = (body: string) =>
    storeAndClaimEvent(newWorkerContext(), webhookEvent.parse(JSON.parse(body)));
  const eventRow = async (id: string) =>
    (
      await shop.rows(
        `select state, attempts, last_error, next_attempt_at, leased_until from webhook_events where id = $1`,
        [id],
      )
    )[0];

  const reset = async () => {
    shop.paypal.reset();
    shop.paypal.set({ holdWebhooks: true });
    await shop.rows('delete from webhook_events');
  };

  return {
    database,
    clock,
    shop,
    newWorkerContext,
    retryDue,
    log,
    completedEvent,
    send,
    storeOnly,
    eventRow,
    reset,
  };
};
