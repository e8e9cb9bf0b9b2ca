import { expect, test } from 'vitest';
import { newOrder, newSubscription, onlyCapture, startSimulator } from './simulator-context.ts';

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
