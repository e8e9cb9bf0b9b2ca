import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { paypalEventTypes } from '../../../src/shared/paypal-event-types.ts';
import { ids } from '../ids.ts';
import type { WebhookEvent } from '../shapes.ts';
import type { Attempt, Delivery } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { certificateUrl, signTransmission } from './signature.ts';

/** Waits before the repetitions; the provider's own go on for three days. */
const backOffMs = [250, 500, 1_000, 2_000, 4_000, 8_000];
const answerWithinMs = 10_000;

export interface Courier {
  emit: World['emit'];
  /** Sends an event once more, as a new transmission. */
  resend(eventId: string): void;
  /** Lets the held deliveries go; tells how many. */
  flush(): number;
  /** Goes on with what a stop of the simulator left undelivered. */
  resume(): void;
  /** Resolves once nothing is under way; held deliveries do not count. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const attempt = async (world: World, delivery: Delivery, stop: AbortSignal): Promise<Attempt> => {
  const time = timestamp(new Date());
  const body = JSON.stringify(world.state.events[delivery.eventId]);
  const { transmissionId: id, transmissionTime } = delivery;
  const signature = signTransmission(world, {
    id,
    time: transmissionTime,
    webhookId: world.settings.webhookId,
    body,
  });
  try {
    const response = await fetch(world.settings.webhookUrl, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(answerWithinMs)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-214.0-simulator',
        'paypal-transmission-id': id,
        'paypal-transmission-time': transmissionTime,
        'paypal-transmission-sig': signature,
        'paypal-cert-url': certificateUrl(world),
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
};

/** Signs and delivers webhooks: first attempts in the order of the events, repetitions beside them. */
export const openCourier = (world: World): Courier => {
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();
  let line = Promise.resolve();

  const track = (work: Promise<void>): Promise<void> => {
    const settled = work.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return settled;
  };

  const tryOnce = async (delivery: Delivery): Promise<boolean> => {
    // A reset forgets the events, and with them their deliveries.
    if (!world.state.events[delivery.eventId]) return true;
    const result = await attempt(world, delivery, stop.signal);
    if (stop.signal.aborted) return false;
    delivery.attempts.push(result);
    const accepted = result.status !== null && result.status >= 200 && result.status < 300;
    if (accepted) delivery.status = 'delivered';
    world.save();
    return accepted;
  };

  const repeat = async (delivery: Delivery): Promise<void> => {
    for (const pause of backOffMs) {
      await wait(pause, undefined, { signal: stop.signal });
      if (await tryOnce(delivery)) return;
    }
    delivery.status = 'failed';
    world.save();
  };

  const send = (delivery: Delivery, delayMs: number): void => {
    delivery.status = 'pending';
    const due = Date.now() + delayMs;
    const first = line.then(async () => {
      // Even without a delay, the call that caused the event is answered first.
      await wait(Math.max(0, due - Date.now()), undefined, { signal: stop.signal });
      if (!(await tryOnce(delivery))) void track(repeat(delivery));
    });
    line = track(first);
  };

  const add = (event: WebhookEvent): Delivery => {
    const delivery: Delivery = {
      transmissionId: randomUUID(),
      transmissionTime: timestamp(new Date()),
      eventId: event.id,
      eventType: event.event_type,
      status: 'held',
      attempts: [],
    };
    world.state.deliveries.push(delivery);
    return delivery;
  };

  const emit: Courier['emit'] = (eventType, resourceType, summary, resource) => {
    if (!Object.hasOwn(paypalEventTypes, eventType))
      throw new Error(`Not in the table of events: ${eventType}`);
    const id = ids.event();
    const self = `${world.url}/v1/notifications/webhooks-events/${id}`;
    const event: WebhookEvent = {
      id,
      event_version: '1.0',
      create_time: present(world).toISOString(),
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
    world.state.events[id] = event;
    const { deliverTwice, holdWebhooks, reverseOrder, webhookDelayMs } = world.switches;
    const deliveries = deliverTwice ? [add(event), add(event)] : [add(event)];
    if (!holdWebhooks && !reverseOrder) for (const delivery of deliveries) send(delivery, webhookDelayMs);
    world.save();
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    emit,
    idle,
    resend: (eventId) => {
      const event = world.state.events[eventId];
      if (event) send(add(event), 0);
      world.save();
    },
    flush: () => {
      const held = world.state.deliveries.filter(({ status }) => status === 'held');
      if (world.switches.reverseOrder) held.reverse();
      for (const delivery of held) send(delivery, 0);
      return held.length;
    },
    resume: () => {
      for (const delivery of world.state.deliveries) if (delivery.status === 'pending') send(delivery, 0);
    },
    close: async () => {
      stop.abort();
      await idle();
    },
  };
};
