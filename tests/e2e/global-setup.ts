import { findBrowser } from '../stack/browser.ts';
import { buildSite, separateBuild } from '../stack/build.ts';
import { serveBuild } from '../stack/built-site.ts';
import { freePort } from '../stack/ports.ts';
import { applySettings, localSettings } from '../stack/settings.ts';
import { startStack } from '../stack/stack.ts';
import { closeServer, serveHandler } from '../stack/web-server.ts';

/**
 * Builds the site for free ports and serves it with the bundled functions on a stack that keeps nothing.
 * A second server on the loopback address lets the tests look at rows; the site knows nothing of it.
 */
const setUp = async (): Promise<() => Promise<void>> => {
  await findBrowser({ install: true });
  const [site, paypal, identity, rows] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const settings = localSettings({
    PORT: String(site),
    SITE_URL: `http://localhost:${String(site)}`,
    PAYPAL_API_URL: `http://127.0.0.1:${String(paypal)}`,
    PUBLIC_PAYPAL_SDK_URL: `http://127.0.0.1:${String(paypal)}/sdk/js`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String(identity)}`,
  });
  applySettings(settings);
  const build = separateBuild('e2e');
  await buildSite(settings, build);
  const stack = await startStack(settings, null);
  const built = await serveBuild(site, build);
  const inspector = await serveHandler(async (request) => {
    if (new URL(request.url).pathname === '/limits/reset') {
      built.limiter.reset();
      return new Response(null, { status: 204 });
    }
    const { text, values } = (await request.json()) as { text: string; values: unknown[] };
    return Response.json(await stack.database.query(text, values));
  }, rows);
  process.env.E2E_SITE = `http://localhost:${String(site)}`;
  process.env.E2E_PAYPAL = stack.paypal.url;
  process.env.E2E_ROWS = `http://127.0.0.1:${String(rows)}`;
  return async () => {
    await closeServer(inspector);
    await built.close();
    await stack.close();
  };
};

// Playwright calls the default export.
export default setUp;
