import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { sendDueMails } from '../../../../src/server/frame/mail/send-mails.ts';
import { runDueNotices } from '../../../../src/server/money/notices/run-due-notices.ts';
import { dayMs, formatLongDate } from '../../../../src/shared/dates.ts';
import { noticeKinds } from '../../../../src/shared/mail-kinds.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { newEmail } from '../../factories.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { emulatedIdentity, settings, createTestDatabase, type TestDatabase } from '../../harness.ts';
import { openSession } from '../../portal-sessions.ts';
import { terms } from '../../settings.ts';
import { type Shop, startShop } from '../../shop.ts';

let database: TestDatabase;
let shop: Shop;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database });
});
afterAll(() => shop.close());

const noticesTo = async (email: string) =>
  (await mailsTo(shop.rows, email)).filter(({ kind }) => noticeKinds.some((notice) => notice === kind));

/** Runs the job some days from now. PayPal does not answer about the subscriptions in `silent`. */
const runJob = (days = 0, silent: readonly string[] = []) => {
  const paypal = createPayPal(shop.paypalSettings);
  const fetchSubscription: typeof paypal.fetchSubscription = (id) =>
    silent.includes(id)
      ? Promise.reject(problem('payment-provider-unavailable'))
      : paypal.fetchSubscription(id);
  return runDueNotices(
    {
      db: database.db,
      paypal: { ...paypal, fetchSubscription },
      settings,
      terms,
      identity: emulatedIdentity(),
      mail: null,
      letters: () => Promise.resolve([]),
      now: () => new Date(Date.now() + days * dayMs),
    },
    () => undefined,
  );
};

/** Makes a purchase while PayPal's clock is set back by some days. */
const daysAgo = async (days: number, purchase: () => Promise<string>): Promise<string> => {
  shop.paypal.set({ clock: new Date(Date.now() - days * dayMs).toISOString() });
  const id = await purchase();
  await shop.paypal.idle();
  shop.paypal.set({ clock: null });
  return id;
};

const subscribed = async (daysBefore: number) => {
  const email = newEmail('payer');
  const id = await daysAgo(daysBefore, () => newSubscription(shop, { email }));
  return { email, id };
};

/** Returns a subscription whose renewal is in 35 days, and whose notice waits in the outbox. */
const noticed = async () => {
  const subscription = await subscribed(330);
  await runJob();
  expect(await noticesTo(subscription.email)).toHaveLength(1);
  return subscription;
};

/** Sends the mails that wait, some days from now. Returns the addresses that got one. */
const sendMails = async (days = 0): Promise<readonly string[]> => {
  const recipients: string[] = [];
  const mailer = {
    send: ({ to }: { readonly to: string }) => Promise.resolve(void recipients.push(to)),
    close: () => undefined,
  };
  const mail = {
    siteUrl: 'http://site.example',
    linkSecret: 'a secret',
    open: () => Promise.resolve(mailer),
  };
  const now = () => new Date(Date.now() + days * dayMs);
  await sendDueMails({ db: database.db, now, terms }, mail, () => undefined);
  return recipients;
};

const nextBilling = (id: string) => shop.paypal.state().subscriptions[id]?.nextBillingTime ?? '';

describe('a renewal is announced', () => {
  test('40 days before, to both addresses, with the day and the amount that /purchases shows', async () => {
    const [payer, typed] = [newEmail('payer'), newEmail('typed')];
    const id = await newSubscription(shop, { email: payer });
    await shop.paypal.idle();
    await track(shop, id, { email: typed });
    expect((await runJob(365 - 41)).queued).toBe(0);
    await runJob(365 - 39);
    await runJob(365 - 38);
    const headers = await openSession(shop.rows, payer);
    const own = await shop.call('GET', '/api/portal/purchases', undefined, { headers });
    expect(own.body).toMatchObject({ purchases: [{ renews_for_cents: 49_99 }] });
    for (const address of [payer, typed]) {
      const [mail, ...others] = await noticesTo(address);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ kind: 'renewal-notice', data: { amount_cents: 49_99 } });
      const { text } = renderStored(mail);
      for (const fact of [formatLongDate(nextBilling(id)), '$49.99', 'http://site.example/purchases'])
        expect(text).toContain(fact);
    }
  });

  test('also while PayPal does not answer about another subscription, which waits', async () => {
    const [silent, other] = [await subscribed(330), await subscribed(330)];
    await runJob(0, [silent.id]);
    expect(await noticesTo(silent.email)).toEqual([]);
    expect(await noticesTo(other.email)).toHaveLength(1);
    await runJob(1);
    expect(await noticesTo(silent.email)).toHaveLength(1);
  });

  test('never after its day', async () => {
    const { email } = await subscribed(330);
    await runJob(36);
    expect(await noticesTo(email)).toEqual([]);
    const late = await subscribed(330);
    await runJob(34);
    expect(await sendMails(36)).not.toContain(late.email);
  });
});

describe('a notice that is no longer true is not sent', () => {
  test.each(['cancel', 'suspend', 'expire'] as const)('after %s at PayPal', async (action) => {
    const { email, id } = await noticed();
    shop.paypal[action](id);
    await shop.paypal.idle();
    expect(await noticesTo(email)).toEqual([]);
  });

  test('after the refund of the last payment', async () => {
    const { email, id } = await noticed();
    const sale = Object.values(shop.paypal.state().sales).find(({ subscriptionId }) => subscriptionId === id);
    shop.paypal.refundSale(sale?.id ?? '');
    await shop.paypal.idle();
    expect(await noticesTo(email)).toEqual([]);
  });

  test('while the last payment is reversed, until its dispute is won', async () => {
    const { email, id } = await noticed();
    const sale = Object.values(shop.paypal.state().sales).find(({ subscriptionId }) => subscriptionId === id);
    const dispute = shop.paypal.openDispute(sale?.id ?? '');
    shop.paypal.reverseSale(sale?.id ?? '');
    await shop.paypal.idle();
    expect(await noticesTo(email)).toEqual([]);
    shop.paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
    await shop.paypal.idle();
    await runJob();
    expect(await noticesTo(email)).toHaveLength(1);
  });

  test('while the buyer’s cancellation waits for PayPal', async () => {
    const { email, id } = await noticed();
    const [purchase] = await shop.rows('select id from purchases where provider_id = $1', [id]);
    shop.paypal.set({ down: true });
    const headers = await openSession(shop.rows, email);
    await shop.call('POST', `/api/portal/purchases/${String(purchase?.id)}/cancel`, undefined, { headers });
    expect(await noticesTo(email)).toEqual([]);
    await runJob(1);
    shop.paypal.set({ down: false });
    expect(await noticesTo(email)).toEqual([]);
  });

  test('after an erasure, also not to the address for the receipt', async () => {
    const [payer, typed] = [newEmail('payer'), newEmail('typed')];
    const id = await newSubscription(shop, { email: payer });
    await shop.paypal.idle();
    await track(shop, id, { email: typed });
    await runJob(365 - 39);
    await shop.call('POST', '/api/customers/forget', { email: payer }, { token: await signIn('admin') });
    expect([...(await noticesTo(payer)), ...(await noticesTo(typed))]).toEqual([]);
    const kept = await shop.rows(
      "select state::text as state, address, data from mails where kind = 'renewal-notice' and state = 'cancelled'",
    );
    expect(kept).toEqual(
      Array.from({ length: 2 }, () => ({ state: 'cancelled', address: null, data: null })),
    );
  });

  test('but a subscription that continues before its renewal gets it', async () => {
    const { email, id } = await noticed();
    shop.paypal.suspend(id);
    await shop.paypal.idle();
    shop.paypal.activate(id);
    await shop.paypal.idle();
    await runJob();
    expect(await noticesTo(email)).toHaveLength(1);
  });
});

describe('a failed renewal', () => {
  test('is told once for each attempt, with the way to PayPal’s payment method', async () => {
    const { email, id } = await subscribed(365);
    shop.paypal.set({ deliverTwice: true, clock: new Date(Date.now() - 5 * dayMs).toISOString() });
    shop.paypal.failPayment(id);
    await shop.paypal.idle();
    shop.paypal.set({ clock: null });
    shop.paypal.failPayment(id);
    await shop.paypal.idle();
    shop.paypal.set({ deliverTwice: false });
    const mails = await noticesTo(email);
    expect(mails.map(({ kind }) => kind)).toEqual(['renewal-failed', 'renewal-failed']);
    const { text } = renderStored(mails[0]);
    for (const words of ['$49.99', 'Settings, then Payments, then Automatic payments', '/purchases'])
      expect(text).toContain(words);
  });

  test('is not told after the payment', async () => {
    const { email, id } = await subscribed(365);
    shop.paypal.set({ clock: new Date(Date.now() - dayMs).toISOString() });
    shop.paypal.failPayment(id);
    await shop.paypal.idle();
    shop.paypal.set({ clock: null });
    shop.paypal.renew(id);
    await shop.paypal.idle();
    expect(await noticesTo(email)).toEqual([]);
  });
});

describe('the end of a Basic year', () => {
  const bought = (email: string, days: number) => daysAgo(days, () => paidOrder(shop, { email }));

  test('is announced 30 days before, with the versions that stay and a way to buy again', async () => {
    const email = newEmail('payer');
    await bought(email, 334);
    await runJob();
    expect(await noticesTo(email)).toEqual([]);
    await runJob(2);
    const [mail] = await noticesTo(email);
    const { text } = renderStored(mail);
    for (const words of ['keeps working in full, forever', 'http://site.example/buy'])
      expect(text).toContain(words);
  });

  test('is announced for the last of two years, and for none after a new subscription', async () => {
    const [twice, changed] = [newEmail('payer'), newEmail('payer')];
    await bought(twice, 340);
    await bought(twice, 300);
    await bought(changed, 340);
    await runJob();
    expect(await noticesTo(changed)).toHaveLength(1);
    await daysAgo(0, () => newSubscription(shop, { email: changed }));
    for (const email of [twice, changed]) expect(await noticesTo(email)).toEqual([]);
    await runJob(365);
    expect((await noticesTo(twice)).map(({ kind }) => kind)).toEqual(['year-ending']);
  });
});
