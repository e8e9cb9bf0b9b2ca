import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { ownPagesOnly } from '../own-pages-only.ts';
import { notFound } from '../rest/api-error.ts';
import { parse, readJson } from '../rest/body.ts';
import { approveOrder } from '../rest/orders.ts';
import { salesOf } from '../rest/subscription-resource.ts';
import { approveSubscription } from '../rest/subscriptions.ts';
import type { Order, Subscription } from '../state.ts';
import type { World } from '../world.ts';
import { approvalPage, billOfOrder, billOfSubscription, unknownPage, waitingPage } from './approval-page.ts';

const choiceSchema = z.object({ email: z.email(), outcome: z.enum(['pay', 'decline', 'fail']) });

type Found = { order: Order; subscription?: never } | { order?: never; subscription: Subscription };

const find = (world: World, token: string): Found | null => {
  const order = world.state.orders[token];
  if (order) return { order };
  const subscription =
    world.state.subscriptions[token] ??
    Object.values(world.state.subscriptions).find(({ billingToken }) => billingToken === token);
  return subscription ? { subscription } : null;
};

const returnUrlOf = ({ order, subscription }: Found): string | null => {
  const address = order ? order.returnUrl : subscription.applicationContext['return_url'];
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (order) {
    url.searchParams.set('token', order.id);
    url.searchParams.set('PayerID', order.payer?.payer_id ?? '');
  } else {
    url.searchParams.set('subscription_id', subscription.id);
    url.searchParams.set('ba_token', subscription.billingToken);
  }
  return url.href;
};

const statusOf = (world: World, { order, subscription }: Found) => ({
  isApproved: order ? order.status !== 'CREATED' : subscription.status !== 'APPROVAL_PENDING',
  isPaid: order ? order.status === 'COMPLETED' : salesOf(world, subscription).length > 0,
});

/** The approval window's pages and the two calls that its script makes. */
export const approvalRoutes = (world: World): Hono => {
  const app = new Hono();

  app.get('/checkoutnow/wait', (c) => c.html(waitingPage()));

  const show = (c: Context) => {
    const found = find(world, c.req.query('token') ?? c.req.query('ba_token') ?? '');
    if (!found) return c.html(unknownPage(), 404);
    const bill = found.order ? billOfOrder(found.order) : billOfSubscription(found.subscription);
    return c.html(approvalPage(bill, c.req.query('restart') === 'true'));
  };
  app.get('/checkoutnow', show);
  app.get('/webapps/billing/subscriptions', show);

  app.get('/checkoutnow/:token/status', (c) => {
    const found = find(world, c.req.param('token'));
    if (!found) throw notFound('token');
    return c.json(statusOf(world, found));
  });

  app.post('/checkoutnow/:token/choice', ownPagesOnly(world), async (c) => {
    const { email, outcome } = parse(choiceSchema, await readJson(c));
    const found = find(world, c.req.param('token'));
    if (!found) throw notFound('token');
    const { order, subscription } = found;
    if (order) approveOrder(world, order, email, outcome);
    else approveSubscription(world, subscription, email, outcome);
    return c.json({
      ...statusOf(world, found),
      returnUrl: returnUrlOf(found),
      choice: {
        type: 'approved',
        orderID: order ? order.id : subscription.orderId,
        payerID: (order ? order.payer : subscription.subscriber)?.payer_id ?? null,
        subscriptionID: subscription?.id ?? null,
        billingToken: subscription?.billingToken ?? null,
      },
    });
  });
  return app;
};
