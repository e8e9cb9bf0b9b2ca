import { newContext } from '../../../../src/server/frame/context/context.ts';
import { syncEvent } from '../../../../src/server/money/webhooks/process-event.ts';
import type { Dispute, PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newSubscription, paidOrder, records } from '../../buyer.ts';
import { emulatedIdentity, createTestDatabase, settings } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { startShop } from '../../shop.ts';

/** Starts the site with an affiliate, and returns helpers that buy through the affiliate and dispute payments. */
export const startDisputes = async () => {
  const database = await createTestDatabase();
  const shop = await startShop({ database });
  const affiliate = await newAffiliate(shop.rows);

  /** Buys, and returns PayPal's ids of the purchase and its payment. */
  const buy = async (type: 'one-time' | 'subscription') => {
    const orderId =
      type === 'one-time'
        ? await paidOrder(shop, { code: affiliate.code })
        : await newSubscription(shop, { code: affiliate.code });
    const { captures, sales } = shop.paypal.state();
    const [paymentId = ''] = Object.keys(type === 'one-time' ? captures : sales);
    return { orderId, paymentId };
  };

  const holdsOf = (orderId: string) =>
    shop.rows(
      `select reason, released_by from commission_holds h join payments p on p.id = h.payment_id
       join purchases b on b.id = p.purchase_id where b.provider_id = $1 order by h.placed_at`,
      [orderId],
    );
  const entriesOf = async (orderId: string) =>
    (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
  /** Delivers all held events, and waits until they are processed. */
  const deliver = async () => {
    shop.paypal.flush();
    await shop.paypal.idle();
  };
  const setClock = (clock: string) => shop.paypal.set({ clock });

  /** Processes a dispute event while PayPal returns this dispute. `overrides` replaces other calls to PayPal. */
  const syncDisputeEvent = async (
    paypalDispute: Pick<Dispute, 'paymentIds' | 'state'>,
    overrides: Partial<PayPal> = {},
  ) => {
    const dispute: Dispute = {
      ...paypalDispute,
      id: `D-${String(paypalDispute.paymentIds.length)}`,
      lost: { cents: paypalDispute.state === 'lost' ? 2000 : 0, currency: 'USD' },
      openedAt: new Date('2026-05-01T12:00:00Z'),
      changedAt: new Date(),
    };
    const services = {
      db: database.db,
      identity: emulatedIdentity(),
      paypal: {
        ...createPayPal(shop.paypalSettings),
        fetchDispute: () => Promise.resolve(dispute),
        ...overrides,
      },
      settings,
      mail: null,
      now: () => new Date(),
    };
    return syncEvent(newContext(services, 'test'), {
      id: 'E',
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      create_time: new Date().toISOString(),
      resource: { dispute_id: dispute.id },
    });
  };

  /** Delivers a held event of this type. */
  const deliverEvent = (type: string) => {
    const event = Object.values(shop.paypal.state().events).find(({ event_type }) => event_type === type);
    const body = JSON.stringify(event);
    return shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  };

  /** Releases the holds of a purchase, as an admin does. */
  const releaseHolds = (orderId: string) =>
    shop.rows(
      `update commission_holds set released_at = now(), released_by = 'admin' where payment_id in
        (select p.id from payments p join purchases b on b.id = p.purchase_id where b.provider_id = $1)`,
      [orderId],
    );

  return {
    shop,
    affiliate,
    buy,
    holdsOf,
    entriesOf,
    deliver,
    deliverEvent,
    setClock,
    syncDisputeEvent,
    releaseHolds,
  };
};
