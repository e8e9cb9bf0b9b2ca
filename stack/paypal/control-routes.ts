import { Hono } from 'hono';
import { z } from 'zod';
import type { PayPalControl } from './control.ts';
import { refuseOtherOrigins } from '../own-origin.ts';
import { parseRequest, readJsonBody } from './rest/request.ts';
import { massPaymentFates } from './rest/mass-payments.ts';
import { outcomes } from './rest/disputes.ts';
import type { SimulatorContext } from './simulator-context.ts';

const waitMs = z.int().min(0).max(120_000);
const switchesSchema = z
  .strictObject({
    delayMs: waitMs,
    down: z.union([z.boolean(), z.literal('hang')]),
    deliverTwice: z.boolean(),
    reverseOrder: z.boolean(),
    holdWebhooks: z.boolean(),
    webhookDelayMs: waitMs,
    pendingCaptures: z.boolean(),
    pendingSales: z.boolean(),
    pendingRefunds: z.boolean(),
    refuseWrites: z.literal([429, 500, 503]).nullable(),
    failAfterWrite: z.literal([500, 'disconnect']).nullable(),
    answerDelayMs: waitMs,
    webhooksFirst: z.boolean(),
    surfaceDeclines: z.boolean(),
    reportPageSize: z.number().int().positive().nullable(),
    reportLimit: z.number().int().positive().nullable(),
    clock: z.iso.datetime().nullable(),
  })
  .partial();
const amountSchema = z.object({
  amount: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .optional(),
});
const choiceSchema = z.object({
  email: z.email().optional(),
  outcome: z.enum(['pay', 'decline', 'fail']).optional(),
});
const resolutionSchema = z.object({ outcome: z.enum(outcomes) });
const payoutFileSchema = z.object({
  file: z.string(),
  fates: z.record(z.string(), z.enum(massPaymentFates)).optional(),
});
const timeSchema = z.object({ time: z.iso.datetime().optional() });

/** The controls as an HTTP API, for programs of this machine and the simulator's pages. */
export function controlRoutes(context: SimulatorContext, control: PayPalControl): Hono {
  const app = new Hono().basePath('/control');
  app.use(refuseOtherOrigins(context.url));

  app.post('/', async (c) => {
    const switches = parseRequest(switchesSchema, await readJsonBody(c));
    const changes = Object.entries(switches).filter(([, value]) => value !== undefined);
    return c.json(control.set(Object.fromEntries(changes)));
  });
  app.post('/flush', (c) => c.json({ flushed: control.flush() }));
  app.post('/reset', (c) => {
    control.reset();
    return c.body(null, 204);
  });
  app.get('/state', (c) => c.json(control.state()));
  app.post('/idle', async (c) => {
    await control.idle();
    return c.body(null, 204);
  });
  app.post('/approve/:id', async (c) => {
    control.approve(c.req.param('id'), parseRequest(choiceSchema, await readJsonBody(c)));
    return c.body(null, 204);
  });
  app.post('/subscriptions/:id/renew', async (c) => {
    control.renew(c.req.param('id'), parseRequest(timeSchema, await readJsonBody(c)).time);
    return c.body(null, 204);
  });
  function act(path: string, run: (id: string) => void): void {
    app.post(path, (c) => {
      run(c.req.param('id') ?? '');
      return c.body(null, 204);
    });
  }
  act('/subscriptions/:id/fail-payment', (id) => control.failPayment(id));
  act('/subscriptions/:id/cancel', (id) => control.cancel(id));
  act('/subscriptions/:id/suspend', (id) => control.suspend(id));
  act('/subscriptions/:id/activate', (id) => control.activate(id));
  act('/subscriptions/:id/expire', (id) => control.expire(id));
  act('/orders/:id/reverse-approval', (id) => control.reverseApproval(id));
  act('/captures/:id/reverse', (id) => control.reverseCapture(id));
  act('/captures/:id/complete', (id) => control.settleCapture(id, 'COMPLETED'));
  act('/captures/:id/decline', (id) => control.settleCapture(id, 'DECLINED'));
  act('/captures/:id/deny', (id) => control.settleCapture(id, 'DENIED'));
  act('/sales/:id/complete', (id) => control.completeSale(id));
  act('/sales/:id/reverse', (id) => control.reverseSale(id));
  act('/refunds/:id/complete', (id) => control.settleRefund(id, 'COMPLETED'));
  act('/refunds/:id/fail', (id) => control.settleRefund(id, 'FAILED'));
  app.post('/payouts', async (c) => {
    const { file, fates } = parseRequest(payoutFileSchema, await readJsonBody(c));
    return c.json({ ids: control.sendPayouts(file, fates) });
  });
  act('/payouts/:id/claim', (id) => control.claimPayout(id));
  act('/payouts/:id/return', (id) => control.returnPayout(id));
  act('/events/:id/resend', (id) => control.resend(id));
  act('/disputes/:id/review', (id) => control.reviewDispute(id));
  app.post('/disputes/:id/resolve', async (c) => {
    control.resolveDispute(c.req.param('id'), parseRequest(resolutionSchema, await readJsonBody(c)).outcome);
    return c.body(null, 204);
  });
  app.post('/payments/:id/dispute', async (c) => {
    const { amount } = parseRequest(amountSchema, await readJsonBody(c));
    return c.json({ id: control.openDispute(c.req.param('id'), amount) });
  });
  for (const kind of ['captures', 'sales'] as const)
    app.post(`/${kind}/:id/refund`, async (c) => {
      const { amount } = parseRequest(amountSchema, await readJsonBody(c));
      if (kind === 'captures') control.refundCapture(c.req.param('id'), amount);
      else control.refundSale(c.req.param('id'), amount);
      return c.body(null, 204);
    });
  return app;
}
