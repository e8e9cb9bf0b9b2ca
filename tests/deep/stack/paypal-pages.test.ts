import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import {
  basicOrder,
  clientId,
  newOrder,
  newSubscription,
  onlyCapture,
  startSimulator,
} from './simulator-context.ts';

async function fetchText(url: string) {
  const response = await fetch(url);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('any site may load the SDK’s script', async () => {
  const { simulator } = await startSimulator();
  const response = await fetch(`${simulator.sdkUrl}?client-id=${clientId}&intent=subscription&vault=true`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const script = await response.text();
  expect(() => new Script(script)).not.toThrow();
  expect(script).toContain('Pay with PayPal');
});

test.for([
  ['', "'client-id' not passed"],
  ['?client-id=other', 'client-id not recognized'],
  [`?client-id=${clientId}&intent=gift`, 'Invalid query value for intent'],
  [`?client-id=${clientId}&vault=perhaps`, 'Invalid query value for vault'],
])('a wrong SDK address returns a script that throws the reason: %s', async ([query, problem]) => {
  const { simulator } = await startSimulator();
  const { status, text } = await fetchText(`${simulator.sdkUrl}${query}`);
  expect(status).toBe(400);
  expect(() => {
    new Script(text).runInNewContext({ Error });
  }).toThrow(problem);
});

test('any origin may make the public calls', async () => {
  const { simulator } = await startSimulator();
  const response = await fetch(`${simulator.url}/v2/checkout/orders`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:4321',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,prefer',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
});

test('the approval window shows the items, escaped', async () => {
  const { simulator, call } = await startSimulator();
  const order = basicOrder({
    items: [{ name: '<b>Basic</b>', quantity: '1', unit_amount: { currency_code: 'USD', value: '59.99' } }],
  });
  const page = await fetchText(`${simulator.url}/checkoutnow?token=${await newOrder(call, order)}`);
  expect(page.text).toContain('&lt;b&gt;Basic&lt;/b&gt;');
  expect(page.text).toContain('$59.99');
  expect(page.text).toContain('buyer@example.com');
  for (const label of ['Approve', 'Cancel', 'Decline', 'Capture fails']) expect(page.text).toContain(label);
  const subscriptionId = await newSubscription(call);
  const yearly = await fetchText(`${simulator.url}/webapps/billing/subscriptions?token=${subscriptionId}`);
  expect(yearly.text).toContain('$49.99 per year');
  expect((await fetchText(`${simulator.url}/checkoutnow?token=NONE`)).status).toBe(404);
});

test('the buyer’s choice approves the subscription, and the answer has the return URL', async () => {
  const { simulator, call } = await startSimulator();
  const context = { return_url: 'https://shop.example/download' };
  const id = await newSubscription(call, { application_context: context });
  async function choose(outcome: string) {
    const response = await fetch(`${simulator.url}/checkoutnow/${id}/choice`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: simulator.url },
      body: JSON.stringify({ email: 'ann@example.com', outcome }),
    });
    return (await response.json()) as unknown;
  }
  expect(await choose('decline')).toMatchObject({ isApproved: false, isPaid: false });
  expect(await choose('pay')).toMatchObject({
    isApproved: true,
    isPaid: true,
    returnUrl: expect.stringMatching(
      `^https://shop.example/download\\?subscription_id=${id}&ba_token=BA-`,
    ) as unknown,
    choice: { type: 'approved', subscriptionID: id },
  });
});

test('the overview page shows orders, subscriptions and deliveries', async () => {
  const { simulator, call } = await startSimulator();
  const orderId = await newOrder(call);
  simulator.approve(orderId, { email: 'ann@example.com' });
  await call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  const subscriptionId = await newSubscription(call);
  await simulator.idle();
  simulator.set({ pendingRefunds: true, down: 'hang' });
  simulator.refundCapture(onlyCapture(simulator), '10.00');
  const [refundId] = Object.keys(simulator.state().refunds);
  const { status, text } = await fetchText(simulator.url);
  expect(status).toBe(200);
  for (const expectedText of [
    'Nothing here is real money',
    orderId,
    'ann@example.com',
    'ref-kb1234 / basic',
    '$59.99',
    subscriptionId,
    'APPROVAL_PENDING',
    'PAYMENT.CAPTURE.COMPLETED',
    'refund of $10.00 is pending',
    `/control/refunds/${refundId}/complete`,
    '<option value="&quot;hang&quot;" selected>',
  ])
    expect(text).toContain(expectedText);
});
