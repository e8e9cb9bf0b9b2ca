import { Hono, type Context } from 'hono';
import type { SimulatorContext } from '../simulator-context.ts';
import type { Order } from '../state.ts';
import { type WriteAnswer, parseRequest, readJsonBody, withIdempotency } from './request.ts';
import { orderRequestSchema } from './order-request.ts';
import { minimalOrder, orderResource, captureOrder, createOrder, findOrder } from './orders.ts';
import { requireToken } from './oauth.ts';
import { z } from 'zod';
import { cents } from '../values.ts';
import { notFound, legacyError, validationError } from './api-error.ts';
import { captureDetails, findCapture, refundCapture, refundResource } from './captures.ts';
import { findSale, refundSale, saleRefundResource, saleResource } from './sales.ts';

/** Orders v2. PayPal's SDK makes these calls in the browser, so a browser's token is accepted. */
export function orderRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  const auth = requireToken(context, 'server', 'browser');

  app.post('/v2/checkout/orders', auth, async (c) => {
    const request = parseRequest(orderRequestSchema, await readJsonBody(c));
    return withIdempotency(c, context, () => ({
      status: 201,
      body: orderAnswer(c, context, createOrder(context, request)),
    }));
  });

  app.get('/v2/checkout/orders/:id', auth, (c) =>
    c.json(orderResource(context, findOrder(context, c.req.param('id')))),
  );

  app.post('/v2/checkout/orders/:id/capture', auth, async (c) => {
    await readJsonBody(c);
    return withIdempotency(c, context, () => {
      const order = findOrder(context, c.req.param('id'));
      captureOrder(context, order);
      return { status: 201, body: orderAnswer(c, context, order) };
    });
  });
  return app;
}

function orderAnswer(c: Context, context: SimulatorContext, order: Order): Record<string, unknown> {
  const isFull = c.req.header('prefer') === 'return=representation';
  return isFull ? orderResource(context, order) : minimalOrder(context, order);
}

const captureRefundSchema = z.object({
  amount: z
    .object({ value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/), currency_code: z.string().length(3) })
    .optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});

/** Payments v2: captures and refunds of orders, for the server only. */
export function captureRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  const auth = requireToken(context, 'server');

  app.get('/v2/payments/captures/:id', auth, (c) =>
    c.json(captureDetails(context, findCapture(context, c.req.param('id')))),
  );

  app.post('/v2/payments/captures/:id/refund', auth, async (c) => {
    const { amount, note_to_payer: note } = parseRequest(captureRefundSchema, await readJsonBody(c));
    const refund = (): WriteAnswer => {
      const capture = findCapture(context, c.req.param('id'));
      const amountCents = amount === undefined ? undefined : cents(amount.value);
      const request = { amountCents, currency: amount?.currency_code, note };
      const body = refundResource(context, refundCapture(context, capture, request));
      if (c.req.header('prefer') === 'return=representation') return { status: 201, body };
      return { status: 201, body: { id: body['id'], status: body['status'], links: body['links'] } };
    };
    // A repeated refund of a capture has status 201. Other repeated writes have 200.
    return withIdempotency(c, context, refund, 201);
  });

  app.get('/v2/payments/refunds/:id', auth, (c) => {
    const refund = context.state.refunds[c.req.param('id')];
    if (!refund || !context.state.captures[refund.paymentId]) throw notFound('refund_id');
    return c.json(refundResource(context, refund));
  });
  return app;
}

const saleRefundSchema = z.object({
  amount: z
    .object({ total: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/), currency: z.string().length(3) })
    .optional(),
  description: z.string().max(255).optional(),
});

/** Payments v1: the payments of subscriptions, for the server only. */
export function saleRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  const auth = requireToken(context, 'server');

  app.get('/v1/payments/sale/:id', auth, (c) =>
    c.json(saleResource(context, findSale(context, c.req.param('id')))),
  );

  app.post('/v1/payments/sale/:id/refund', auth, async (c) => {
    const parsed = saleRefundSchema.safeParse(await readJsonBody(c));
    if (!parsed.success)
      throw validationError(
        parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), issue: message })),
      );
    const { amount, description: note } = parsed.data;
    return withIdempotency(c, context, () => {
      const sale = findSale(context, c.req.param('id'));
      const amountCents = amount === undefined ? undefined : cents(amount.total);
      const refund = refundSale(context, sale, { amountCents, currency: amount?.currency, note });
      return { status: 201, body: saleRefundResource(context, refund) };
    });
  });

  app.get('/v1/payments/refund/:id', auth, (c) => {
    const refund = context.state.refunds[c.req.param('id')];
    if (!refund || !context.state.sales[refund.paymentId])
      throw legacyError(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');
    return c.json(saleRefundResource(context, refund));
  });
  return app;
}
