import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { assertPortFree, freePort } from '../../../stack/ports.ts';

const occupyPort = async (host: string) => {
  const server = net.createServer().listen(0, host);
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, close: () => server.close() };
};

test('freePort returns a port that assertPortFree accepts and a server can use', async () => {
  const port = await freePort();
  await assertPortFree(port, 'website');
  const server = net.createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

test.each(['127.0.0.1', '0.0.0.0', '::1'])(
  'a port taken on %s is refused by number and purpose',
  async (host) => {
    const { port, close } = await occupyPort(host);
    await expect(assertPortFree(port, 'Firebase emulator')).rejects.toThrow(
      `Port ${port} (Firebase emulator) is in use.`,
    );
    close();
  },
);
