import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createHttpClient } from '../../../../../src/server/frame/outbound/http-client.ts';

const ports: (number | undefined)[] = [];
const userAgents = new Set<string | undefined>();
const server = createServer((request, response) => {
  userAgents.add(request.headers['user-agent']);
  ports.push(request.socket.remotePort);
  if (request.url === '/moved') response.writeHead(302, { location: '/' });
  response.end('here');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  vi.useRealTimers();
  userAgents.clear();
  ports.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['Größe', 'Gre'],
  ['Книга', 'site'],
])('the HTTP client sends the product name %s as a User-Agent in ASCII', async (name, sent) => {
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  await createHttpClient(name)(url, { signal: AbortSignal.timeout(5_000) });
  expect([...userAgents]).toEqual([sent]);
});

test('the HTTP client reuses a connection, but opens a new one after a pause in which Netlify froze the function', async () => {
  const client = createHttpClient('Somebody');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  const call = async () => {
    expect(await (await client(url, { signal: AbortSignal.timeout(5_000) })).text()).toBe('here');
    await new Promise((resolve) => setImmediate(resolve));
  };
  await call();
  await call();
  // Advances the clock without running timers.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
  await call();
  const [first, second, third] = ports;
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect([...userAgents]).toEqual(['Somebody']);
});

test('the HTTP client follows no redirect', async () => {
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/moved`;
  const { status } = await createHttpClient('Somebody')(url, { signal: AbortSignal.timeout(5_000) });
  expect(status).toBe(302);
  expect(ports).toHaveLength(1);
});
