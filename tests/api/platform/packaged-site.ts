import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionResult } from '@netlify/zip-it-and-ship-it';
import { build } from 'esbuild';
import { inject, vi } from 'vitest';
import * as z from 'zod';
import { startChild } from '../../../stack/child.ts';
import { startLeakedPasswords } from '../../../stack/leaked-passwords/leaked-passwords.ts';
import { startMailCatcher } from '../../../stack/mail/catcher.ts';
import { freePort } from '../../../stack/ports.ts';
import { connectPostgres } from '../../../stack/postgres/connect.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { packageFunctions } from '../../package-functions.ts';
import { assertMatchesDescription } from '../api-description.ts';
import { copyDatabase } from '../copy-database.ts';
import { type Call, callerOf, credentials, type Rows, settings } from '../harness.ts';
import { sampleLetter } from '../newsletter-factories.ts';
import { seededTemplate } from '../provided.ts';
import { newSimulatorSettings, providerCaller, startSimulator } from '../shop.ts';
import { createWebhookSigner, type WebhookSigner } from '../webhook-signer.ts';
import type { PayPalSimulator } from '../../../stack/paypal/simulator.ts';

/** The packaged functions on PostgreSQL, with the stand-ins for PayPal, Firebase and the mail server. */
export interface PackagedSite {
  /** Calls the API. Every answer is compared with the document. */
  readonly call: Call;
  readonly runJob: Call;
  /** The results of Netlify's packager for each function. */
  readonly packaged: readonly FunctionResult[];
  /** Returns the files that the process has loaded. */
  readonly loadedFiles: () => Promise<readonly string[]>;
  /** The names of the scheduled functions. */
  readonly scheduled: readonly string[];
  readonly rows: Rows;
  readonly paypal: PayPalSimulator;
  readonly provider: Call;
  readonly webhooks: WebhookSigner;
  readonly close: () => Promise<void>;
}

const serverSource = fileURLToPath(new URL('packaged-server.ts', import.meta.url));

/** Turns off require() of ES modules, as on Netlify. */
const nodeOptions = ['--no-experimental-require-module'];

/** The counted pages of the packaged site. */
const countedPages = ['/', '/buy'];

/** Packages the functions into `folder` with Netlify's packager, and serves them from there. */
export async function startPackagedSite(folder: string): Promise<PackagedSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const [databaseUrl, packaged, script, { paypal, certificates }, mail, passwords] = await Promise.all([
    copyDatabase(seededTemplate),
    packageFiles(folder),
    bundleServer(folder),
    startSimulator(newSimulatorSettings(), `${url}/api/paypal/webhook`, {}),
    startMailCatcher({ smtpPort: 0, pagePort: 0, siteUrl: url, linkSecret: settings.mailLinkSecret ?? '' }),
    startLeakedPasswords(0),
  ]);
  const environment = siteSettings(url, paypal.url, mail.smtpUrl, passwords.url);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const files = Object.fromEntries(
    packaged.map(({ name, path: at }) => [name, path.join(at, `${name}.mjs`)]),
  );
  const child = await startChild(
    'packaged site',
    script,
    { files, databaseUrl, port, folder },
    nodeOptions,
  ).finally(() => vi.unstubAllEnvs());
  const database = connectPostgres(databaseUrl, { connections: 2 });
  const call = callerOf((request, address) => send(url, request, address));
  return {
    call: async (method, to, ...rest) => {
      const answer = await call(method, to, ...rest);
      assertMatchesDescription(method, to, answer);
      return answer;
    },
    runJob: call,
    packaged,
    loadedFiles: async () => (await fetch(`${url}/loaded`)).json() as Promise<string[]>,
    scheduled: z.object({ scheduled: z.array(z.string()) }).parse(child.ready).scheduled,
    rows: database.query,
    paypal,
    provider: await providerCaller(paypal.url),
    webhooks: createWebhookSigner(
      `${paypal.url}/v1/notifications/certs/${certificates.id}`,
      certificates.privateKey,
    ),
    close: async () => {
      await paypal.close();
      await child.stop();
      await Promise.all([mail.close(), passwords.close(), database.close()]);
    },
  };
}

/** Packages the functions into `folder`. */
async function packageFiles(folder: string): Promise<FunctionResult[]> {
  const built = path.join(folder, 'built');
  await cp(await sharedFunctions(), built, { recursive: true });
  // The shared bundles are built without pages.
  await writeFile(path.join(built, 'chunks/pages.json'), JSON.stringify(countedPages));
  const packaged = await packageFunctions(built, folder);
  // The functions read the letters and the terms from their working folder.
  await mkdir(path.join(folder, 'chunks'));
  await cp(path.join(built, 'chunks/terms.json'), path.join(folder, 'chunks/terms.json'));
  await writeFile(path.join(folder, 'chunks/letters.json'), JSON.stringify([sampleLetter]));
  return packaged;
}

/** Bundles the server of the functions into `folder`: loading Drizzle from its many files takes over a second. */
async function bundleServer(folder: string): Promise<string> {
  const outfile = path.join(folder, 'packaged-server.mjs');
  await build({
    entryPoints: [serverSource],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['pg-native'],
    // Bundled CommonJS packages load Node's own modules with require().
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}

/** Sends a request to the packaged site. The body is read first, because fetch() sends a stream only with more options. */
async function send(url: string, request: Request, address: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('x-test-address', address);
  const body = request.body === null ? null : await request.text();
  return fetch(url + pathname + search, { method: request.method, headers, body, redirect: 'manual' });
}

function siteSettings(siteUrl: string, paypalUrl: string, mailUrl: string, passwordsUrl: string) {
  return exampleSettings({
    SITE_URL: siteUrl,
    PORT: new URL(siteUrl).port,
    DATABASE_URL: 'embedded',
    PAYPAL_API_URL: paypalUrl,
    PUBLIC_PAYPAL_CLIENT_ID: credentials.clientId,
    PAYPAL_CLIENT_SECRET: credentials.clientSecret,
    PAYPAL_WEBHOOK_ID: credentials.webhookId,
    LICENSE_KEY: settings.licenseKey,
    PAYPAL_MERCHANT_ID: settings.merchantId,
    PUBLIC_PAYPAL_ANNUAL_PLAN_ID: settings.annualPlanId,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
    LEAKED_PASSWORDS_URL: passwordsUrl,
    MAIL_URL: mailUrl,
    MAIL_LINK_SECRET: settings.mailLinkSecret ?? '',
    MAIL_WEBHOOK_SECRET: settings.mailWebhookSecret ?? '',
  });
}
