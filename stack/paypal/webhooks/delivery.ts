import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { paypalEventTypes } from '../../../src/shared/paypal-event-types.ts';
import { ids } from '../values.ts';
import type { WebhookEvent, Attempt, Delivery } from '../state.ts';
import { currentTime, type SimulatorContext, toTimestamp } from '../simulator-context.ts';
import { certificateUrl, signTransmission } from './signing.ts';

export interface WebhookSender {
  emit: SimulatorContext['emit'];
  /** Delivers an event again, as a new transmission. */
  resend(eventId: string): void;
  /** Delivers the held webhooks and returns their number. */
  flush(): number;
  /** Continues the deliveries that were pending when the simulator stopped. */
  resume(): void;
  /** Resolves once no delivery is pending. Held webhooks do not count. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Delays of the retries. PayPal retries for three days. */
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** Creates the sender of webhooks. First attempts keep the order of the events. Retries run in parallel. */
export function createWebhookSender(context: SimulatorContext): WebhookSender {
  const stop = new AbortController();
  const pending = new Set<Promise<void>>();
  let queue = Promise.resolve();

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.catch(() => undefined).finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  }

  async function deliverOnce(delivery: Delivery): Promise<boolean> {
    // A reset has deleted the event.
    if (!context.state.events[delivery.eventId]) return true;
    const result = await attemptDelivery(context, delivery, stop.signal);
    if (stop.signal.aborted) return false;
    delivery.attempts.push(result);
    const isAccepted = result.status !== null && result.status >= 200 && result.status < 300;
    if (isAccepted) delivery.status = 'delivered';
    context.save();
    return isAccepted;
  }

  async function retry(delivery: Delivery): Promise<void> {
    for (const pause of retryDelaysMs) {
      await wait(pause, undefined, { signal: stop.signal });
      if (await deliverOnce(delivery)) return;
    }
    delivery.status = 'failed';
    context.save();
  }

  function send(delivery: Delivery, delayMs: number): void {
    delivery.status = 'pending';
    const sendAt = Date.now() + delayMs;
    const firstAttempt = queue.then(async () => {
      // Waits even without a delay, so that the call that caused the event is answered first.
      await wait(Math.max(0, sendAt - Date.now()), undefined, { signal: stop.signal });
      if (!(await deliverOnce(delivery))) void track(retry(delivery));
    });
    queue = track(firstAttempt);
  }

  function addDelivery(event: WebhookEvent): Delivery {
    const delivery: Delivery = {
      transmissionId: randomUUID(),
      transmissionTime: toTimestamp(new Date()),
      eventId: event.id,
      eventType: event.event_type,
      status: 'held',
      attempts: [],
    };
    context.state.deliveries.push(delivery);
    return delivery;
  }

  const emit: WebhookSender['emit'] = (eventType, resourceType, summary, resource) => {
    if (!Object.hasOwn(paypalEventTypes, eventType))
      throw new Error(`No event type of paypal-event-types.ts: ${eventType}`);
    const id = ids.event();
    const self = `${context.url}/v1/notifications/webhooks-events/${id}`;
    const event: WebhookEvent = {
      id,
      event_version: '1.0',
      create_time: currentTime(context).toISOString(),
      resource_type: resourceType,
      ...(resourceType === 'sale' || eventType.startsWith('PAYMENT.SALE.')
        ? {}
        : { resource_version: '2.0' }),
      event_type: eventType,
      summary,
      resource: structuredClone(resource),
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: `${self}/resend`, rel: 'resend', method: 'POST' },
      ],
    };
    context.state.events[id] = event;
    const { deliverTwice, holdWebhooks, reverseOrder, webhookDelayMs } = context.switches;
    const deliveries = deliverTwice ? [addDelivery(event), addDelivery(event)] : [addDelivery(event)];
    if (!holdWebhooks && !reverseOrder) for (const delivery of deliveries) send(delivery, webhookDelayMs);
    context.save();
  };

  const idle = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };

  return {
    emit,
    idle,
    resend: (eventId) => {
      const event = context.state.events[eventId];
      if (event) send(addDelivery(event), 0);
      context.save();
    },
    flush: () => {
      const heldDeliveries = context.state.deliveries.filter(({ status }) => status === 'held');
      if (context.switches.reverseOrder) heldDeliveries.reverse();
      for (const delivery of heldDeliveries) send(delivery, 0);
      return heldDeliveries.length;
    },
    resume: () => {
      for (const delivery of context.state.deliveries) if (delivery.status === 'pending') send(delivery, 0);
    },
    close: async () => {
      stop.abort();
      await idle();
    },
  };
}

const timeoutMs = 10_000;

async function attemptDelivery(
  context: SimulatorContext,
  delivery: Delivery,
  stop: AbortSignal,
): Promise<Attempt> {
  const time = toTimestamp(new Date());
  const body = JSON.stringify(context.state.events[delivery.eventId]);
  const { transmissionId: id, transmissionTime } = delivery;
  const signature = signTransmission(context, {
    id,
    time: transmissionTime,
    webhookId: context.settings.webhookId,
    body,
  });
  try {
    const response = await fetch(context.settings.webhookUrl, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-214.0-simulator',
        'paypal-transmission-id': id,
        'paypal-transmission-time': transmissionTime,
        'paypal-transmission-sig': signature,
        'paypal-cert-url': certificateUrl(context),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-auth-version': 'v2',
      },
    });
    await response.body?.cancel();
    return { time, status: response.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { time, status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
