import { expect, test } from 'vitest';
import { clientId, newOrder, newSubscription, onlyCapture, startSimulator } from './simulator-context.ts';

// Tests of the site use these switches. A switch that does nothing would let them pass without testing anything.

test('REST and SDK answer 503 while the simulator is down, and do not answer while it hangs', async () => {
  const { simulator, call } = await startSimulator();
  const sdk = `${simulator.sdkUrl}?client-id=${clientId}`;
  simulator.set({ down: true });
  expect((await call('GET', '/v2/checkout/orders/NONE')).status).toBe(503);
  expect((await fetch(sdk)).status).toBe(503);
  simulator.set({ down: 'hang' });
  await expect(fetch(sdk, { signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout');
  simulator.set({ down: false });
  expect((await fetch(sdk)).status).toBe(200);
});

test('delayMs delays every answer', async () => {
  const { simulator, call } = await startSimulator();
  simulator.set({ delayMs: 250 });
  const started = Date.now();
  await call('GET', '/v2/checkout/orders/NONE');
  expect(Date.now() - started).toBeGreaterThanOrEqual(245);
});

async function payAndReverse({ simulator, call }: Awaited<ReturnType<typeof startSimulator>>) {
  const id = await newOrder(call);
  simulator.approve(id);
  await call('POST', `/v2/checkout/orders/${id}/capture`, {});
  simulator.reverseCapture(onlyCapture(simulator));
}
const types = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REVERSED'];

test('with deliverTwice, each event is sent as two transmissions', async () => {
  const context = await startSimulator();
  context.simulator.set({ deliverTwice: true });
  await payAndReverse(context);
  await context.simulator.idle();
  expect(context.site.types()).toEqual(types.flatMap((type) => [type, type]));
  const { received } = context.site;
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(3);
  expect(new Set(received.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(6);
});

test('held events wait for a flush, and reverseOrder sends the newest first', async () => {
  const context = await startSimulator();
  const { simulator, site } = context;
  simulator.set({ holdWebhooks: true });
  await payAndReverse(context);
  await simulator.idle();
  expect(site.received).toEqual([]);
  expect(simulator.flush()).toBe(3);
  await simulator.idle();
  expect(site.types()).toEqual(types);
  simulator.reset();
  simulator.set({ reverseOrder: true });
  await payAndReverse(context);
  expect(simulator.flush()).toBe(3);
  await simulator.idle();
  expect(site.types().slice(3)).toEqual(types.toReversed());
});

test('a refused delivery is retried with the same event until the site accepts it', async () => {
  const { simulator, site, call } = await startSimulator();
  site.answers.push(500, 302);
  await newSubscription(call);
  await simulator.idle();
  expect(new Set(site.received.map(({ eventId }) => eventId)).size).toBe(1);
  expect(simulator.state().deliveries).toMatchObject([
    { status: 'delivered', attempts: [{ status: 500 }, { status: 302 }, { status: 200 }] },
  ]);
});

test('webhookDelayMs delays a webhook, but not the call that caused it', async () => {
  const { simulator, site, call } = await startSimulator();
  simulator.set({ webhookDelayMs: 300 });
  const started = Date.now();
  await newSubscription(call);
  expect(site.received).toEqual([]);
  await simulator.idle();
  expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  expect(site.received).toHaveLength(1);
});
