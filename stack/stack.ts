import { planOfType } from '../src/shared/plans.ts';
import { openDatabase, type LocalDatabase } from './database.ts';
import { createDemoAccounts, type FirebaseEmulator, startFirebaseEmulator } from './firebase/firebase.ts';
import { type LeakedPasswords, startLeakedPasswords } from './leaked-passwords/leaked-passwords.ts';
import { type MailCatcher, startMailCatcher } from './mail/catcher.ts';
import { startPayPal, type PayPalSimulator } from './paypal/simulator.ts';
import { isLocal, isLocalMail, type Settings } from './settings.ts';

/** The services of the site, on this machine. */
export interface Stack {
  readonly database: LocalDatabase;
  /** Null if authentication is not configured. */
  readonly firebase: FirebaseEmulator | null;
  readonly paypal: PayPalSimulator;
  /** Null if MAIL_URL names another mail server, or is empty. */
  readonly mail: MailCatcher | null;
  /** Null if LEAKED_PASSWORDS_URL names the service itself. */
  readonly leakedPasswords: LeakedPasswords | null;
  readonly close: () => Promise<void>;
}

/** Returns the port of an address, with or without http:// or smtp://. */
export function portOf(address: string): number {
  return Number(new URL(`http://${address.replace(/^(http|smtp)s?:\/\//, '')}`).port);
}

/** Returns a setting. Throws if it is missing. */
export function required(settings: Settings, name: string): string {
  const value = settings[name];
  if (!value) throw new Error(`${name} is not set; see .env.example.`);
  return value;
}

/** Starts the PayPal simulator with these settings. `folder` stores its state. */
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
 * Starts the database, the Firebase emulator (if authentication is configured), the PayPal simulator, the mail catcher and the
 * look-up of leaked passwords. `folder` stores their data; null keeps the data in memory. `startDatabase` starts another database
 * than the embedded one. If one service fails, the others are stopped.
 */
export async function startStack(
  settings: Settings,
  folder: string | null,
  startDatabase?: () => Promise<LocalDatabase>,
): Promise<Stack> {
  const results = await Promise.allSettled([
    startDatabase?.() ?? openDatabase(folder && `${folder}/database`),
    openFirebase(settings, folder),
    openPayPal(settings, folder),
    openMail(settings),
    openLeakedPasswords(settings),
  ] as const);
  const [database, firebase, paypal, mail, leaked] = results;
  async function close() {
    if (leaked.status === 'fulfilled') await leaked.value?.close();
    if (mail.status === 'fulfilled') await mail.value?.close();
    if (paypal.status === 'fulfilled') await paypal.value.close();
    if (firebase.status === 'fulfilled') await firebase.value?.stop();
    if (database.status === 'fulfilled') await database.value.close();
  }
  const failed = results.find((result) => result.status === 'rejected');
  if (
    database.status !== 'fulfilled' ||
    firebase.status !== 'fulfilled' ||
    paypal.status !== 'fulfilled' ||
    mail.status !== 'fulfilled' ||
    leaked.status !== 'fulfilled'
  ) {
    await close();
    throw failed?.reason;
  }
  return {
    database: database.value,
    firebase: firebase.value,
    paypal: paypal.value,
    mail: mail.value,
    leakedPasswords: leaked.value,
    close,
  };
}

/** Starts the mail catcher unless mail goes to another server. */
async function openMail(settings: Settings): Promise<MailCatcher | null> {
  if (!isLocalMail(settings)) return null;
  return startMailCatcher({
    smtpPort: portOf(required(settings, 'MAIL_URL')),
    pagePort: Number(required(settings, 'MAIL_PAGE_PORT')),
    siteUrl: required(settings, 'SITE_URL'),
    linkSecret: settings.MAIL_LINK_SECRET ?? '',
  });
}

/** Starts the stand-in of the look-up of leaked passwords, unless the settings name the service itself. */
async function openLeakedPasswords(settings: Settings): Promise<LeakedPasswords | null> {
  const url = settings.LEAKED_PASSWORDS_URL ?? '';
  return isLocal(url) ? startLeakedPasswords(portOf(url)) : null;
}

async function openFirebase(settings: Settings, folder: string | null): Promise<FirebaseEmulator | null> {
  const projectId = settings.PUBLIC_FIREBASE_PROJECT_ID;
  if (!projectId || !settings.PUBLIC_FIREBASE_API_KEY) return null;
  const firebase = await startFirebaseEmulator({
    port: portOf(required(settings, 'FIREBASE_AUTH_EMULATOR_HOST')),
    projectId,
    accountsFile: folder && `${folder}/accounts.json`,
  });
  try {
    await createDemoAccounts(firebase.url, projectId);
    return firebase;
  } catch (error) {
    await firebase.stop();
    throw error;
  }
}
