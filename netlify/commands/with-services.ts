import type { Services } from '../../src/server/frame/context/services.ts';
import { readBuiltTerms } from '../../src/server/frame/context/built-terms.ts';
import { connect } from '../../src/server/frame/db/connect.ts';
import type { Database } from '../../src/server/frame/context/database.ts';
import { unconfiguredIdentity } from '../../src/server/frame/context/identity.ts';
import type { PayPalSettings } from '../../src/server/clients/paypal/paypal-api.ts';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import { openDatabase } from '../../stack/database.ts';
import { acquireLock } from '../../stack/lock.ts';
import { inProject } from '../../stack/paths.ts';
import { isLoopback, type Settings } from '../../stack/settings.ts';
import { openPayPal, required } from '../../stack/stack.ts';

/** Runs work with the services of a command, and closes them afterwards. */
export type WithServices = <T>(work: (services: Services) => Promise<T>) => Promise<T>;

/**
 * Runs work with the database and PayPal of these settings. The embedded database and the PayPal simulator are opened for
 * the work. Throws AlreadyRunning while npm start has them open.
 */
export function withServices<T>(settings: Settings, work: (services: Services) => Promise<T>): Promise<T> {
  return withDatabase(settings, async (db, folder) => {
    const isSimulator = isLoopback(new URL(required(settings, 'PAYPAL_API_URL')));
    const simulator = folder !== null && isSimulator ? await openPayPal(settings, folder) : null;
    try {
      return await work({
        db,
        paypal: createPayPal(payPalSettings(settings)),
        identity: unconfiguredIdentity,
        settings: {
          merchantId: required(settings, 'PAYPAL_MERCHANT_ID'),
          annualPlanId: required(settings, 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID'),
          licenseKey: required(settings, 'LICENSE_KEY'),
          service: null,
          mailLinkSecret: null,
          mailWebhookSecret: null,
        },
        mail: null,
        letters: () => Promise.resolve([]),
        terms: () => readBuiltTerms(),
        now: () => new Date(),
      });
    } finally {
      await simulator?.close();
    }
  });
}

/**
 * Runs work on the database of these settings. `folder` holds the data of the local stack, and is null for another database.
 * Throws AlreadyRunning while npm start has the embedded database open.
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (db: Database, folder: string | null) => Promise<T>,
): Promise<T> {
  const url = required(settings, 'DATABASE_URL');
  if (url !== 'embedded') return work(await connect(url), null);
  const folder = inProject(required(settings, 'LOCAL_DATA'));
  const lock = await acquireLock(folder);
  try {
    const { db, close } = await openDatabase(`${folder}/database`);
    try {
      return await work(db, folder);
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
}

export function payPalSettings(settings: Settings): PayPalSettings {
  return {
    apiUrl: required(settings, 'PAYPAL_API_URL'),
    clientId: required(settings, 'PUBLIC_PAYPAL_CLIENT_ID'),
    clientSecret: required(settings, 'PAYPAL_CLIENT_SECRET'),
    webhookId: required(settings, 'PAYPAL_WEBHOOK_ID'),
  };
}
