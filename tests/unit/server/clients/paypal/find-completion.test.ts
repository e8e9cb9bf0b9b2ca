import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPayPal } from '../../../../../src/server/clients/paypal/paypal-client.ts';
import { closeServer, serveHandler } from '../../../../../stack/web-server.ts';

/** Returns the completion of PAID that is found in these events, and the query of the search. */
const search = async (answer: Response) => {
  const searched: URL[] = [];
  const server = await serveHandler((request) => {
    if (request.url.includes('/oauth2/'))
      return Promise.resolve(Response.json({ access_token: 'good', expires_in: 3_600 }));
    searched.push(new URL(request.url));
    return Promise.resolve(answer);
  }, 0);
  onTestFinished(() => closeServer(server));
  const apiUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const paypal = createPayPal({ apiUrl, clientId: 'id', clientSecret: 'secret', webhookId: 'WH' });
  const found = await paypal.findCompletion('PAID').catch((error: unknown) => error);
  return { found, searched: searched.map(({ pathname, search: query }) => pathname + query) };
};

const event = (id: string, update_time?: string) => ({
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: { id, update_time },
});

test('findCompletion finds the completion of a capture among other events', async () => {
  const events = [
    event('OTHER', '2026-01-01T00:00:00Z'),
    event('PAID'),
    event('PAID', '2026-02-02T10:00:00Z'),
  ];
  expect(await search(Response.json({ events }))).toEqual({
    found: { paymentId: 'PAID', at: new Date('2026-02-02T10:00:00Z') },
    searched: ['/v1/notifications/webhooks-events?transaction_id=PAID&event_type=PAYMENT.CAPTURE.COMPLETED'],
  });
});

test.each([
  ['lists only other payments', Response.json({ events: [event('OTHER', '2026-01-01T00:00:00Z')] })],
  ['does not know the payment', new Response(null, { status: 404 })],
  ['refuses the search', Response.json({ name: 'VALIDATION_ERROR' }, { status: 400 })],
])('findCompletion returns null if PayPal %s', async (_case, answer) => {
  expect(await search(answer)).toMatchObject({ found: null });
});

test.each([
  ['fails', new Response(null, { status: 500 })],
  ['refuses our credentials', Response.json({ name: 'NOT_AUTHORIZED' }, { status: 403 })],
])('findCompletion throws while PayPal %s, and the log does not name the payment', async (_case, answer) => {
  const { found } = await search(answer);
  expect(found).toMatchObject({ code: 'payment-provider-unavailable' });
  const { cause } = found as Error;
  expect(String(cause)).toContain(`/v1/notifications/webhooks-events answered ${String(answer.status)}`);
});
