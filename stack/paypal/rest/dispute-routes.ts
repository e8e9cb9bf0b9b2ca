import { Hono } from 'hono';
import type { World } from '../world.ts';
import { disputeResource, findDispute } from './disputes.ts';
import { bearer, feature } from './oauth.ts';

/** The Disputes v1 calls that show one and all: for the server only. */
export const disputeRoutes = (world: World): Hono => {
  const app = new Hono();
  app.use('/v1/customer/*', bearer(world, 'server'), feature(world, 'disputes'));
  app.get('/v1/customer/disputes', (c) => {
    const items = Object.values(world.state.disputes).map((dispute) => disputeResource(world, dispute));
    return c.json({ items: items.slice(0, Number(c.req.query('page_size') ?? 10)), links: [] });
  });
  app.get('/v1/customer/disputes/:id', (c) =>
    c.json(disputeResource(world, findDispute(world, c.req.param('id')))),
  );
  return app;
};
