import { planOfType } from '../src/shared/plans.ts';
import { openDatabase, type EmbeddedDatabase } from './database.ts';
import { startIdentity } from './identity/identity.ts';
import { seedAccounts } from './identity/seed-accounts.ts';
import { startPayPal, type PayPalSimulator } from './paypal/simulator.ts';
import type { Settings } from './settings.ts';

type Identity = Awaited<ReturnType<typeof startIdentity>>;

/** What the site talks to, running on this machine. */
export interface Stack {
  readonly database: EmbeddedDatabase;
  /** Null where authentication is not configured. */
  readonly identity: Identity | null;
  readonly paypal: PayPalSimulator;
  readonly close: () => Promise<void>;
}

/** The port of a stand-in, as the settings name it. */
export function portOf(address: string): number {
  return Number(new URL(`http://${address.replace(/^https?:\/\//, '')}`).port);
}

/** A setting that the local stack cannot do without. */
export function required(settings: Settings, name: string): string {
  const value = settings[name];
  if (!value) throw new Error(`${name} is not set; see .env.example.`);
  return value;
}

/** The payment simulator as the settings name it; `folder` keeps its state. */
export function openPayPal(settings: Settings, folder: string | null): Promise<PayPalSimulator> {
  return startPayPal({
    port: portOf(required(settings, 'PAYPAL_API_URL')),
    webhookUrl: `${required(settings, 'SITE_URL')}/api/paypal/webhook`.replace('//localhost', '//127.0.0.1'),
    clientId: required(settings, 'PUBLIC_PAYPAL_CLIENT_ID'),
    clientSecret: required(settings, 'PAYPAL_CLIENT_SECRET'),
    merchantId: required(settings, 'PAYPAL_MERCHANT_ID'),
    webhookId: required(settings, 'PAYPAL_WEBHOOK_ID'),
    annualPlanId: required(settings, 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID'),
    annualPlanPriceCents: planOfType('subscription')?.priceCents ?? 0,
    stateFile: folder && `${folder}/paypal.json`,
  });
}

/**
 * Starts the database, the identity emulator (if authentication is configured) and the payment simulator. `folder` keeps their data between
 * starts; null keeps nothing. When one of them fails, those that started are stopped again.
 */
export async function startStack(settings: Settings, folder: string | null): Promise<Stack> {
  const started = await Promise.allSettled([
    openDatabase(folder && `${folder}/database`),
    openIdentity(settings, folder),
    openPayPal(settings, folder),
  ] as const);
  const [database, identity, paypal] = started;
  async function close() {
    if (paypal.status === 'fulfilled') await paypal.value.close();
    if (identity.status === 'fulfilled') await identity.value?.stop();
    if (database.status === 'fulfilled') await database.value.close();
  }
  const failed = started.find((result) => result.status === 'rejected');
  if (database.status !== 'fulfilled' || identity.status !== 'fulfilled' || paypal.status !== 'fulfilled') {
    await close();
    throw failed?.reason;
  }
  return { database: database.value, identity: identity.value, paypal: paypal.value, close };
}

async function openIdentity(settings: Settings, folder: string | null): Promise<Identity | null> {
  const projectId = settings.PUBLIC_FIREBASE_PROJECT_ID;
  if (!projectId || !settings.PUBLIC_FIREBASE_API_KEY) return null;
  const identity = await startIdentity({
    port: portOf(required(settings, 'FIREBASE_AUTH_EMULATOR_HOST')),
    projectId,
    accountsFile: folder && `${folder}/accounts.json`,
  });
  try {
    await seedAccounts(identity.url, projectId);
    return identity;
  } catch (error) {
    await identity.stop();
    throw error;
  }
}
