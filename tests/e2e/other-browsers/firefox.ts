import puppeteer, { type Browser, type BrowserContext, type JSHandle, type Page } from 'puppeteer-core';
import { isExternalRequest, logPolicyViolations } from '../stack-fixtures.ts';
import { type DrivenBrowser, type BrowserSession, type Tab, viewport, waitFor } from './tab.ts';

/**
 * Starts Firefox, driven by Puppeteer over WebDriver BiDi. Playwright drives only its own build of Firefox. Locators of
 * Puppeteer are not used: they need `eval`, which the site's policy forbids.
 */
export async function startFirefox(executablePath: string): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: viewport,
    // On Ctrl-C Playwright ends the tests itself, and the fixture closes the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    openSession: (siteUrl) => openSession(browser, siteUrl),
    close: () => browser.close(),
  };
}

async function openSession(browser: Browser, siteUrl: string): Promise<BrowserSession> {
  const context = await browser.createBrowserContext();
  const problems: string[] = [];
  const page = await context.newPage();
  watchPage(page, problems);
  await page.evaluateOnNewDocument(logPolicyViolations);
  return { tab: tabOf(page, context, siteUrl), problems, close: () => context.close() };
}

function watchPage(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (!['error', 'warn'].includes(message.type())) return;
    const index = problems.push(`console: ${message.text()} at ${message.location().url ?? ''}`) - 1;
    void errorTexts(message.args()).then((texts) => (problems[index] += texts));
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${String(error)}`));
  page.on('request', (request) => {
    if (isExternalRequest(request.url())) problems.push(`external: ${request.url()}`);
  });
}

/** The text of a logged Error is only the name of its class, so its message is read from the page. */
async function errorTexts(values: readonly JSHandle<unknown>[]): Promise<string> {
  const texts = values.map((value) =>
    value
      .evaluate((error) =>
        error !== null && typeof error === 'object' && 'message' in error ? error.message : '',
      )
      .catch(() => ''),
  );
  return (await Promise.all(texts)).map((text) => ` ${String(text)}`).join('');
}

function tabOf(page: Page, context: BrowserContext, siteUrl: string): Tab {
  return {
    async goto(path) {
      await page.goto(siteUrl + path);
    },
    async reload() {
      await page.reload();
    },
    // Puppeteer's goBack() waits for a load, which a page from the back-forward cache does not make. After such a page
    // its goto() does not work either.
    async back() {
      await page.evaluate('history.back()');
    },
    async forward() {
      await page.evaluate('history.forward()');
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    typeText: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    async popup() {
      const opened = await waitFor('a popup', async () => {
        const pages = await context.pages();
        return pages.find((other) => other !== page) ?? null;
      });
      return tabOf(opened, context, siteUrl);
    },
  };
}
