import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { newAccount, resetCode, seeded } from './provider.ts';
import { failureOf, newPassword } from './reset-links.ts';
import { failedAnswer, memberScreens, passwordField, signIn, submitButton } from './screens.ts';

// Each screen is looked at up to eight times.
test.slow();

const findsNothing = async (page: Page): Promise<void> => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
};

/** A narrow screen neither scrolls sideways nor cuts anything off. */
const fits = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const cut = await page.locator('main :is(h1, h2, h3, p, a, button, input, code, dd)').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, .table-cards thead'))
      .filter((one) => one.getBoundingClientRect().right > 321 || one.getBoundingClientRect().left < -1)
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(cut).toEqual([]);
};

const isAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await findsNothing(page);
  }
};

const looksRight = async (page: Page): Promise<void> => {
  await isAccessible(page);
  await fits(page);
};

for (const path of ['/login', '/signup', '/forgot-password'])
  test(`the form of ${path}, empty and with errors`, async ({ page }) => {
    await page.goto(path);
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
    await looksRight(page);
    await submitButton(page).click();
    await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused();
    await looksRight(page);
  });

test('a login that failed', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@mail.example');
  await passwordField(page).fill('nothing of mine');
  await page.getByRole('button', { name: 'Show password' }).click();
  await submitButton(page).click();
  await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
  await looksRight(page);
});

test('a reset link that is good, with an empty form and with errors', async ({ page }) => {
  const { email } = await newAccount();
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  await expect(newPassword(page)).toBeVisible();
  await looksRight(page);
  await submitButton(page).click();
  await expect(newPassword(page)).toBeFocused();
  await looksRight(page);
});

for (const path of ['/reset-password', '/set-new-password'])
  test(`${path} without a token`, async ({ page }) => {
    await page.goto(path);
    await expect(failureOf(page)).toBeVisible();
    await looksRight(page);
  });

test('the application of a visitor, and of an affiliate', async ({ page }) => {
  await page.goto('/affiliate-application');
  await expect(page.getByText('There is no application here to show.')).toBeVisible();
  await looksRight(page);
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await expect(page.locator('main dl')).toContainText('pia0002');
  await looksRight(page);
});

for (const [what, email, text] of [
  ['an active affiliate', seeded.ada, 'Active since'],
  ['an affiliate who is not active', seeded.pia, 'Not Activated'],
  ['somebody without a record', null, 'You are not in the affiliate program yet'],
] as const)
  test(`the dashboard of ${what}`, async ({ page }) => {
    await signIn(page, email ?? (await newAccount()).email);
    await expect(page.locator('main')).toContainText(text);
    await looksRight(page);
  });

const opensAsAdmin = async (page: Page, path: string): Promise<void> => {
  await signIn(page, seeded.admin);
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.locator('main .guard')).toHaveCount(0);
};

for (const path of [...memberScreens.slice(1), '/admin']) {
  test(`${path} of an admin has no accessibility violation`, async ({ page }) => {
    await opensAsAdmin(page, path);
    await isAccessible(page);
  });

  test(`${path} of an admin fits a screen of 320 px`, async ({ page }) => {
    await opensAsAdmin(page, path);
    await fits(page);
  });
}
