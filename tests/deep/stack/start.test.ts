import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { freePort } from '../../../stack/ports.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder();
let env: NodeJS.ProcessEnv;
let site: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort));
  const [port, paypal, identity, mail, mailPage, leakedPasswords] = ports.map(String);
  site = `http://localhost:${port ?? ''}`;
  env = {
    // Astro serves no pages if it detects a test.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
    ),
    PORT: port,
    LOCAL_DATA: folder,
    PAYPAL_API_URL: `http://127.0.0.1:${paypal ?? ''}`,
    PUBLIC_PAYPAL_SDK_URL: `http://127.0.0.1:${paypal ?? ''}/sdk/js`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identity ?? ''}`,
    MAIL_URL: `smtp://127.0.0.1:${mail ?? ''}`,
    MAIL_PAGE_PORT: mailPage,
    LEAKED_PASSWORDS_URL: `http://127.0.0.1:${leakedPasswords ?? ''}`,
  };
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/**
 * Runs the script of `npm start`. `until` resolves with the output once it contains a text, and rejects if the script
 * ends without the text.
 */
function start(extra: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [inProject('stack/run.mjs'), 'stack/start.ts'], {
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
    });
  });
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (output.includes(text)) resolve(output);
      };
      listeners.add(check);
      check();
      void ended.then(() => {
        if (output.includes(text)) resolve(output);
        else reject(new Error(`It ended without “${text}”:\n${output}`));
      });
    });
  return { child, ended, until };
}

describe('npm start', () => {
  test(
    'serves everything, prints the addresses, refuses a second start, and stops on Ctrl-C',
    { timeout: 120_000 },
    async () => {
      const first = start();
      const table = await first.until('Ctrl-C stops');
      for (const text of [
        site,
        env.PAYPAL_API_URL,
        `http://127.0.0.1:${env.MAIL_PAGE_PORT ?? ''}`,
        'admin@kithbook.example',
        'ada0001',
        'pia0002',
        'carl@kithbook.example',
      ])
        expect(table).toContain(text);

      const page = await fetch(site);
      const html = await page.text();
      expect([page.status, html]).toEqual([200, expect.stringContaining('Get Started Now')]);
      // Vite's helpers do not exist in the inline scripts, whose functions are written into the page as text.
      expect(html).not.toContain('__vite_ssr');
      expect(await (await fetch(`${site}/api/health`)).json()).toMatchObject({
        status: 'ok',
        database: 'ok',
      });
      const login = await fetch(`${site}/login/`);
      expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('>Login</h1>')]);
      const unknownCall = await fetch(`${site}/api/affiliates/`);
      expect([unknownCall.status, await unknownCall.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'not-found' }),
      ]);
      const valid = await fetch(`${site}/api/affiliates/validate/ada0001`);
      expect(await valid.json()).toEqual({ valid: true });
      const file = await fetch(`${site}/dist/x.zip`, { method: 'HEAD' });
      expect([file.status, file.headers.has('last-modified')]).toEqual([200, true]);

      const second = start();
      const refusal = await second.until('Already running');
      expect(refusal).toContain(`Already running at ${site}`);
      expect(await second.ended).toBe(1);

      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      await expect(fetch(site)).rejects.toThrow();
      await expect(fetch(`http://127.0.0.1:${env.MAIL_PAGE_PORT ?? ''}`)).rejects.toThrow();
      await expect(fetch(env.PAYPAL_API_URL ?? '')).rejects.toThrow();
      await expect(fetch(`http://${env.FIREBASE_AUTH_EMULATOR_HOST ?? ''}`)).rejects.toThrow();
    },
  );

  test('exits with 1 and the number of a port in use', { timeout: 60_000 }, async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    try {
      const attempt = start({ PORT: String(port) });
      await attempt.until(`Port ${String(port)}`);
      expect(await attempt.ended).toBe(1);
    } finally {
      server.close();
    }
  });
});
