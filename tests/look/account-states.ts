import type { Page } from '@playwright/test';
import { purchaseWithRequests } from './sample-records.ts';

/** A state of a page for screenshots. */
export interface ScreenState {
  readonly name: string;
  /** Takes a picture of the window instead of the whole page. */
  readonly isWindowOnly?: boolean;
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Acts as a visitor on the page. */
  readonly act: (page: Page) => Promise<void>;
}

/** A page after signing in, once the text `ready` is there. */
export const signedIn = (
  path: string,
  account: 'admin' | 'ada' | 'pia' | 'carl',
  ready: string,
  name = `as-${account}`,
): ScreenState => ({
  name,
  act: async (page) => {
    await page.goto(`/login?next=${encodeURIComponent(path)}`);
    await page.getByLabel('Email').fill(`${account}@kithbook.example`);
    await page.getByLabel('Password', { exact: true }).fill('kithbook');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL((url) => url.pathname + url.search === path);
    await page.getByText(ready).first().waitFor();
  },
});

/** A form after submitting it, once it shows a message. */
const submitted = (name: string, fields: Readonly<Record<string, string>>): ScreenState => ({
  name,
  act: async (page) => {
    const form = page.locator('main form');
    for (const [label, value] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.locator('[type=submit]').click();
    await form.locator('.field-error:not(:empty), .notice:not(:empty)').first().waitFor();
  },
});

const longPassword = 'a long password';

/** States of the account screens, with the sample accounts of the local stack. */
export const accountStates: Readonly<Record<string, readonly ScreenState[]>> = {
  login: [
    submitted('empty', {}),
    submitted('refused', { Email: 'nobody@kithbook.example', Password: 'not this one' }),
  ],
  signup: [
    submitted('refused', { Email: 'marta@example.com', Password: 'abc', 'Confirm password': 'abcd' }),
    submitted('taken', {
      Email: 'ada@kithbook.example',
      Password: longPassword,
      'Confirm password': longPassword,
    }),
  ],
  'forgot-password': [submitted('sent', { Email: 'ada@kithbook.example' })],
  account: [
    signedIn('/account', 'ada', 'This browser'),
    {
      name: 'answers',
      act: async (page) => {
        await signedIn('/account', 'ada', 'This browser').act(page);
        await page.getByLabel('Current password', { exact: true }).fill('not this one');
        await page.getByLabel('New password', { exact: true }).fill('correct horse battery staple');
        await page.keyboard.press('Enter');
        await page.getByText('stolen from other websites').waitFor();
        await page.getByLabel('New address').fill('ada@new.example');
        await page.keyboard.press('Enter');
        await page.getByText('Almost done').waitFor();
        await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
      },
    },
  ],
  'change-address': [
    {
      name: 'refused',
      act: async (page) => {
        await page.goto('/change-address#undo=019a2f4e-8f30-7cc0-a4a2-6f0f5f6f4a01.R0dM');
        await page.getByRole('button', { name: 'Restore email address' }).click();
        await page.getByText('This link is too old').waitFor();
      },
    },
  ],
  'affiliate-application': [signedIn('/affiliate-application', 'pia', 'Your application')],
  'affiliate-commissions': [
    signedIn('/affiliate-commissions', 'ada', '1–'),
    signedIn('/affiliate-commissions', 'pia', 'No commissions yet'),
  ],
  'affiliate-dashboard': [
    signedIn('/affiliate-dashboard', 'ada', 'Active since'),
    signedIn('/affiliate-dashboard', 'pia', 'Not Activated'),
    signedIn('/affiliate-dashboard', 'carl', 'Apply Now'),
  ],
  'affiliate-profile': [signedIn('/affiliate-profile', 'ada', 'Look Up')],
  'affiliate-statements': [
    signedIn('/affiliate-statements', 'ada', 'Unclaimed'),
    signedIn('/affiliate-statements', 'pia', 'No statements yet'),
    signedIn('/affiliate-statements', 'carl', 'Failed to fetch'),
  ],
  'affiliate-admin': [
    signedIn('/affiliate-admin', 'admin', 'ada0001'),
    signedIn('/affiliate-admin', 'ada', 'Failed to fetch'),
  ],
  'customer-admin': [
    signedIn('/customer-admin', 'admin', '@shop.example'),
    signedIn('/customer-admin?q=nobody', 'admin', 'No customers found', 'empty'),
    signedIn('/customer-admin', 'ada', 'Failed to fetch'),
  ],
  'purchases-admin': [
    signedIn('/purchases-admin', 'admin', 'ada0001'),
    signedIn('/purchases-admin?q=nobody', 'admin', 'No purchases found', 'empty'),
    signedIn('/purchases-admin', 'ada', 'Failed to fetch'),
    {
      name: 'refund',
      act: async (page) => {
        await signedIn(`/purchases-admin?q=${purchaseWithRequests}`, 'admin', purchaseWithRequests).act(page);
        await page.getByRole('button', { name: `Open ${purchaseWithRequests}` }).click();
        await page.getByText('Refund…').click();
        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        await page.getByText('Enter a reason').waitFor();
      },
    },
  ],
  payouts: [
    signedIn('/payouts', 'admin', 'ada@kithbook.example'),
    {
      name: 'returned',
      act: async (page) => {
        await signedIn('/payouts?state=returned', 'admin', 'PayPal gave the money back').act(page);
        await page.getByLabel('Select all on this page').check();
      },
    },
    signedIn('/payouts', 'ada', 'Failed to fetch'),
  ],
  admin: [
    signedIn('/admin', 'admin', 'Custom Claims'),
    {
      name: 'handle',
      act: async (page) => {
        await signedIn('/admin', 'admin', 'Custom Claims').act(page);
        await page.locator('#withdrawals summary').first().click();
      },
    },
  ],
  'newsletter-admin': [
    signedIn('/newsletter-admin', 'admin', 'No readers found'),
    {
      name: 'preview',
      isWindowOnly: true,
      act: async (page) => {
        await signedIn('/newsletter-admin', 'admin', 'Not sent').act(page);
        await page
          .getByRole('button', { name: /^Preview/ })
          .first()
          .click();
        await page.frameLocator('dialog iframe').locator('h1').waitFor();
      },
    },
  ],
  'figures-admin': [
    signedIn('/figures-admin', 'admin', 'The figures by week'),
    {
      name: 'days',
      act: async (page) => {
        await signedIn('/figures-admin?unit=day&page=%2Fbuy', 'admin', 'The figures by day').act(page);
        await page.getByText('Show as a table').click();
      },
    },
    {
      name: 'failed',
      prepare: async (page) => {
        await page.route('**/api/figures?*', (route) => route.abort());
      },
      act: signedIn('/figures-admin', 'admin', 'Failed to fetch the figures').act,
    },
  ],
  'audit-log': [signedIn('/audit-log', 'admin', 'Previous')],
  'user-profile-dashboard': [
    signedIn('/user-profile-dashboard', 'admin', 'Total Profiles'),
    signedIn('/user-profile-dashboard?sort=name', 'admin', ' of ', 'list'),
    signedIn('/user-profile-dashboard', 'ada', 'Error Loading Dashboard'),
  ],
  'user-profile-admin': [
    signedIn('/user-profile-admin?id=nobody', 'admin', 'User profile not found.', 'not-found'),
    signedIn('/user-profile-admin', 'ada', 'No user ID or email'),
  ],
};
