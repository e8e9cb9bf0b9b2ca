import { expect, test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`small print is as dark as the text for whoever asks for more contrast, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/buy');
    const colours = () =>
      page.evaluate(() => {
        const [soft] = document.querySelectorAll('.soft');
        return [soft, document.body].map((of) => of && getComputedStyle(of).color);
      });
    const [soft, ink] = await colours();
    expect(soft).not.toBe(ink);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    expect(await colours()).toEqual([ink, ink]);
  });
