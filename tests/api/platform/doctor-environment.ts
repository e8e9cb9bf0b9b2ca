import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { neonConfig } from '@neondatabase/serverless';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { runDoctor } from '../../../netlify/commands/doctor.ts';
import type { CommandResult } from '../../../netlify/commands/command-result.ts';
import { planOfType } from '../../../src/shared/plans.ts';
import { startNeonStandIn, type NeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { type MailCatcher, startMailCatcher } from '../../../stack/mail/catcher.ts';
import type { PayPalSettings } from '../../../stack/paypal/simulator-context.ts';
import { startPayPal, type PayPalSimulator } from '../../../stack/paypal/simulator.ts';
import { exampleSettings, type Settings } from '../../../stack/settings.ts';
import { closeServer, serveHandler } from '../../../stack/web-server.ts';
import { openPostgres, type Postgres } from '../neon.ts';
import { projectId } from '../provided.ts';

/**
 * The database of a correct environment. The environment also has a site, the PayPal simulator, the Firebase emulator and the
 * mail catcher.
 */
export let postgres: Postgres;
/** Settings of the PayPal simulator. A test may change them. */
export let simulated: PayPalSettings;
export let siteUrl: string;
/** The site's answer to its health check. A test may change it. */
export const site = { health: { status: 'ok' } };

export let catcher: MailCatcher;

let neon: NeonStandIn;
let paypal: PayPalSimulator;
let server: Server;
let settings: Settings;

/** Starts the services of a correct environment. Test files share a process, so each calls this. */
export function startDoctorEnvironment(): void {
  beforeAll(async () => {
    postgres = await openPostgres();
    neon = await startNeonStandIn(inject('postgresUrl'));
    neon.configure(neonConfig);
    server = await serveHandler(() => Promise.resolve(Response.json(site.health)), 0);
    siteUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const example = exampleSettings();
    simulated = {
      port: 0,
      webhookUrl: `${siteUrl}/api/paypal/webhook`,
      clientId: example.PUBLIC_PAYPAL_CLIENT_ID ?? '',
      clientSecret: 'the PayPal secret',
      merchantId: example.PAYPAL_MERCHANT_ID ?? '',
      webhookId: example.PAYPAL_WEBHOOK_ID ?? '',
      annualPlanId: example.PUBLIC_PAYPAL_ANNUAL_PLAN_ID ?? '',
      annualPlanPriceCents: planOfType('subscription')?.priceCents ?? 0,
      stateFile: null,
    };
    paypal = await startPayPal(simulated);
    catcher = await startMailCatcher({ smtpPort: 0, pagePort: 0, siteUrl, linkSecret: '' });
    settings = {
      ...example,
      APP_ENV: 'local',
      SITE_URL: siteUrl,
      DATABASE_URL: postgres.url,
      PAYPAL_API_URL: paypal.url,
      PAYPAL_CLIENT_SECRET: simulated.clientSecret,
      PUBLIC_FIREBASE_PROJECT_ID: projectId,
      FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
      FIREBASE_SERVICE_ACCOUNT: '',
      MAIL_URL: catcher.smtpUrl.replace('//', '//sender:mail-password@'),
    };
  });
  afterAll(async () => {
    await paypal.close();
    await catcher.close();
    await closeServer(server);
    await neon.stop();
    await postgres.close();
  });
}

/** Runs the doctor on the correct environment with changed settings. */
export function examine(changes: Settings = {}): Promise<CommandResult> {
  return runDoctor({ ...settings, ...changes });
}

/** Returns the lines of a report with this mark. */
export function reportLines(report: string, mark: 'WRONG' | '?'): string[] {
  return report.split('\n').filter((line) => line.startsWith(`  ${mark} `));
}

/** Expects that this is the only problem that the doctor finds. */
export async function expectOnlyWrong(text: string, changes: Settings = {}): Promise<void> {
  const { code, text: report } = await examine(changes);
  expect(reportLines(report, 'WRONG'), report).toEqual([expect.stringContaining(text)]);
  expect(code).toBe(1);
}
