import type { Locator } from '@playwright/test';

/** How wide something is in the page's own fonts, in CSS pixels; a page may show itself before they are there. */
export const widthOf = (shown: Locator): Promise<number> =>
  shown.evaluate(async (element) => {
    // Fonts are asked for when text is laid out.
    element.getBoundingClientRect();
    await document.fonts.ready;
    return element.getBoundingClientRect().width;
  });
