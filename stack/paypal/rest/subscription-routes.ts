import { Hono } from 'hono';
import { z } from 'zod';
import { feeOf, money } from '../money.ts';
import type { Sale, Subscription } from '../state.ts';
import type { World } from '../world.ts';
import { notFound } from './api-error.ts';
import { parse, readJson } from './body.ts';
import { once } from './idempotency.ts';
import { bearer } from './oauth.ts';
import { planResource, salesOf, subscriptionResource } from './subscription-resource.ts';
import {
  changeSubscription,
  createSubscription,
  findSubscription,
  subscriptionRequestSchema,
} from './subscriptions.ts';

const reasonSchema = z.object({ reason: z.string().max(128).optional() });
const time = z.iso.datetime({ offset: true });
const periodSchema = z.object({ start_time: time, end_time: time });

const transactionOf = (subscription: Subscription, sale: Sale) => {
  const { amountCents, currency } = sale;
  const fee = feeOf(amountCents);
  return {
    status: sale.state.toUpperCase(),
    id: sale.id,
    amount_with_breakdown: {
      gross_amount: money(amountCents, currency),
      fee_amount: money(fee, currency),
      net_amount: money(amountCents - fee, currency),
    },
    payer_name: subscription.subscriber?.name,
    payer_email: subscription.subscriber?.email_address,
    time: sale.time,
  };
};

/** The Subscriptions v1 calls. A browser may create one and read it; the rest is the server's. */
export const subscriptionRoutes = (world: World): Hono => {
  const app = new Hono();
  const server = bearer(world, 'server');
  const anyone = bearer(world, 'server', 'browser');
  const path = '/v1/billing/subscriptions';

  app.get('/v1/billing/plans/:id', server, (c) => {
    if (c.req.param('id') !== world.settings.annualPlanId) throw notFound('plan_id');
    return c.json(planResource(world));
  });

  app.post(path, anyone, async (c) => {
    const request = parse(subscriptionRequestSchema, await readJson(c));
    return once(c, world, () => {
      const body = subscriptionResource(world, createSubscription(world, request));
      if (c.req.header('prefer') === 'return=representation') return { status: 201, body };
      const { id, status, create_time, links } = body;
      return { status: 201, body: { status, id, create_time, links } };
    });
  });

  app.get(`${path}/:id`, anyone, (c) =>
    c.json(subscriptionResource(world, findSubscription(world, c.req.param('id')))),
  );

  for (const action of ['cancel', 'suspend', 'activate'] as const)
    app.post(`${path}/:id/${action}`, server, async (c) => {
      const { reason } = parse(reasonSchema, await readJson(c));
      changeSubscription(world, findSubscription(world, c.req.param('id')), action, reason);
      return c.body(null, 204);
    });

  app.get(`${path}/:id/transactions`, server, (c) => {
    const subscription = findSubscription(world, c.req.param('id'));
    const { start_time: start, end_time: end } = parse(periodSchema, c.req.query(), 'query');
    const within = (sale: Sale): boolean =>
      Date.parse(sale.time) >= Date.parse(start) && Date.parse(sale.time) <= Date.parse(end);
    const transactions = salesOf(world, subscription).filter(within);
    return c.json({
      transactions: transactions.map((sale) => transactionOf(subscription, sale)),
      links: [
        { href: `${world.url}${c.req.path}?${new URL(c.req.url).searchParams}`, rel: 'self', method: 'GET' },
      ],
      total_items: transactions.length,
      total_pages: 1,
    });
  });
  return app;
};
