import type { Page } from '@playwright/test';

/**
 * Waits for the script of the page, which loads after the first paint. Before it has run, a click works as without JavaScript
 * and hydrates no island.
 */
export function pageScriptHasRun(page: Page): Promise<void> {
  return scriptHasRun(page, 'later');
}

/** Waits for the script in a template, which the page imports, too. */
export async function scriptHasRun(page: Page, templateId: string): Promise<void> {
  // A string, because test runners rewrite an import in a function.
  await page.evaluate(
    `import(document.querySelector('#${templateId}').content.querySelector('script').src).then(() => undefined)`,
  );
}
