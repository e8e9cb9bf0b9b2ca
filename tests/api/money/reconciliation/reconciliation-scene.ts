import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import type { Services } from '../../../../src/server/frame/context/services.ts';
import type { Report } from '../../../../src/server/money/reconciliation/difference.ts';
import { reconcile } from '../../../../src/server/money/reconciliation/reconcile.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newSubscription, paidOrder } from '../../buyer.ts';
import { emulatedIdentity, createTestDatabase, settings } from '../../harness.ts';
import { type TestAffiliate, newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { terms } from '../../settings.ts';

interface Scene {
  shop: Shop;
  affiliate: TestAffiliate;
  services: Services;
  /** The day of the test. Each test has its own day, so that their reports do not overlap. */
  day: string;
}

/** Returns a shop for the tests of a file, and helpers that reconcile it with PayPal. */
export const reconciliationScene = () => {
  const scene = {} as Scene;
  beforeAll(async () => {
    const database = await createTestDatabase();
    scene.shop = await startShop({ database });
    scene.affiliate = await newAffiliate(scene.shop.rows, { activeFrom: '2020-01-01T00:00:00Z' });
    scene.services = {
      db: database.db,
      paypal: createPayPal(scene.shop.paypalSettings),
      identity: emulatedIdentity(),
      settings,
      mail: null,
      terms,
      letters: () => Promise.resolve([]),
      now: () => new Date('2026-06-15T08:00:00Z'),
    };
  });
  let testCount = 0;
  beforeEach(() => {
    testCount += 1;
    // Every second day, so that no two tests have neighboring days.
    scene.day = new Date(Date.UTC(2025, 2, 2 * testCount)).toISOString().slice(0, 10);
    scene.shop.paypal.reset();
    scene.shop.paypal.set({ clock: `${scene.day}T10:00:00Z` });
  });
  afterAll(() => scene.shop.close());

  /** Buys on the test's day. Returns PayPal's ids of the order and of its payment. */
  const buy = async (type: 'one-time' | 'subscription') => {
    const { shop, affiliate } = scene;
    const { captures: earlierCaptures, sales: earlierSales } = shop.paypal.state();
    const orderId =
      type === 'one-time'
        ? await paidOrder(shop, { code: affiliate.code })
        : await newSubscription(shop, { code: affiliate.code });
    await shop.paypal.idle();
    const { captures, sales } = shop.paypal.state();
    const ids = [...Object.keys(captures), ...Object.keys(sales)];
    const paymentId = ids.find((id) => !(id in earlierCaptures) && !(id in earlierSales)) ?? '';
    return { orderId, paymentId };
  };
  /** Reconciles some days, by default the test's day. */
  const run = (first = scene.day, last = scene.day): Promise<Report> =>
    reconcile(newContext(scene.services, 'test'), first, last);
  /** Returns code, our amount and PayPal's amount of each difference on the test's day. */
  const codes = async () => (await run()).differences.map(({ code, ours, theirs }) => [code, ours, theirs]);
  return { scene, buy, run, codes };
};
