import { Hono, type Context } from 'hono';
import type { World } from '../world.ts';
import { parse, readJson } from './body.ts';
import { once } from './idempotency.ts';
import { orderRequestSchema } from './order-request.ts';
import { minimalOrder, orderResource } from './order-resource.ts';
import { captureOrder, createOrder, findOrder } from './orders.ts';
import { bearer } from './oauth.ts';

/** The Orders v2 calls; a browser's token is enough for all of them, as with the real SDK. */
export const orderRoutes = (world: World): Hono => {
  const app = new Hono();
  const auth = bearer(world, 'server', 'browser');
  const shapeFor = (c: Context) =>
    c.req.header('prefer') === 'return=representation' ? orderResource : minimalOrder;

  app.post('/v2/checkout/orders', auth, async (c) => {
    const request = parse(orderRequestSchema, await readJson(c));
    return once(c, world, () => ({
      status: 201,
      body: shapeFor(c)(world, createOrder(world, request)),
    }));
  });

  app.get('/v2/checkout/orders/:id', auth, (c) =>
    c.json(orderResource(world, findOrder(world, c.req.param('id')))),
  );

  app.post('/v2/checkout/orders/:id/capture', auth, async (c) => {
    await readJson(c);
    return once(c, world, () => {
      const order = findOrder(world, c.req.param('id'));
      captureOrder(world, order);
      return { status: 201, body: shapeFor(c)(world, order) };
    });
  });
  return app;
};
