import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createPayPal } from '../../../../../src/server/clients/paypal/paypal-client.ts';
import { closeServer, serveHandler } from '../../../../../stack/web-server.ts';

test('calls that share a failed token request share one more request', async () => {
  let tokenRequests = 0;
  const server = await serveHandler(async (request) => {
    if (!request.url.includes('/oauth2/')) return new Response(null, { status: 404 });
    tokenRequests += 1;
    if (tokenRequests > 1) return Response.json({ access_token: 'good', expires_in: 3_600 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return new Response(null, { status: 500 });
  }, 0);
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${String(port)}`;
  const paypal = createPayPal({ apiUrl, clientId: 'id', clientSecret: 'secret', webhookId: 'WH' });
  const [first, ...joined] = await Promise.allSettled(['A', 'B', 'C'].map((id) => paypal.fetchOrder(id)));
  expect(first).toMatchObject({
    status: 'rejected',
    reason: { code: 'payment-provider-unavailable' },
  });
  expect(joined).toEqual(joined.map(() => ({ status: 'fulfilled', value: null })));
  expect(tokenRequests).toBe(2);
  await closeServer(server);
});
