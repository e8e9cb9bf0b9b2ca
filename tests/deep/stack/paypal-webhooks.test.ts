import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { newOrder, newSubscription, startSimulator, text, type Delivery } from './simulator-context.ts';

const webhookId = '8PT59711WH687430L';

function header({ headers }: Delivery, name: string): string {
  return text.parse(headers[`paypal-${name}`]);
}

async function hasValidSignature(delivery: Delivery, body = delivery.body, id = webhookId): Promise<boolean> {
  const pem = await (await fetch(header(delivery, 'cert-url'))).text();
  const signed = [
    header(delivery, 'transmission-id'),
    header(delivery, 'transmission-time'),
    id,
    crc32(body),
  ];
  return createVerify('RSA-SHA256')
    .update(signed.join('|'))
    .verify(new X509Certificate(pem).publicKey, header(delivery, 'transmission-sig'), 'base64');
}

async function deliverOneEvent() {
  const context = await startSimulator();
  await newSubscription(context.call);
  await context.simulator.idle();
  const [delivery] = context.site.received;
  if (!delivery) throw new Error('Nothing was delivered.');
  return { ...context, delivery };
}

test('a signature is valid with the served certificate, but not for another body or another webhook', async () => {
  const { delivery } = await deliverOneEvent();
  expect(header(delivery, 'auth-algo')).toBe('SHA256withRSA');
  expect(await hasValidSignature(delivery)).toBe(true);
  expect(await hasValidSignature(delivery, `${delivery.body} `)).toBe(false);
  expect(await hasValidSignature(delivery, delivery.body, 'OTHERWEBHOOK')).toBe(false);
});

test("the certificate is served without its CA, is issued by the simulator's CA, and is valid now", async () => {
  const { simulator, delivery } = await deliverOneEvent();
  const url = header(delivery, 'cert-url');
  expect(new URL(url).pathname).toMatch(/^\/v1\/notifications\/certs\/CERT-[0-9a-f-]+$/);
  const pem = await (await fetch(url)).text();
  expect(pem.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(1);
  const leaf = new X509Certificate(pem);
  const ca = new X509Certificate(simulator.caPem);
  expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true);
  expect([leaf.ca, ca.ca]).toEqual([false, true]);
  expect(leaf.checkHost('messageverificationcerts.paypal.com')).toBeTruthy();
  expect(Date.parse(leaf.validFrom)).toBeLessThan(Date.now());
  expect(Date.parse(leaf.validTo)).toBeGreaterThan(Date.now());
  expect((await fetch(`${url}0`)).status).toBe(404);
});

test('the verification call accepts an original event and refuses a changed one', async () => {
  const { call, delivery } = await deliverOneEvent();
  async function verify(changes: Record<string, unknown>) {
    const answer = await call('POST', '/v1/notifications/verify-webhook-signature', {
      auth_algo: header(delivery, 'auth-algo'),
      cert_url: header(delivery, 'cert-url'),
      transmission_id: header(delivery, 'transmission-id'),
      transmission_sig: header(delivery, 'transmission-sig'),
      transmission_time: header(delivery, 'transmission-time'),
      webhook_id: webhookId,
      webhook_event: JSON.parse(delivery.body) as unknown,
      ...changes,
    });
    return answer.body['verification_status'] ?? answer.status;
  }
  expect(await verify({})).toBe('SUCCESS');
  expect(await verify({ webhook_event: { id: 'WH-FORGED' } })).toBe('FAILURE');
  expect(await verify({ webhook_id: 'OTHER' })).toBe('FAILURE');
  expect(await verify({ transmission_time: '2020-01-01T00:00:00Z' })).toBe('FAILURE');
  expect(await verify({ cert_url: 'https://evil.example/certs/1' })).toBe('FAILURE');
  expect(await verify({ transmission_id: undefined })).toBe(400);
});

test('events have the documented envelope, and can be read and sent again', async () => {
  const { simulator, site, call, delivery } = await deliverOneEvent();
  const event = JSON.parse(delivery.body) as Record<string, unknown>;
  expect(event).toMatchObject({
    id: expect.stringMatching(/^WH-[0-9A-Z]{17}-[0-9A-Z]{17}$/) as unknown,
    event_version: '1.0',
    resource_version: '2.0',
    resource_type: 'subscription',
    event_type: 'BILLING.SUBSCRIPTION.CREATED',
    summary: 'Subscription created',
    links: [{ rel: 'self' }, { rel: 'resend' }],
  });
  const path = `/v1/notifications/webhooks-events/${delivery.eventId}`;
  expect(await call('GET', path)).toEqual({ status: 200, body: event });
  const listEvents = (query: string) => call('GET', `/v1/notifications/webhooks-events?${query}`);
  const subscription = (event['resource'] as { id: string }).id;
  expect(
    await listEvents(`transaction_id=${subscription}&event_type=BILLING.SUBSCRIPTION.CREATED`),
  ).toMatchObject({
    status: 200,
    body: { events: [event], count: 1 },
  });
  expect(await listEvents(`transaction_id=${subscription}&event_type=PAYMENT.SALE.COMPLETED`)).toMatchObject({
    body: { events: [], count: 0 },
  });
  expect(await listEvents('transaction_id=ELSE')).toMatchObject({ body: { events: [] } });
  expect((await call('POST', `${path}/resend`, {})).status).toBe(202);
  await simulator.idle();
  expect(site.received.map(({ eventId }) => eventId)).toEqual([delivery.eventId, delivery.eventId]);
});

async function payAndReverse(context: Awaited<ReturnType<typeof startSimulator>>) {
  const id = await newOrder(context.call);
  context.simulator.approve(id);
  await context.call('POST', `/v2/checkout/orders/${id}/capture`, {});
  context.simulator.reverseCapture(text.parse(Object.keys(context.simulator.state().captures)[0]));
}
const expectedTypes = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REVERSED'];

test('with deliverTwice, each event is sent as two transmissions', async () => {
  const context = await startSimulator();
  context.simulator.set({ deliverTwice: true });
  await payAndReverse(context);
  await context.simulator.idle();
  expect(context.site.types()).toEqual(expectedTypes.flatMap((type) => [type, type]));
  expect(new Set(context.site.received.map(({ eventId }) => eventId)).size).toBe(3);
  expect(new Set(context.site.received.map((delivery) => header(delivery, 'transmission-id'))).size).toBe(6);
  for (const delivery of context.site.received) expect(await hasValidSignature(delivery)).toBe(true);
});

test('held events wait for a flush, and reverseOrder sends the newest first', async () => {
  const context = await startSimulator();
  context.simulator.set({ holdWebhooks: true });
  await payAndReverse(context);
  await context.simulator.idle();
  expect(context.site.received).toEqual([]);
  expect(context.simulator.flush()).toBe(3);
  await context.simulator.idle();
  expect(context.site.types()).toEqual(expectedTypes);
  context.simulator.reset();
  context.simulator.set({ reverseOrder: true });
  await payAndReverse(context);
  expect(context.simulator.flush()).toBe(3);
  await context.simulator.idle();
  expect(context.site.types().slice(3)).toEqual(expectedTypes.toReversed());
});

test('a refused delivery is retried with the same event until the site accepts it', async () => {
  const context = await startSimulator();
  context.site.answers.push(500, 302);
  await newSubscription(context.call);
  await context.simulator.idle();
  expect(context.site.received.map(({ eventId }) => eventId)).toEqual(
    Array<string>(3).fill(context.site.received[0]?.eventId ?? ''),
  );
  expect(context.simulator.state().deliveries).toMatchObject([
    { status: 'delivered', attempts: [{ status: 500 }, { status: 302 }, { status: 200 }] },
  ]);
});

test('a delayed webhook does not delay the call that caused it', async () => {
  const context = await startSimulator();
  context.simulator.set({ webhookDelayMs: 300 });
  const started = Date.now();
  await newSubscription(context.call);
  expect(context.site.received).toEqual([]);
  await context.simulator.idle();
  expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  expect(context.site.received).toHaveLength(1);
});
