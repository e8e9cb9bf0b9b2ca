import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import {
  chooseTestPorts,
  analyticsSettings,
  PORTS_VARIABLE,
  testSettings,
} from '../../builds/test-settings.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a clone gets the same ports each time, and others while another program listens on one of them', async () => {
  vi.stubEnv(PORTS_VARIABLE, '');
  const ports = await chooseTestPorts();
  expect(await chooseTestPorts()).toEqual(ports);
  const server = createServer().listen(ports.paypal, '127.0.0.1');
  await once(server, 'listening');
  try {
    expect((await chooseTestPorts()).site).not.toBe(ports.site);
  } finally {
    server.close();
    await once(server, 'close');
  }
});

test('the ports of the environment are taken, and are built into the pages', async () => {
  vi.stubEnv(PORTS_VARIABLE, '21000');
  const ports = await chooseTestPorts();
  expect(testSettings(ports)).toMatchObject({
    PORT: '21000',
    SITE_URL: 'http://localhost:21000',
    PUBLIC_PAYPAL_SDK_URL: 'http://127.0.0.1:21001/sdk/js',
    PUBLIC_FIREBASE_EMULATOR_URL: 'http://127.0.0.1:21002',
    MAIL_URL: 'smtp://127.0.0.1:21004',
    MAIL_PAGE_PORT: '21005',
    LEAKED_PASSWORDS_URL: 'http://127.0.0.1:21006',
  });
  expect(analyticsSettings(ports).PUBLIC_ANALYTICS_URL).toBe('http://127.0.0.1:21003/gtag/js');
});
