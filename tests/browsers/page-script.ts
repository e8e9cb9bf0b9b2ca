import type { Page } from '@playwright/test';

/**
 * Waits for the script of the page, which loads after the first paint. Before it has run, a click works as without JavaScript
 * and hydrates no island.
 */
export async function pageScriptHasRun(page: Page): Promise<void> {
  // A string, because test runners rewrite an import in a function.
  await page.evaluate(
    "import(document.querySelector('#later').content.querySelector('script').src).then(() => undefined)",
  );
}
