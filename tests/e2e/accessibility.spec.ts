import type { Page } from '@playwright/test';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { pagesWithAllSections } from '../pages-with-all-sections.ts';
import { expectAccessible, expectFitsPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { contentPages } from './page-helpers.ts';

/** Types of sections on which axe runs in the tests of their pages. */
const typesWithOwnTests = ['demo-profile', 'downloads', 'find-duplicates', 'purchases', 'withdrawal'];

/** axe runs on these pages only, since pages share sections. */
const accessiblePages = pagesWithAllSections(typesWithOwnTests);

test('each type of section is accessible', async ({ page }) => {
  for (const path of accessiblePages)
    await test.step(path, async () => {
      await page.goto(path);
      await openDetails(page);
      await pageScriptHasRun(page);
      const islands = await page.locator('astro-island, [data-mount]').all();
      for (const island of islands) await island.dispatchEvent('pointerover');
      // Astro removes the attribute when an island is hydrated.
      await expect(page.locator('astro-island[ssr], [data-mount]:not([hydrated])')).toHaveCount(0);
      await expectAccessible(page);
    });
});

test('every other public page fits a phone', async ({ page }) => {
  for (const path of contentPages.filter((path) => !accessiblePages.includes(path)))
    await test.step(path, async () => {
      await page.goto(path);
      await openDetails(page);
      await expectFitsPhone(page);
    });
});

test('the comparison of address books needs no sideways scrolling', async ({ page }) => {
  await page.goto('/compare');
  for (const width of [320, 641, 768, 1024, 1121, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page
      .locator('html, main :is(table, table *)')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length);
    expect(tooWide, `at ${String(width)} px`).toBe(0);
  }
});

function openDetails(page: Page): Promise<void> {
  return page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
}

/** The focused element: its position in the document, whether it is in sight, and whether it has an outline. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { top, bottom, width } = element.getBoundingClientRect();
    const shown = element.matches('.skip') || (width > 0 && bottom > 0 && top < innerHeight);
    const ring = [element, element.closest('label, .plan')].some(
      (one) => one && getComputedStyle(one).outlineStyle !== 'none',
    );
    return {
      place: [...document.body.querySelectorAll('*')].indexOf(element),
      inMain: element.closest('main') !== null,
      shown,
      ring,
      html: element.outerHTML.slice(0, 120),
    };
  });
}

/** A page for each layout: sections, checkout with questions, downloads. */
const layouts = ['/', '/buy', '/download'];

test('the keyboard reaches everything in order; the skip link skips the bar', async ({ page }) => {
  for (const path of layouts)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      // The window would change the number of stops while the test walks through them.
      const window = page.locator('.opening[data-mount]');
      if ((await window.count()) > 0) {
        await pageScriptHasRun(page);
        await window.dispatchEvent('pointerover');
        await expect(page.getByRole('region', { name: /in miniature/ })).toBeVisible();
      }
      // All pages share the bar and the footer, so the other layouts start after the bar and end before the footer.
      const hasBars = path === layouts[0];
      const expected = await page
        .locator(':is(a[href], button, summary, input:not([type=radio])):not([tabindex="-1"])')
        .evaluateAll(
          (all, everywhere) =>
            all
              .filter((one) => one.checkVisibility() && (everywhere || one.closest('main')))
              .map((one) => [...document.body.querySelectorAll('*')].indexOf(one)),
          hasBars,
        );
      if (!hasBars) await pressSkipLink(page);
      const visited: number[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const now = await describeFocus(page);
        if (!now || visited.includes(now.place) || (!hasBars && !now.inMain)) break;
        expect(now, now.html).toMatchObject({ shown: true, ring: true });
        visited.push(now.place);
      }
      expect(visited).toEqual([...visited].sort((a, b) => a - b));
      expect(expected.filter((place) => !visited.includes(place))).toEqual([]);
      // The first stop after the skip link is the first element of the main part.
      if (!hasBars) expect(visited[0]).toBe(expected[0]);
    });
});

/** Presses the skip link, which is the first stop of each page. */
async function pressSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
}
