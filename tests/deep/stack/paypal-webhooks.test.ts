import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { newOrder, newSubscription, startWorld, text, type Received } from './paypal-world.ts';

const webhookId = '8PT59711WH687430L';

const header = ({ headers }: Received, name: string): string => text.parse(headers[`paypal-${name}`]);

const verifies = async (delivery: Received, body = delivery.body, id = webhookId): Promise<boolean> => {
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
};

const deliveredOne = async () => {
  const world = await startWorld();
  await newSubscription(world.call);
  await world.simulator.idle();
  const [delivery] = world.site.received;
  if (!delivery) throw new Error('Nothing was delivered.');
  return { ...world, delivery };
};

test('a signature verifies against the served certificate, for this body and webhook alone', async () => {
  const { delivery } = await deliveredOne();
  expect(header(delivery, 'auth-algo')).toBe('SHA256withRSA');
  expect(await verifies(delivery)).toBe(true);
  expect(await verifies(delivery, delivery.body.replace('ACTIVE', 'BROKEN').concat(' '))).toBe(false);
  expect(await verifies(delivery, delivery.body, 'OTHERWEBHOOK')).toBe(false);
});

test("the certificate is served alone, is under the simulator's CA and valid now", async () => {
  const { simulator, delivery } = await deliveredOne();
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

test('the verification call tells a genuine event from a changed one', async () => {
  const { call, delivery } = await deliveredOne();
  const ask = async (changes: Record<string, unknown>) => {
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
  };
  expect(await ask({})).toBe('SUCCESS');
  expect(await ask({ webhook_event: { id: 'WH-FORGED' } })).toBe('FAILURE');
  expect(await ask({ webhook_id: 'OTHER' })).toBe('FAILURE');
  expect(await ask({ transmission_time: '2020-01-01T00:00:00Z' })).toBe('FAILURE');
  expect(await ask({ cert_url: 'https://evil.example/certs/1' })).toBe('FAILURE');
  expect(await ask({ transmission_id: undefined })).toBe(400);
});

test('events come in the documented envelope, and can be read and sent again', async () => {
  const { simulator, site, call, delivery } = await deliveredOne();
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
  const listed = (query: string) => call('GET', `/v1/notifications/webhooks-events?${query}`);
  const subscription = (event['resource'] as { id: string }).id;
  expect(
    await listed(`transaction_id=${subscription}&event_type=BILLING.SUBSCRIPTION.CREATED`),
  ).toMatchObject({
    status: 200,
    body: { events: [event], count: 1 },
  });
  expect(await listed(`transaction_id=${subscription}&event_type=PAYMENT.SALE.COMPLETED`)).toMatchObject({
    body: { events: [], count: 0 },
  });
  expect(await listed('transaction_id=ELSE')).toMatchObject({ body: { events: [] } });
  expect((await call('POST', `${path}/resend`, {})).status).toBe(202);
  await simulator.idle();
  expect(site.received.map(({ eventId }) => eventId)).toEqual([delivery.eventId, delivery.eventId]);
});

const payThree = async (world: Awaited<ReturnType<typeof startWorld>>) => {
  const id = await newOrder(world.call);
  world.simulator.approve(id);
  await world.call('POST', `/v2/checkout/orders/${id}/capture`, {});
  world.simulator.reverseCapture(text.parse(Object.keys(world.simulator.state().captures)[0]));
};
const inOrder = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REVERSED'];

test('told to deliver twice, it sends each event as two transmissions', async () => {
  const world = await startWorld();
  world.simulator.set({ deliverTwice: true });
  await payThree(world);
  await world.simulator.idle();
  expect(world.site.types()).toEqual(inOrder.flatMap((type) => [type, type]));
  expect(new Set(world.site.received.map(({ eventId }) => eventId)).size).toBe(3);
  expect(new Set(world.site.received.map((one) => header(one, 'transmission-id'))).size).toBe(6);
  for (const delivery of world.site.received) expect(await verifies(delivery)).toBe(true);
});

test('held events wait for a flush, and go newest first when told to', async () => {
  const world = await startWorld();
  world.simulator.set({ holdWebhooks: true });
  await payThree(world);
  await world.simulator.idle();
  expect(world.site.received).toEqual([]);
  expect(world.simulator.flush()).toBe(3);
  await world.simulator.idle();
  expect(world.site.types()).toEqual(inOrder);
  world.simulator.reset();
  world.simulator.set({ reverseOrder: true });
  await payThree(world);
  expect(world.simulator.flush()).toBe(3);
  await world.simulator.idle();
  expect(world.site.types().slice(3)).toEqual(inOrder.toReversed());
});

test('a refused delivery is repeated with the same event until the site accepts it', async () => {
  const world = await startWorld();
  world.site.answers.push(500, 302);
  await newSubscription(world.call);
  await world.simulator.idle();
  expect(world.site.received.map(({ eventId }) => eventId)).toEqual(
    Array<string>(3).fill(world.site.received[0]?.eventId ?? ''),
  );
  expect(world.simulator.state().deliveries).toMatchObject([
    { status: 'delivered', attempts: [{ status: 500 }, { status: 302 }, { status: 200 }] },
  ]);
});

test('a webhook can be late, and does not hold up the call that caused it', async () => {
  const world = await startWorld();
  world.simulator.set({ webhookDelayMs: 300 });
  const started = Date.now();
  await newSubscription(world.call);
  expect(world.site.received).toEqual([]);
  await world.simulator.idle();
  expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  expect(world.site.received).toHaveLength(1);
});
