import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createControl, type PayPalControl } from './control.ts';
import { buildAssets, type Assets, sdkRoute } from './pages/assets.ts';
import { defaultSwitches, type PayPalSettings, type SimulatorContext } from './simulator-context.ts';
import { openStore } from './store.ts';
import { createCertificates } from './webhooks/signing.ts';
import { createWebhookSender, type WebhookSender } from './webhooks/delivery.ts';
import { controlRoutes } from './control-routes.ts';
import { approvalRoutes } from './pages/approval.ts';
import { overviewPage } from './pages/overview-page.ts';
import { ApiError, internalError, notFound } from './rest/api-error.ts';
import { captureRoutes, orderRoutes, saleRoutes } from './rest/payment-routes.ts';
import { disputeRoutes } from './rest/disputes.ts';
import { oauthRoutes } from './rest/oauth.ts';
import { subscriptionRoutes } from './rest/subscription-routes.ts';
import { transactionRoutes } from './rest/transactions.ts';
import { injectFaults } from './middleware.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

export type { PayPalSettings, Switches } from './simulator-context.ts';

export interface PayPalSimulator extends PayPalControl {
  /** Origin of the simulator, `http://127.0.0.1:4010`. */
  url: string;
  /** URL of the browser SDK: `sdkBaseUrl` of react-paypal-js. */
  sdkUrl: string;
  /** PEM of the CA that signed the webhook certificate. */
  caPem: string;
  /** Ends all calls, frees the port and writes the state. */
  close(): Promise<void>;
}

/** Starts the simulator on 127.0.0.1. Throws EADDRINUSE if the port is in use. */
export async function startPayPal(settings: PayPalSettings): Promise<PayPalSimulator> {
  const store = openStore(settings.stateFile);
  const [assets, certificates] = await Promise.all([
    buildAssets(),
    store.certificates ?? createCertificates(),
  ]);
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, settings.port)}`;
  const stop = new AbortController();
  store.certificates = certificates;
  store.save();
  const context: SimulatorContext = {
    settings,
    switches: { ...defaultSwitches },
    url,
    state: store.state,
    certificates,
    running: new Set(),
    save: store.save,
    emit: (...event) => sender.emit(...event),
  };
  const sender: WebhookSender = createWebhookSender(context);
  const control = createControl(context, sender);
  const respond = getRequestListener(createApp(context, assets, control, sender, stop.signal).fetch, {
    overrideGlobalObjects: false,
  });
  server.on('request', (request, response) => void respond(request, response));
  sender.resume();
  return {
    ...control,
    url,
    sdkUrl: `${url}/sdk/js`,
    caPem: certificates.ca,
    close: async () => {
      stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await sender.close();
      store.flush();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.');
  return address.port;
}

/** Creates the simulator's API and pages. `closing` ends calls that hang. */
function createApp(
  context: SimulatorContext,
  assets: Assets,
  control: PayPalControl,
  sender: WebhookSender,
  closing: AbortSignal,
): Hono {
  const app = new Hono();
  const publicCalls = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    exposeHeaders: ['paypal-debug-id', 'paypal-simulator-declines'],
    maxAge: 600,
  });
  for (const path of ['/v1/*', '/v2/*']) app.use(path, publicCalls);
  for (const path of ['/v1/*', '/v2/*', '/sdk/*']) app.use(path, injectFaults(context, sender, closing));

  app.route('/', oauthRoutes(context));
  app.route('/', orderRoutes(context));
  app.route('/', captureRoutes(context));
  app.route('/', subscriptionRoutes(context));
  app.route('/', saleRoutes(context));
  app.route('/', disputeRoutes(context));
  app.route('/', transactionRoutes(context));
  app.route('/', webhookRoutes(context, control.resend));
  app.route('/', sdkRoute(context, assets));
  app.route('/', approvalRoutes(context));
  app.route('/', controlRoutes(context, control));

  app.get('/', (c) => c.html(overviewPage(context)));
  app.get('/activity/payment/:id', (c) => c.redirect(`/#${encodeURIComponent(c.req.param('id'))}`));
  app.get('/assets/style.css', (c) => c.body(assets.style, 200, { 'content-type': 'text/css' }));
  for (const name of ['approval', 'overview'] as const)
    app.get(`/assets/${name}.js`, (c) =>
      c.body(assets[name], 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    );

  app.notFound((c) => c.json(notFound().body, 404));
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) console.error(error);
    const { status, body } = error instanceof ApiError ? error : internalError();
    const debugId = body['debug_id'];
    if (typeof debugId === 'string') c.header('paypal-debug-id', debugId);
    return c.json(body, status);
  });
  return app;
}
