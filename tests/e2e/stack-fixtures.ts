import './native-traces.ts';
import { test as base } from '@playwright/test';
import { readServerLog } from './server-log.ts';

/** Details of a test of a rare fault or race. It runs only in the deep check, before a release. */
export const deep = { tag: '@deep' } as const;

/** Runs SQL on the site's database and returns the rows. */
export type Rows = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface StackFixtures {
  readonly rows: Rows;
  /** Calls the control API of the payment simulator, such as `set` or `flush`. */
  readonly paypal: (path: string, body?: unknown) => Promise<unknown>;
  /** Resets the rate limits that the database counts, before each test. */
  readonly resetRateLimits: undefined;
  /** Prints the server's log lines of a failed test. */
  readonly serverLog: undefined;
}

/** Tests with access to the local stack but without a browser page. fixtures.ts adds the page. */
export const test = base.extend<StackFixtures>({
  rows: async ({}, use) => {
    await use(
      async (text, values = []) =>
        (await post(stackUrl('E2E_ROWS'), { text, values })) as Awaited<ReturnType<Rows>>,
    );
  },
  paypal: async ({}, use) => {
    await use((path, body = {}) =>
      post(`${stackUrl('E2E_PAYPAL')}/control/${path}`.replace(/\/$/, ''), body),
    );
  },
  resetRateLimits: [
    async ({ rows }, use) => {
      await rows('delete from rate_limits');
      await use(undefined);
    },
    { auto: true },
  ],
  serverLog: [
    async ({}, use, testInfo) => {
      const before = readServerLog().length;
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus)
        console.log(`The server's log during '${testInfo.title}':\n${readServerLog().slice(before)}`);
    },
    { auto: true },
  ],
});

/** Address of a part of the stack, from the environment that the global setup fills in. */
export function stackUrl(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global setup did not run.`);
  return value;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}: ${text}`);
  return text ? JSON.parse(text) : null;
}

/** Runs in every page: logs CSP violations with a prefix that no other error has. */
export function logPolicyViolations(): void {
  addEventListener(
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy (${disposition}): ${effectiveDirective} of ${blockedURI} in ${sourceFile ?? ''}`);
    },
  );
}

/** True for an HTTP request that leaves this machine, which no test may make. */
export function isExternalRequest(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return /^http/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname);
}
