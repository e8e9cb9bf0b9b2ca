import type { Locator } from '@playwright/test';

/** How wide something is in the page's own faces, in CSS pixels; the page shows itself before they are there. */
export const widthOf = async (shown: Locator): Promise<number | undefined> => {
  await shown.page().waitForSelector('html[data-fonts]');
  return (await shown.boundingBox())?.width;
};
