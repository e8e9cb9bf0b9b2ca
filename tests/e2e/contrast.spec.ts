import type { Locator } from '@playwright/test';
import { sampleAccounts } from './accounts/firebase-accounts.ts';
import { signInToDashboard } from './accounts/sign-in.ts';
import { signInAdmin } from './admin/admin-screen.ts';
import { deep, expect, test } from './fixtures.ts';

test('small print has the colour of the text for visitors who prefer more contrast', async ({ page }) => {
  await page.goto('/buy');
  const colours = () =>
    page.evaluate(() => {
      const [soft] = document.querySelectorAll('.soft');
      return [soft, document.body].map((element) => element && getComputedStyle(element).color);
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const [soft, ink] = await colours();
    expect(soft).not.toBe(ink);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    expect(await colours()).toEqual([ink, ink]);
  }
});

const canvas = 'rgb(255, 255, 255)';

/** Takes a screenshot of the mark before a text. */
async function screenshotMark(text: Locator): Promise<string> {
  const { x, y, height } = (await text.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const clip = { x, y, width: 14, height };
  return (await text.page().screenshot({ clip })).toString('base64');
}

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', colorScheme: 'light' } });

  test(
    'active affiliates, selected tabs and disabled buttons are distinguishable',
    deep,
    async ({ page }) => {
      await test.step('an active affiliate has another mark than an inactive one', async () => {
        await signInToDashboard(page, sampleAccounts.ada);
        const status = page.getByText(/^Active since/);
        await expect(status).toBeVisible();
        const active = await screenshotMark(status);
        await status.evaluate((element) => {
          element.removeAttribute('data-active');
        });
        expect(await screenshotMark(status)).not.toBe(active);
      });
      await test.step('the selected tab has no line towards its panel, and a disabled button looks disabled', async () => {
        await signInAdmin(page);
        await page.goto('/user-profile-dashboard');
        const tabs = page.getByRole('tab');
        await expect(tabs.first()).toHaveCSS('border-bottom-color', canvas);
        await expect(tabs.first()).not.toHaveCSS('border-top-color', canvas);
        await expect(tabs.last()).not.toHaveCSS('border-bottom-color', canvas);
        await expect(tabs.last()).toHaveCSS('border-top-color', canvas);
        await tabs.last().click();
        const edge = (button: Locator) =>
          button.evaluate((element) => getComputedStyle(element).borderTopColor);
        const previous = page.getByRole('button', { name: 'Previous', exact: true });
        await expect(previous).toHaveAttribute('aria-disabled', 'true');
        expect(await edge(previous)).not.toBe(await edge(page.getByRole('button', { name: /^Refresh/ })));
      });
      await test.step('the profile card is hidden until its data arrives', async () => {
        await page.clock.install();
        await page.goto('/user-profile?name=Marta');
        const heading = page.locator('[data-field=name]');
        await expect(heading).toBeHidden();
        await page.clock.resume();
        await expect(heading).toBeVisible();
        await expect(heading).toHaveText('Marta');
      });
    },
  );
});
