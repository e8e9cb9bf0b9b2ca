import type { Page, Route } from '@playwright/test';
import type { AnswerOf } from '../../src/client/api.ts';
import { noteKey } from '../../src/client/purchases/session-note.ts';
import { never, respond, type ScreenState, unknownToken, waitFor } from './screen-state.ts';

type OwnPurchase = AnswerOf<'GET /api/portal/purchases'>['purchases'][number];

const email = 'wilhelmina.schmidt@mail.example';
const day = 24 * 60 * 60 * 1_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString();

const noCompany = { company: null, address: null, vat_number: null };

const payment = (days: number, refundedCents = 0, state: 'completed' | 'pending' = 'completed') => ({
  id: crypto.randomUUID(),
  receipt: {
    number: '3C679366E6482450L',
    paid_until: daysFromNow(days + 365).slice(0, 10),
    versions: [{ version: 1, made_at: daysFromNow(days), ...noCompany }],
  },
  paid_at: daysFromNow(days),
  state,
  amount_cents: 49_99,
  tax_cents: 0,
  refunded_cents: refundedCents,
  license:
    state === 'pending' ? null : { text: 'A license', covers_until: daysFromNow(days + 365).slice(0, 10) },
});

const subscription: OwnPurchase = {
  id: crypto.randomUUID(),
  order_id: 'I-8WR5LT29DS3B',
  type: 'subscription',
  plan: 'annual',
  state: 'active',
  ordered_at: daysFromNow(-460),
  terms_version: '2026-11-28',
  paid_until: daysFromNow(270),
  renews_at: daysFromNow(270),
  renews_for_cents: 49_99,
  is_payer: true,
  cancellation: null,
  payments: [payment(-95), payment(-460)],
};

const oneTime: OwnPurchase = {
  id: crypto.randomUUID(),
  order_id: '8AB12345CD678901E',
  type: 'one-time',
  plan: 'basic',
  state: 'completed',
  ordered_at: daysFromNow(-800),
  terms_version: '2026-11-28',
  paid_until: daysFromNow(-435),
  renews_at: null,
  renews_for_cents: null,
  is_payer: true,
  cancellation: null,
  payments: [{ ...payment(-800, 10_00), amount_cents: 59_99 }],
};

const waiting: OwnPurchase = {
  ...subscription,
  renews_at: null,
  renews_for_cents: null,
  cancellation: { state: 'waiting', requested_at: daysFromNow(0) },
};

const pending: OwnPurchase = {
  ...subscription,
  id: crypto.randomUUID(),
  order_id: 'I-4KX9PL20QW7E',
  ordered_at: daysFromNow(0),
  paid_until: null,
  renews_at: null,
  renews_for_cents: null,
  payments: [payment(0, 0, 'pending')],
};

const cancelled: OwnPurchase = { ...waiting, state: 'cancelled', cancellation: null };

/** Answers the list with these purchases, for a visitor with a session. */
const withPurchases =
  (purchases: readonly OwnPurchase[], handle?: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await page.addInitScript((key) => {
      localStorage.setItem(key, String(Date.now()));
    }, noteKey);
    await page.route('**/api/portal/purchases', respond(200, { email, purchases }));
    await handle?.(page);
  };

const press =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
    await page.waitForTimeout(300);
  };

const send = (address: string) => async (page: Page) => {
  await page.getByLabel('Email').fill(address);
  await press('Send me a link')(page);
};

const linkPath = `/purchases#${unknownToken}`;

const linkProblem = {
  code: 'portal-link-invalid',
  error: 'This link was already used, or is older than 15 minutes. Ask for a new one.',
};

const route = (path: string, handle: (route: Route) => Promise<void>) => (page: Page) =>
  page.route(`**/api/portal/${path}`, handle);

const cancelCall = (purchase: OwnPurchase) => route('purchases/*/cancel', respond(200, purchase));

/** The receipt of the newest payment of the account `carl`, on the screen or as it is printed. */
const receipt = (name: string, media: 'screen' | 'print'): ScreenState => ({
  name,
  account: 'carl',
  act: async (page) => {
    await press('Use my account')(page);
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    await page.emulateMedia({ media });
    // The screenshots wait for this attribute, which only pages with scripts set.
    await page.evaluate(() => document.documentElement.toggleAttribute('data-fonts', true));
  },
});

/** States of /purchases. The initial state is the form. */
export const purchaseStates: Readonly<Record<string, readonly ScreenState[]>> = {
  purchases: [
    { name: 'email-invalid', act: send('wilhelmina') },
    { name: 'sent', prepare: route('link', respond(202, { email })), act: send(email) },
    {
      name: 'account',
      prepare: (page) =>
        page.addInitScript(() => {
          localStorage.setItem('session', 'in');
        }),
      act: waitFor('You’re signed in'),
    },
    { name: 'link', path: linkPath, act: waitFor('Your link is ready') },
    {
      name: 'link-used',
      path: linkPath,
      prepare: route('open', respond(404, linkProblem)),
      act: press('See my purchases'),
    },
    { name: 'loading', prepare: withPurchases([], route('purchases', never)), act: waitFor('Loading') },
    { name: 'list', prepare: withPurchases([subscription, oneTime]), act: waitFor('Renews on') },
    { name: 'pending', prepare: withPurchases([pending, cancelled]), act: waitFor('on its way') },
    { name: 'empty', prepare: withPurchases([]), act: waitFor('no purchase') },
    {
      name: 'cancel',
      isWindowOnly: true,
      prepare: withPurchases([subscription]),
      act: press('Cancel subscription'),
    },
    ...(
      [
        ['cancelling', subscription, route('purchases/*/cancel', never)],
        ['cancelled', subscription, cancelCall(cancelled)],
        ['waiting', subscription, cancelCall(waiting)],
        [
          'refused',
          subscription,
          cancelCall({ ...subscription, cancellation: { state: 'refused', requested_at: daysFromNow(0) } }),
        ],
      ] as const
    ).map(([name, purchase, handle]): ScreenState => ({
      name,
      prepare: withPurchases([purchase], handle),
      act: async (page) => {
        await press('Cancel subscription')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
        await page.waitForTimeout(300);
      },
    })),
    { name: 'erase', isWindowOnly: true, prepare: withPurchases([oneTime]), act: press('Erase my data') },
    {
      name: 'erased',
      prepare: withPurchases(
        [oneTime],
        route('erase', (call) => call.fulfill({ status: 204 })),
      ),
      act: async (page) => {
        await press('Erase my data')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Erase my data' }).click();
        await waitFor('is erased')(page);
      },
    },
    {
      name: 'failed',
      prepare: withPurchases(
        [],
        route('purchases', respond(503, { error: 'The service is unavailable at the moment.' })),
      ),
      act: waitFor('couldn’t be loaded'),
    },
    {
      name: 'company',
      isWindowOnly: true,
      prepare: withPurchases([oneTime]),
      act: async (page) => {
        await page.getByRole('button', { name: /^Add a company/ }).click();
        await page.waitForTimeout(300);
      },
    },
    receipt('receipt', 'screen'),
    receipt('receipt-print', 'print'),
  ],
};
