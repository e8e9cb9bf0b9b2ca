import type { Page } from '@playwright/test';

/**
 * Waits for the page's script, which comes after the first paint: until then a click is the browser's alone, and an island
 * sleeps through what would wake it.
 */
export async function pageScriptHasRun(page: Page): Promise<void> {
  // As text, since test runners rewrite an import that stands in a function.
  await page.evaluate(
    "import(document.querySelector('#later').content.querySelector('script').src).then(() => undefined)",
  );
}
