import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { moveToFreePorts } from '../../../stack/service-ports.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { portOf } from '../../../stack/stack.ts';

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens on the port unless another program does already, such as a running `npm start`. */
async function occupy(port: number): Promise<void> {
  const server = net.createServer();
  servers.push(server);
  // `once` of node:events rejects at an error.
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve()).listen(port, '127.0.0.1', resolve);
  });
}

test('a second npm start moves every service to a free port, and its pages use the new addresses', async () => {
  const defaults = exampleSettings();
  const defaultPorts = [
    Number(defaults.PORT),
    portOf(defaults.FIREBASE_AUTH_EMULATOR_HOST ?? ''),
    portOf(defaults.PAYPAL_API_URL ?? ''),
    portOf(defaults.MAIL_URL ?? ''),
    Number(defaults.MAIL_PAGE_PORT),
    portOf(defaults.LEAKED_PASSWORDS_URL ?? ''),
  ];
  for (const port of defaultPorts) await occupy(port);
  const { settings, messages } = await moveToFreePorts(defaults, () => false);
  expect(defaultPorts).not.toContain(Number(settings.PORT));
  expect(settings.SITE_URL).toBe(`http://localhost:${settings.PORT ?? ''}`);
  expect(settings.PAYPAL_API_URL).not.toBe(defaults.PAYPAL_API_URL);
  expect(settings.PUBLIC_PAYPAL_SDK_URL).toBe(`${settings.PAYPAL_API_URL ?? ''}/sdk/js`);
  expect(settings.FIREBASE_AUTH_EMULATOR_HOST).not.toBe(defaults.FIREBASE_AUTH_EMULATOR_HOST);
  expect(settings.PUBLIC_FIREBASE_EMULATOR_URL).toBe(`http://${settings.FIREBASE_AUTH_EMULATOR_HOST ?? ''}`);
  expect(settings.MAIL_URL).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
  expect(settings.MAIL_URL).not.toBe(defaults.MAIL_URL);
  expect(settings.MAIL_PAGE_PORT).not.toBe(defaults.MAIL_PAGE_PORT);
  expect(settings.LEAKED_PASSWORDS_URL).not.toBe(defaults.LEAKED_PASSWORDS_URL);
  expect(messages.map((message) => /^Port (\d+) is in use/.exec(message)?.[1])).toEqual(
    defaultPorts.map(String),
  );
});
