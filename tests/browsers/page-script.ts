import type { Page } from '@playwright/test';

/**
 * Waits until the page's script has run, which loads after the first paint. Before that, clicks do what they do without
 * JavaScript, and islands do not hydrate.
 */
export async function pageScriptHasRun(page: Page): Promise<void> {
  // A string, because test runners rewrite an import in a function.
  await page.evaluate(
    "import(document.querySelector('#later').content.querySelector('script').src).then(() => undefined)",
  );
}
