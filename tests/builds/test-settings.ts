import { createHash } from 'node:crypto';
import { root } from '../../stack/paths.ts';
import { areFree } from '../../stack/ports.ts';
import { exampleSettings, type Settings } from '../../stack/settings.ts';

/** The environment variable that passes the ports of `npm test` to its parts. */
export const PORTS_VARIABLE = 'TEST_PORTS_FROM';

// The ports from 20,000 to 29,999, in blocks of ten. A clone uses one block.
const FIRST_PORT = 20_000;
const BLOCKS = 1_000;
const BLOCK_SIZE = 10;
/** Number of blocks that are tried before the ports count as in use. */
const MAX_TRIES = 20;

/** Ports of the browser tests. The pages have some of them built in. */
export interface TestPorts {
  readonly site: number;
  readonly paypal: number;
  readonly identity: number;
  readonly analytics: number;
  readonly mail: number;
  readonly mailPage: number;
  readonly leakedPasswords: number;
}

function portsFrom(first: number): TestPorts {
  return {
    site: first,
    paypal: first + 1,
    identity: first + 2,
    analytics: first + 3,
    mail: first + 4,
    mailPage: first + 5,
    leakedPasswords: first + 6,
  };
}

/**
 * Returns the ports of the browser tests: the ports in the environment, otherwise free ports. A clone gets the same ports each
 * time, so that it can reuse its build. Another clone gets other ports.
 */
export async function chooseTestPorts(): Promise<TestPorts> {
  const chosen = process.env[PORTS_VARIABLE];
  if (chosen) return portsFrom(Number(chosen));
  const start = createHash('sha256').update(root).digest().readUInt32BE() % BLOCKS;
  for (let next = start; next < start + MAX_TRIES; next += 1) {
    const ports = portsFrom(FIRST_PORT + (next % BLOCKS) * BLOCK_SIZE);
    if (await areFree(Object.values(ports))) return ports;
  }
  throw new Error('No ports are free for the browser tests.');
}

/** Returns the settings of the site in the tests: .env.example with the ports of the browser tests. */
export function testSettings({
  site,
  paypal,
  identity,
  mail,
  mailPage,
  leakedPasswords,
}: Omit<TestPorts, 'analytics'>): Settings {
  return exampleSettings({
    PORT: String(site),
    PAYPAL_API_URL: `http://127.0.0.1:${String(paypal)}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String(identity)}`,
    MAIL_URL: `smtp://127.0.0.1:${String(mail)}`,
    MAIL_PAGE_PORT: String(mailPage),
    LEAKED_PASSWORDS_URL: `http://127.0.0.1:${String(leakedPasswords)}`,
  });
}

/** Returns the settings of a site with analytics and without accounts. */
export function analyticsSettings({ analytics }: Pick<TestPorts, 'analytics'>): Settings {
  return exampleSettings({
    PUBLIC_ANALYTICS_ID: 'G-TEST',
    PUBLIC_ANALYTICS_URL: `http://127.0.0.1:${String(analytics)}/gtag/js`,
    PUBLIC_FIREBASE_API_KEY: '',
  });
}
