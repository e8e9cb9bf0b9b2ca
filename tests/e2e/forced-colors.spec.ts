import type { Locator } from '@playwright/test';
import { signInToDashboard } from './accounts/sign-in.ts';
import { seeded } from './accounts/provider.ts';
import { signInAdmin } from './admin/admin-screen.ts';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { forcedColors: 'active', colorScheme: 'light' } });

const canvas = 'rgb(255, 255, 255)';

/** What is drawn before a text, as a picture. */
const markOf = async (text: Locator): Promise<string> => {
  const { x, y, height } = (await text.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const clip = { x, y, width: 14, height };
  return (await text.page().screenshot({ clip })).toString('base64');
};

test('with forced colors the active affiliate, the chosen tab and a disabled button are told apart, and no card shows before its data', async ({
  page,
}) => {
  await test.step('the mark of an active affiliate is another one than that of the others', async () => {
    await signInToDashboard(page, seeded.ada);
    const status = page.getByText(/^Active since/);
    await expect(status).toBeVisible();
    const active = await markOf(status);
    await status.evaluate((element) => {
      element.removeAttribute('data-active');
    });
    expect(await markOf(status)).not.toBe(active);
  });
  await test.step('the chosen tab is open towards its panel, and a button that does nothing looks it', async () => {
    await signInAdmin(page);
    await page.goto('/user-profile-dashboard');
    const tabs = page.getByRole('tab');
    await expect(tabs.first()).toHaveCSS('border-bottom-color', canvas);
    await expect(tabs.first()).not.toHaveCSS('border-top-color', canvas);
    await expect(tabs.last()).not.toHaveCSS('border-bottom-color', canvas);
    await expect(tabs.last()).toHaveCSS('border-top-color', canvas);
    await tabs.last().click();
    const edge = (button: Locator) => button.evaluate((element) => getComputedStyle(element).borderTopColor);
    const previous = page.getByRole('button', { name: 'Previous', exact: true });
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    expect(await edge(previous)).not.toBe(await edge(page.getByRole('button', { name: /^Refresh/ })));
  });
  await test.step('no card is seen while the one that is asked for is awaited', async () => {
    await page.clock.install();
    await page.goto('/user-profile?name=Marta');
    const heading = page.locator('[data-field=name]');
    await expect(heading).toBeHidden();
    await page.clock.resume();
    await expect(heading).toBeVisible();
    await expect(heading).toHaveText('Marta');
  });
});
