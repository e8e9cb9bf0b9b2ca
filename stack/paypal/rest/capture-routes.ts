import { Hono } from 'hono';
import { z } from 'zod';
import { cents } from '../money.ts';
import type { World } from '../world.ts';
import { notFound } from './api-error.ts';
import { parse, readJson } from './body.ts';
import { captureDetails } from './capture-resource.ts';
import { findCapture, refundCapture } from './captures.ts';
import { once } from './idempotency.ts';
import { bearer } from './oauth.ts';
import { refundResource } from './refund-resource.ts';

const refundRequestSchema = z.object({
  amount: z
    .object({ value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/), currency_code: z.string().length(3) })
    .optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});

/** The Payments v2 calls about captures and refunds: for the server only. */
export const captureRoutes = (world: World): Hono => {
  const app = new Hono();
  const auth = bearer(world, 'server');

  app.get('/v2/payments/captures/:id', auth, (c) =>
    c.json(captureDetails(world, findCapture(world, c.req.param('id')))),
  );

  app.post('/v2/payments/captures/:id/refund', auth, async (c) => {
    const { amount, note_to_payer: note } = parse(refundRequestSchema, await readJson(c));
    return once(c, world, () => {
      const capture = findCapture(world, c.req.param('id'));
      const amountCents = amount === undefined ? undefined : cents(amount.value);
      const refund = refundCapture(world, capture, { amountCents, currency: amount?.currency_code, note });
      const body = refundResource(world, refund);
      if (c.req.header('prefer') === 'return=representation') return { status: 201, body };
      return { status: 201, body: { id: body['id'], status: body['status'], links: body['links'] } };
    });
  });

  app.get('/v2/payments/refunds/:id', auth, (c) => {
    const refund = world.state.refunds[c.req.param('id')];
    if (!refund || !world.state.captures[refund.paymentId]) throw notFound('refund_id');
    return c.json(refundResource(world, refund));
  });
  return app;
};
