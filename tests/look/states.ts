import type { Page, Route } from '@playwright/test';
import { type LastPayment, lastPaymentKey } from '../../src/shared/checkout-result.ts';
import { accountStates } from './account-states.ts';
import { type PaymentOutcome, paypalSdkStub } from './paypal-sdk-stub.ts';
import { profileStates } from './profile-states.ts';
import { purchaseStates } from './purchase-states.ts';
import { never, respond, type ScreenState } from './screen-state.ts';

const sdkUrl = /\/sdk\/js/;
const validationUrl = '**/api/affiliates/validate/*';
const customersUrl = '**/api/customers';

const choose = (plan: 'Basic' | 'Annual Subscription') => async (page: Page) => {
  await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
};

/** Replaces PayPal's SDK, with buttons of the same size and colors. */
const withButtons = (outcome: PaymentOutcome) => async (page: Page) => {
  await page.route(sdkUrl, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: paypalSdkStub(outcome) }),
  );
};

const pay = async (page: Page) => {
  await choose('Basic')(page);
  await page.locator('.stub-button').first().click();
  await page.locator('.checkout .notice:not(:empty)').first().waitFor();
};

/** The checkout with a typed code, and this answer about the code. */
const withCode = (name: string, answer: (route: Route) => Promise<void>): ScreenState => ({
  name: `code-${name}`,
  prepare: async (page) => {
    await withButtons('paid')(page);
    await page.route(validationUrl, answer);
  },
  act: async (page) => {
    await choose('Basic')(page);
    await page.getByLabel('Affiliate code').fill('marta0412');
    await page.locator('.code-status:not(:empty)').waitFor();
    await page.waitForTimeout(900);
  },
});

const chooseAndFail = async (page: Page) => {
  await choose('Basic')(page);
  await page.locator('.checkout [role=alert]:not(:empty)').waitFor();
};

const buy: readonly ScreenState[] = [
  { name: 'basic', prepare: withButtons('paid'), act: choose('Basic') },
  { name: 'annual', prepare: withButtons('paid'), act: choose('Annual Subscription') },
  { name: 'window-after-choosing', isWindowOnly: true, prepare: withButtons('paid'), act: choose('Basic') },
  withCode('valid', respond(200, { valid: true })),
  withCode('invalid', respond(200, { valid: false })),
  withCode('checking', never),
  {
    name: 'loading',
    prepare: (page) => page.route(sdkUrl, never),
    act: choose('Basic'),
  },
  {
    name: 'error-sdk-load',
    prepare: (page) => page.route(sdkUrl, (route) => route.abort()),
    act: chooseAndFail,
  },
  { name: 'error-payment', prepare: withButtons('error'), act: pay },
  { name: 'completing', prepare: withButtons('slow'), act: pay },
];

const newsletter = async (page: Page, email: string) => {
  const form = page.locator('form.newsletter');
  await form.getByLabel('Name').fill('Marta Lindqvist');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button').click();
  await page.waitForTimeout(400);
  await form.scrollIntoViewIfNeeded();
};

const newsletterState = (
  name: string,
  handle?: (route: Route) => Promise<void>,
  email = 'marta@example.com',
): ScreenState => ({
  name: `newsletter-${name}`,
  isWindowOnly: true,
  prepare: async (page) => {
    if (handle) await page.route(customersUrl, handle);
  },
  act: (page) => newsletter(page, email),
});

const home: readonly ScreenState[] = [
  {
    name: 'newsletter-idle',
    isWindowOnly: true,
    act: (page) => page.locator('form.newsletter').scrollIntoViewIfNeeded(),
  },
  newsletterState('busy', never),
  newsletterState('success', respond(201, { id: '1' })),
  newsletterState('email-required', undefined, ''),
  newsletterState('email-invalid', undefined, 'marta'),
  newsletterState(
    'server-text',
    respond(429, { error: 'Too many requests. Please wait a minute and try again.' }),
  ),
  newsletterState('failed', respond(500, {})),
  newsletterState('no-answer', (route) => route.abort()),
];

const openMenu = async (page: Page) => {
  const toggle = page.getByRole('button', { name: 'Menu' });
  if (await toggle.isVisible()) await toggle.click();
};

/** The navigation bar for visitors, affiliates and admins. */
const bars: readonly ScreenState[] = [
  { name: 'menu', isWindowOnly: true, act: openMenu },
  ...['in', 'admin'].map((session) => ({
    name: `menu-${session}`,
    isWindowOnly: true,
    prepare: (page: Page) =>
      page.addInitScript((value) => {
        localStorage.setItem('session', value);
      }, session),
    act: openMenu,
  })),
];

const visitorWith = (name: string, platform: string): ScreenState => ({
  name,
  prepare: (page) =>
    page.addInitScript((value) => {
      Object.defineProperty(navigator, 'platform', { value });
      Object.defineProperty(navigator, 'userAgentData', { value: undefined });
    }, platform),
  act: async (page) => {
    await page
      .getByText(/^Published/)
      .first()
      .waitFor();
    await page.getByText('SHA-256').first().click();
  },
});

const userAgentOfPhone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36';

/** /download after a payment in this tab, on a computer or on a phone. */
const confirmed = (name: string, payment: LastPayment, isOnPhone: boolean): ScreenState => ({
  name,
  prepare: (page) =>
    page.addInitScript(
      ([key, value, userAgent]) => {
        sessionStorage.setItem(key, value);
        if (userAgent) Object.defineProperty(navigator, 'userAgent', { value: userAgent });
      },
      [lastPaymentKey, JSON.stringify(payment), isOnPhone ? userAgentOfPhone : ''] as const,
    ),
  act: (page) => page.locator('.confirmation').waitFor(),
});

const payment: LastPayment = {
  paid: 'paid',
  orderId: '8AB12345CD678901E',
  plan: 'basic',
  amount: '$59.99',
};

const copyState = (name: string, isDenied: boolean): ScreenState => ({
  name,
  isWindowOnly: true,
  prepare: (page) =>
    page.addInitScript((denied) => {
      navigator.clipboard.writeText = () => (denied ? Promise.reject(new Error()) : Promise.resolve());
    }, isDenied),
  act: async (page) => {
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await page.waitForTimeout(600);
  },
});

const openQuestion = (page: Page) => page.locator('summary').first().click();

/** The pages with which the server answers the withdrawal form. */
const withdrawal = (name: string, email: string, button?: string): ScreenState => ({
  name,
  act: async (page) => {
    await page.getByLabel('Your name').fill('Carl Sample');
    await page.getByLabel('Order number').fill('I-8WR5LT29DS3B');
    await page.getByLabel('Email').fill(email);
    for (const pressed of ['Continue', ...(button ? [button] : [])]) {
      await page.getByRole('button', { name: pressed }).click();
      await page.waitForURL('**/api/withdrawals/form');
    }
    if (button) await page.getByRole('status').waitFor();
  },
});

const withdraw: readonly ScreenState[] = [
  withdrawal('errors', 'carl@localhost'),
  withdrawal('check', 'carl@mail.example'),
  withdrawal('received', 'carl@mail.example', 'Confirm withdrawal'),
];

const states: Readonly<Record<string, readonly ScreenState[]>> = {
  buy,
  index: [...home, ...bars],
  download: [
    visitorWith('windows', 'Win32'),
    visitorWith('mac', 'MacIntel'),
    confirmed('paid', payment, false),
    confirmed(
      'subscribed-phone',
      { ...payment, paid: 'subscribed', plan: 'annual', amount: '$49.99 per year' },
      true,
    ),
  ],
  'affiliate-pitch': [copyState('copied', false), copyState('copy-failed', true)],
  withdraw,
  'contact-us': [{ name: 'answer', act: openQuestion }],
  ...accountStates,
  ...profileStates,
  ...purchaseStates,
};

/** Returns the states of a page, without its initial state. */
export const statesOf = (page: string): readonly ScreenState[] => states[page] ?? [];
