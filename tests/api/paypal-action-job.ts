import type { PayPal } from '../../src/server/frame/context/paypal.ts';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import { runDueActions } from '../../src/server/money/paypal-actions/run-due-actions.ts';
import { emulatedIdentity, settings, type TestDatabase } from './harness.ts';
import type { Shop } from './shop.ts';
import { terms } from './settings.ts';

/** Runs the job that repeats PayPal's actions, some minutes from now. */
export function runPayPalActions(
  database: TestDatabase,
  { paypalSettings }: Pick<Shop, 'paypalSettings'>,
  minutes: number,
  paypal: PayPal = createPayPal(paypalSettings),
) {
  const now = () => new Date(Date.now() + minutes * 60_000);
  const services = {
    db: database.db,
    paypal,
    settings,
    now,
    identity: emulatedIdentity(),
    mail: null,
    terms,
  };
  return runDueActions({ ...services, letters: () => Promise.resolve([]) }, () => undefined);
}
