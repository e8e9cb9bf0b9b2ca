import { deep, expect, test } from './fixtures.ts';

test(
  'small print has the color of the text for visitors who prefer more contrast',
  deep,
  async ({ page }) => {
    await page.goto('/buy');
    const colors = () =>
      page.evaluate(() => {
        const [soft] = document.querySelectorAll('.soft');
        return [soft, document.body].map((element) => element && getComputedStyle(element).color);
      });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
      const [soft, ink] = await colors();
      expect(soft).not.toBe(ink);
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      expect(await colors()).toEqual([ink, ink]);
    }
  },
);
