import { Hono } from 'hono';
import { z } from 'zod';
import { cents, ids, paypalFee, money } from '../values.ts';
import type { Sale, Subscription } from '../state.ts';
import type { SimulatorContext } from '../simulator-context.ts';
import { notFound } from './api-error.ts';
import { parseRequest, readJsonBody, withIdempotency } from './request.ts';
import { requireToken } from './oauth.ts';
import { findPlan, planResource, listSales, subscriptionResource } from './subscription-resource.ts';
import {
  changeSubscription,
  createSubscription,
  findSubscription,
  planRequestSchema,
  subscriptionRequestSchema,
} from './subscriptions.ts';

const reason = z.string().min(1).max(128);
const reasonSchemas = {
  cancel: z.object({ reason }),
  suspend: z.object({ reason }),
  activate: z.object({ reason: reason.optional() }),
};
const lengthIssues = { too_big: 'INVALID_STRING_MAX_LENGTH', too_small: 'INVALID_STRING_MIN_LENGTH' };
const time = z.iso.datetime({ offset: true });
const periodSchema = z.object({ start_time: time, end_time: time });

/** Subscriptions v1. A browser's token may create and read a subscription. The other calls are for the server only. */
export function subscriptionRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  const server = requireToken(context, 'server');
  const serverOrBrowser = requireToken(context, 'server', 'browser');
  const path = '/v1/billing/subscriptions';

  app.get('/v1/billing/plans/:id', server, (c) => {
    const plan = findPlan(context, c.req.param('id'));
    if (!plan) throw notFound('plan_id');
    return c.json(planResource(context, plan));
  });

  app.post('/v1/billing/plans', server, async (c) => {
    const { billing_cycles: cycles } = parseRequest(planRequestSchema, await readJsonBody(c));
    const plan = { id: ids.plan(), priceCents: cents(cycles[0].pricing_scheme.fixed_price.value) };
    context.state.plans[plan.id] = plan;
    context.save();
    return c.json(planResource(context, plan), 201);
  });

  app.post(path, serverOrBrowser, async (c) => {
    const request = parseRequest(subscriptionRequestSchema, await readJsonBody(c));
    return withIdempotency(c, context, () => {
      const body = subscriptionResource(context, createSubscription(context, request));
      if (c.req.header('prefer') === 'return=representation') return { status: 201, body };
      const { id, status, create_time, links } = body;
      return { status: 201, body: { status, id, create_time, links } };
    });
  });

  app.get(`${path}/:id`, serverOrBrowser, (c) => {
    const subscription = findSubscription(context, c.req.param('id'));
    const hasPlan = (c.req.query('fields') ?? '').split(',').includes('plan');
    return c.json({
      ...subscriptionResource(context, subscription),
      ...(hasPlan && {
        plan: planResource(context, { id: subscription.planId, priceCents: subscription.priceCents }),
      }),
    });
  });

  // PayPal documents no PayPal-Request-Id for these calls. So a repeated one is refused, because the status has changed.
  for (const action of ['cancel', 'suspend', 'activate'] as const)
    app.post(`${path}/:id/${action}`, server, async (c) => {
      const body = await readJsonBody(c);
      const { reason: note } = parseRequest(reasonSchemas[action], body, 'body', lengthIssues);
      changeSubscription(context, findSubscription(context, c.req.param('id')), action, note);
      return c.body(null, 204);
    });

  app.get(`${path}/:id/transactions`, server, (c) => {
    const subscription = findSubscription(context, c.req.param('id'));
    const { start_time: start, end_time: end } = parseRequest(periodSchema, c.req.query(), 'query');
    const within = (sale: Sale): boolean =>
      Date.parse(sale.time) >= Date.parse(start) && Date.parse(sale.time) <= Date.parse(end);
    const transactions = listSales(context, subscription).filter(within);
    return c.json({
      transactions: transactions.map((sale) => saleTransaction(subscription, sale)),
      links: [
        {
          href: `${context.url}${c.req.path}?${new URL(c.req.url).searchParams}`,
          rel: 'self',
          method: 'GET',
        },
      ],
      total_items: transactions.length,
      total_pages: 1,
    });
  });
  return app;
}

function saleTransaction(subscription: Subscription, sale: Sale) {
  const { amountCents, currency } = sale;
  const fee = paypalFee(amountCents);
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
}
