import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { controlRoutes } from './control-routes.ts';
import type { PayPalControl } from './control.ts';
import { approvalRoutes } from './pages/approval-routes.ts';
import type { Assets } from './pages/assets.ts';
import { overviewPage } from './pages/overview-page.ts';
import { sdkRoute } from './pages/sdk-route.ts';
import { ApiError, internalError, notFound } from './rest/api-error.ts';
import { captureRoutes } from './rest/capture-routes.ts';
import { disputeRoutes } from './rest/dispute-routes.ts';
import { oauthRoutes } from './rest/oauth.ts';
import { orderRoutes } from './rest/order-routes.ts';
import { saleRoutes } from './rest/sale-routes.ts';
import { subscriptionRoutes } from './rest/subscription-routes.ts';
import { transactionRoutes } from './rest/transaction-routes.ts';
import { weather } from './weather.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import type { World } from './world.ts';

/** Everything the simulator answers; `closing` ends the calls that hang. */
export const createApp = (
  world: World,
  assets: Assets,
  control: PayPalControl,
  closing: AbortSignal,
): Hono => {
  const app = new Hono();
  const publicCalls = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    exposeHeaders: ['paypal-debug-id', 'paypal-simulator-declines'],
    maxAge: 600,
  });
  for (const path of ['/v1/*', '/v2/*']) app.use(path, publicCalls);
  for (const path of ['/v1/*', '/v2/*', '/sdk/*']) app.use(path, weather(world, closing));

  app.route('/', oauthRoutes(world));
  app.route('/', orderRoutes(world));
  app.route('/', captureRoutes(world));
  app.route('/', subscriptionRoutes(world));
  app.route('/', saleRoutes(world));
  app.route('/', disputeRoutes(world));
  app.route('/', transactionRoutes(world));
  app.route('/', webhookRoutes(world, control.resend));
  app.route('/', sdkRoute(world, assets));
  app.route('/', approvalRoutes(world));
  app.route('/', controlRoutes(world, control));

  app.get('/', (c) => c.html(overviewPage(world)));
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
};
