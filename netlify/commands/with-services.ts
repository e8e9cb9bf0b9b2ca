import type { Services } from '../../src/server/context.ts';
import { unconfiguredIdentity } from '../../src/server/firebase/unconfigured.ts';
import type { PayPalSettings } from '../../src/server/paypal/paypal-api.ts';
import { createPayPal } from '../../src/server/paypal/paypal.ts';
import { isLoopback, type Settings } from '../../stack/settings.ts';
import { openPayPal, required } from '../../stack/stack.ts';
import { withDatabase } from './with-database.ts';

/** PayPal's address and the credentials for it. */
export const payPalOf = (settings: Settings): PayPalSettings => ({
  apiUrl: required(settings, 'PAYPAL_API_URL'),
  clientId: required(settings, 'PUBLIC_PAYPAL_CLIENT_ID'),
  clientSecret: required(settings, 'PAYPAL_CLIENT_SECRET'),
  webhookId: required(settings, 'PAYPAL_WEBHOOK_ID'),
});

const servicesOn = (settings: Settings, db: Services['db']): Services => ({
  db,
  payments: createPayPal(payPalOf(settings)),
  identity: unconfiguredIdentity,
  settings: {
    merchantId: required(settings, 'PAYPAL_MERCHANT_ID'),
    annualPlanId: required(settings, 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID'),
    service: null,
  },
  now: () => new Date(),
});

const isSimulator = (settings: Settings): boolean =>
  isLoopback(new URL(required(settings, 'PAYPAL_API_URL')));

/**
 * Does a command's work on the database and the payment provider that the settings name. The embedded database, and the
 * simulator beside it, are opened for it; throws AlreadyRunning while npm start has them.
 */
export const withServices = async <T>(
  settings: Settings,
  work: (services: Services) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, async (db, folder) => {
    const simulator = folder !== null && isSimulator(settings) ? await openPayPal(settings, folder) : null;
    try {
      return await work(servicesOn(settings, db));
    } finally {
      await simulator?.close();
    }
  });
