import { afterAll, beforeAll, beforeEach } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import type { Api } from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { kindsTo } from '../../frame/mail/mail-rows.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { runPayPalActions } from '../../paypal-action-job.ts';
import { type Shop, startShop } from '../../shop.ts';

/** A payment of the founders' year, which earned 25%. */
export interface Sale {
  readonly email: string;
  readonly purchaseId: string;
  readonly paymentId: string;
  /** PayPal's id of the payment. */
  readonly providerId: string;
}

interface RefundInput {
  readonly id?: string;
  readonly paymentId?: string;
  readonly amountCents?: number;
  readonly reason?: string;
}

interface Scene {
  /** A real PostgreSQL, because the embedded one runs one statement at a time. */
  database: NeonDatabase;
  shop: Shop;
  admin: string;
}

/** Starts a shop on PostgreSQL for the tests of a file. Each test begins with an empty PayPal. */
export function refundScene() {
  const scene = {} as Scene;
  beforeAll(async () => {
    setLongTimeouts();
    scene.database = await openNeon();
    const { database } = scene;
    [scene.shop, scene.admin] = await Promise.all([startShop({ database }), signIn('admin')]);
  });
  beforeEach(() => {
    scene.shop.paypal.reset();
  });
  afterAll(() => scene.shop.close());

  /** Sells a plan through an affiliate's link: 59.99 once, or 49.99 for a subscription. */
  const sell = async (type: 'one-time' | 'subscription' = 'one-time'): Promise<Sale> => {
    const { shop } = scene;
    const { code } = await newAffiliate(shop.rows);
    const email = newEmail('buyer');
    shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
    const orderId = await (type === 'one-time' ? paidOrder : newSubscription)(shop, { code, email });
    await shop.paypal.idle();
    shop.paypal.set({ clock: null });
    const [row] = await shop.rows(
      `select purchases.id as purchase, payments.id as payment, payments.provider_id as provider
       from payments join purchases on purchases.id = purchase_id where purchases.provider_id = $1`,
      [orderId],
    );
    const [purchaseId, paymentId, providerId] = [row?.purchase, row?.payment, row?.provider].map(String);
    return { email, purchaseId: purchaseId ?? '', paymentId: paymentId ?? '', providerId: providerId ?? '' };
  };

  /** Refunds a sale as an admin: 20.00 by default. */
  const refund = (sale: Sale, input: RefundInput = {}, api: Pick<Api, 'call'> = scene.shop) =>
    api.call(
      'POST',
      `/api/purchases/${sale.purchaseId}/refund`,
      {
        id: randomUUID(),
        paymentId: sale.paymentId,
        amountCents: 20_00,
        reason: 'Withdrawal',
        ...input,
      },
      { token: scene.admin },
    );

  /** Returns PayPal's refunds of a sale in cents, and everything that followed from them here. */
  const booksOf = async ({ purchaseId, paymentId, providerId, email }: Sale) => {
    const { rows, paypal } = scene.shop;
    const columnOf = async (query: string, values: unknown[]) =>
      (await rows(query, values)).map(({ value }) => value);
    const [payment] = await rows('select refunded_cents from payments where id = $1', [paymentId]);
    return {
      atPayPal: Object.values(paypal.state().refunds)
        .filter((row) => row.paymentId === providerId)
        .map(({ amountCents }) => amountCents),
      refunds: await columnOf(
        'select amount_cents as value from refunds where payment_id = $1 order by recorded_at, id',
        [paymentId],
      ),
      refunded: payment?.refunded_cents,
      commission: await columnOf(
        'select amount_cents as value from commission_entries where payment_id = $1 order by recorded_at, id',
        [paymentId],
      ),
      mails: (await kindsTo(rows, email)).filter((kind) => kind === 'refund').length,
      actions: await columnOf(
        'select state::text as value from paypal_actions where purchase_id = $1 order by created_at, id',
        [purchaseId],
      ),
    };
  };

  /** Runs the scheduled job some minutes from now. */
  const runJob = (minutes: number, paypal?: PayPal) =>
    runPayPalActions(scene.database, scene.shop, minutes, paypal);

  /** Delivers all webhooks. */
  const settle = async () => {
    scene.shop.paypal.flush();
    await scene.shop.paypal.idle();
  };

  return Object.assign(scene, { sell, refund, booksOf, runJob, settle });
}

/** The result of `booksOf` before any refund. */
export const untouched = {
  atPayPal: [],
  refunds: [],
  refunded: 0,
  commission: [15_00],
  mails: 0,
  actions: [],
};

/** The result of `booksOf` after one refund of 20.00. */
export const refundedOnce = {
  atPayPal: [20_00],
  refunds: [20_00],
  refunded: 20_00,
  commission: [15_00, -5_00],
  mails: 1,
  actions: ['done'],
};
