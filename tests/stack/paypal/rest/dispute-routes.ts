import { Hono } from 'hono';
import type { World } from '../world.ts';
import { disputeResource, findDispute } from './disputes.ts';
import { bearer } from './oauth.ts';

/** The Disputes v1 call that shows one: for the server only. */
export const disputeRoutes = (world: World): Hono => {
  const app = new Hono();
  app.get('/v1/customer/disputes/:id', bearer(world, 'server'), (c) =>
    c.json(disputeResource(world, findDispute(world, c.req.param('id')))),
  );
  return app;
};
