import { findBrowser } from '../stack/browser.ts';
import { startFreeSite } from '../stack/free-site.ts';
import { freePort } from '../stack/ports.ts';
import { closeServer, serveHandler } from '../stack/web-server.ts';

/**
 * Serves the production build on a stack of its own. A second server on the loopback address lets the
 * tests look at rows; the site knows nothing of it.
 */
const setUp = async (): Promise<() => Promise<void>> => {
  await findBrowser({ install: true });
  const { url, stack, site, close } = await startFreeSite('e2e');
  const port = await freePort();
  const inspector = await serveHandler(async (request) => {
    if (new URL(request.url).pathname === '/limits/reset') {
      site.limiter.reset();
      return new Response(null, { status: 204 });
    }
    const { text, values } = (await request.json()) as { text: string; values: unknown[] };
    return Response.json(await stack.database.query(text, values));
  }, port);
  process.env.E2E_SITE = url;
  process.env.E2E_PAYPAL = stack.paypal.url;
  process.env.E2E_ROWS = `http://127.0.0.1:${String(port)}`;
  return async () => {
    await closeServer(inspector);
    await close();
  };
};

// Playwright calls the default export.
export default setUp;
