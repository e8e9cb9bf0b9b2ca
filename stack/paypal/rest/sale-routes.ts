import { Hono } from 'hono';
import { z } from 'zod';
import { cents } from '../money.ts';
import type { World } from '../world.ts';
import { legacyError } from './api-error.ts';
import { parse, readJson } from './body.ts';
import { once } from './idempotency.ts';
import { bearer } from './oauth.ts';
import { findSale, refundSale, saleRefundResource, saleResource } from './sales.ts';

const refundRequestSchema = z.object({
  amount: z.object({ total: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.string() }).optional(),
});

/** The v1 payments calls about a subscription's payments: for the server only. */
export const saleRoutes = (world: World): Hono => {
  const app = new Hono();
  const auth = bearer(world, 'server');

  app.get('/v1/payments/sale/:id', auth, (c) =>
    c.json(saleResource(world, findSale(world, c.req.param('id')))),
  );

  app.post('/v1/payments/sale/:id/refund', auth, async (c) => {
    const { amount } = parse(refundRequestSchema, await readJson(c));
    return once(c, world, () => {
      const sale = findSale(world, c.req.param('id'));
      const refund = refundSale(world, sale, amount && cents(amount.total));
      return { status: 201, body: saleRefundResource(world, refund) };
    });
  });

  app.get('/v1/payments/refund/:id', auth, (c) => {
    const refund = world.state.refunds[c.req.param('id')];
    if (!refund || !world.state.sales[refund.paymentId])
      throw legacyError(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');
    return c.json(saleRefundResource(world, refund));
  });
  return app;
};
