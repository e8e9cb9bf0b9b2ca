import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { neonConfig } from '@neondatabase/serverless';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { examine } from '../../../netlify/commands/doctor.ts';
import { planOfType } from '../../../src/shared/plans.ts';
import { startNeonStandIn, type NeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import type { PayPalSettings } from '../../../stack/paypal/settings.ts';
import { startPayPal, type PayPalSimulator } from '../../../stack/paypal/simulator.ts';
import { exampleSettings, type Settings } from '../../../stack/settings.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';
import { openPostgres, type Postgres } from '../neon.ts';
import { projectId } from '../provided.ts';
import { releaseText } from '../../unit/netlify/commands/release-text.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/**
 * What the doctor asks, as it should be: a site, a database, the payment simulator, a stand-in of the identity provider and
 * a release storage. A test file that imports this has them made before its tests, and changes what is told.
 */
export const urlOf = (server: Server): string => {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${String(port)}`;
};

/** The identity provider's configuration as its reference shows it, for a site on this machine. */
export const goodConfig = (siteUrl: string) => ({
  name: 'projects/1/config',
  signIn: { email: { enabled: true, passwordRequired: true } },
  authorizedDomains: ['localhost', '127.0.0.1'],
  emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  notification: { sendEmail: { callbackUri: `${siteUrl}/reset-password` } },
});

const healthy = { status: 'ok', database: 'ok' };
export const told = {
  health: healthy as unknown,
  config: {} as unknown,
  configStatus: 200,
  keyStatus: 200,
  /** The domains of the project that the key belongs to; null: those of the configuration. */
  keyDomains: null as string[] | null,
  users: [] as unknown[],
};

export let postgres: Postgres;
let neon: NeonStandIn;
let paypal: PayPalSimulator;
export let site: Server;
let provider: Server;
let storage: Server;
export const folder = temporaryFolder();
export let simulated: PayPalSettings;
let settings: Settings;

/** The identity provider's three calls, as `told` has them. */
const provide = (request: Request): Response => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/config')) return Response.json(told.config, { status: told.configStatus });
  if (pathname.endsWith('accounts:batchGet')) return Response.json({ users: told.users, nextPageToken: 'n' });
  const { authorizedDomains } = { authorizedDomains: undefined, ...(told.config as object) };
  return Response.json(
    { projectId: '1', authorizedDomains: told.keyDomains ?? authorizedDomains },
    { status: told.keyStatus },
  );
};

/** A storage with installers of 81 bytes, one of another size, and one that tells no date. */
const store = (request: Request): Response => {
  const { pathname } = new URL(request.url);
  if (!pathname.endsWith('.zip')) return new Response(null, { status: 404 });
  const dated: HeadersInit = pathname.includes('dateless')
    ? {}
    : { 'last-modified': new Date(0).toUTCString() };
  return new Response('x'.repeat(pathname.includes('windows') ? 80 : 81), { headers: dated });
};

/** Writes a release that offers one installer of 81 bytes. */
export const writeRelease = (to: string, version: string, ending: string): Promise<void> =>
  writeFile(path.join(to, `${version}.md`), releaseText({ version, ending }));

beforeAll(async () => {
  postgres = await openPostgres();
  neon = await startNeonStandIn(inject('postgresUrl'));
  neon.configure(neonConfig);
  site = await serveHandler(
    () => Promise.resolve(Response.json(told.health, { status: told.health === healthy ? 200 : 503 })),
    0,
  );
  provider = await serveHandler((request) => Promise.resolve(provide(request)), 0);
  storage = await serveHandler((request) => Promise.resolve(store(request)), 0);
  const example = exampleSettings();
  simulated = {
    port: 0,
    webhookUrl: `${urlOf(site)}/api/paypal/webhook`,
    clientId: example.PUBLIC_PAYPAL_CLIENT_ID ?? '',
    clientSecret: 'a secret of the payments',
    merchantId: example.PAYPAL_MERCHANT_ID ?? '',
    webhookId: example.PAYPAL_WEBHOOK_ID ?? '',
    annualPlanId: example.PUBLIC_PAYPAL_ANNUAL_PLAN_ID ?? '',
    annualPlanPriceCents: planOfType('subscription')?.priceCents ?? 0,
    stateFile: null,
  };
  paypal = await startPayPal(simulated);
  settings = {
    ...example,
    APP_ENV: 'local',
    SITE_URL: urlOf(site),
    DATABASE_URL: postgres.url,
    PAYPAL_API_URL: paypal.url,
    PAYPAL_CLIENT_SECRET: simulated.clientSecret,
    PUBLIC_FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
    FIREBASE_SERVICE_ACCOUNT: '',
  };
  await writeRelease(folder, '1.0.0', 'mac.zip');
  await writeFile(
    path.join(folder, 'netlify.toml'),
    `[[redirects]]\nfrom = "/dist/*"\nto = "${urlOf(storage)}/:splat"\nstatus = 200\n`,
  );
});
afterAll(async () => {
  await paypal.close();
  for (const server of [site, provider, storage]) await closeServer(server);
  await neon.stop();
  await postgres.close();
});

export const look = (changes: Settings = {}, releases = folder) =>
  examine({ ...settings, ...changes }, { netlifyToml: path.join(folder, 'netlify.toml'), releases });

export const atStandIn = () => ({ FIREBASE_AUTH_EMULATOR_HOST: new URL(urlOf(provider)).host });

/** What is told otherwise for one look, and as before after it. */
export const during = async <T extends object, R>(
  of: T,
  changes: Partial<T>,
  work: () => Promise<R>,
): Promise<R> => {
  const before = { ...of };
  Object.assign(of, changes);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(changes)) Reflect.deleteProperty(of, name);
    Object.assign(of, before);
  }
};

export const linesOf = (text: string, mark: 'WRONG' | '?'): string[] =>
  text.split('\n').filter((line) => line.startsWith(`  ${mark} `));

/** Looks, and holds that this alone is wrong. */
export const expectOnly = async (found: ReturnType<typeof examine>, text: string): Promise<void> => {
  const { code, text: report } = await found;
  expect(linesOf(report, 'WRONG'), report).toEqual([expect.stringContaining(text)]);
  expect(code).toBe(1);
};
