import { startAnalytics } from '../../stack/analytics/analytics.ts';
import { findBrowser } from '../browsers/browser.ts';
import { serveFiles, type BuiltSite } from '../../stack/built-site.ts';
import { startTestSite } from '../builds/test-site.ts';
import { freePort } from '../../stack/ports.ts';
import { sharedPages } from '../builds/shared-build.ts';
import { findTestBrowser } from '../browsers/test-browser.ts';
import { chooseTestPorts, analyticsSettings, testSettings, type TestPorts } from '../builds/test-settings.ts';
import { closeServer, serveHandler } from '../../stack/web-server.ts';
import { fetchSession, sampleAccounts } from './accounts/firebase-accounts.ts';
import { redirectServerLog } from './server-log.ts';

/** Serves a second build of the pages: with analytics, without authentication. */
async function startAnalyticsSite({ functions }: BuiltSite, ports: TestPorts) {
  const [analytics, port] = await Promise.all([startAnalytics(ports.analytics), freePort()]);
  const { files } = await sharedPages(analyticsSettings(ports));
  const server = await serveFiles(port, files, functions);
  process.env.E2E_ANALYTICS = analytics.url;
  process.env.E2E_ANALYTICS_SITE = `http://localhost:${String(port)}`;
  return async () => {
    await closeServer(server);
    await analytics.close();
  };
}

/** Makes the first call with a token, which loads firebase-admin. On a busy machine the first call of a test would otherwise time out. */
async function loadFirebaseAdmin(url: string): Promise<void> {
  const { user } = await fetchSession(sampleAccounts.admin);
  const authorization = `Bearer ${user.stsTokenManager.accessToken}`;
  await fetch(`${url}/api/affiliates`, { headers: { authorization } });
}

/** Serves the production build on a local stack. A second server runs SQL for the tests. */
async function setUp(): Promise<() => Promise<void>> {
  const { executablePath } = await findTestBrowser({ install: true });
  console.log(`Browser: ${executablePath ?? 'Chromium of Playwright'}`);
  // Tests of the back-forward cache need a full Chromium.
  if (process.env.TEST_DEPTH === 'deep') await findBrowser({ install: true });
  await redirectServerLog();
  const ports = await chooseTestPorts();
  const { url, files, stack, site, close } = await startTestSite(ports);
  await loadFirebaseAdmin(url);
  const port = await freePort();
  const inspector = await serveHandler(async (request) => {
    const { text, values } = (await request.json()) as { text: string; values: unknown[] };
    return Response.json(await stack.database.query(text, values));
  }, port);
  const closeAnalyticsSite = await startAnalyticsSite(site, ports);
  process.env.E2E_SITE = url;
  process.env.E2E_FILES = files;
  process.env.E2E_WHOLE_PAGES = (await sharedPages(testSettings(ports))).wholePages;
  process.env.E2E_PAYPAL = stack.paypal.url;
  process.env.E2E_MAIL = stack.mail?.url;
  process.env.E2E_ROWS = `http://127.0.0.1:${String(port)}`;
  return async () => {
    await closeAnalyticsSite();
    await closeServer(inspector);
    await close();
  };
}

// Playwright calls the default export.
export default setUp;
