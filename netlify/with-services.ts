import type { Services } from '../src/server/context.ts';
import { connect } from '../src/server/db/database.ts';
import { unconfiguredIdentity } from '../src/server/vendors/identity/unconfigured.ts';
import { createPayPal } from '../src/server/vendors/payments/paypal.ts';
import { openDatabase } from '../tests/stack/database.ts';
import { acquireLock } from '../tests/stack/lock.ts';
import { inProject } from '../tests/stack/paths.ts';
import type { Settings } from '../tests/stack/settings.ts';
import { openPayPal, required } from '../tests/stack/stack.ts';

const servicesOn = (settings: Settings, db: Services['db']): Services => ({
  db,
  payments: createPayPal({
    apiUrl: required(settings, 'PAYPAL_API_URL'),
    clientId: required(settings, 'PUBLIC_PAYPAL_CLIENT_ID'),
    clientSecret: required(settings, 'PAYPAL_CLIENT_SECRET'),
    webhookId: required(settings, 'PAYPAL_WEBHOOK_ID'),
  }),
  identity: unconfiguredIdentity,
  settings: {
    merchantId: required(settings, 'PAYPAL_MERCHANT_ID'),
    annualPlanId: required(settings, 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID'),
    service: null,
  },
  now: () => new Date(),
});

const isSimulator = (settings: Settings): boolean =>
  ['127.0.0.1', 'localhost'].includes(new URL(required(settings, 'PAYPAL_API_URL')).hostname);

/**
 * Does a command's work on the database and the payment provider that the settings name. The embedded database, and the
 * simulator beside it, are opened for it; throws AlreadyRunning while npm start has them.
 */
export const withServices = async <T>(
  settings: Settings,
  work: (services: Services) => Promise<T>,
): Promise<T> => {
  const url = required(settings, 'DATABASE_URL');
  if (url !== 'embedded') return work(servicesOn(settings, await connect(url)));
  const folder = inProject(required(settings, 'LOCAL_DATA'));
  const lock = await acquireLock(folder);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  try {
    const database = await openDatabase(`${folder}/database`);
    closing.push(database.close);
    if (isSimulator(settings)) closing.push((await openPayPal(settings, folder)).close);
    return await work(servicesOn(settings, database.db));
  } finally {
    for (const close of closing.reverse()) await close();
  }
};
