import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { refuseOtherOrigins } from '../../own-origin.ts';
import { notFound } from '../rest/api-error.ts';
import { parseRequest, readJsonBody } from '../rest/request.ts';
import { approveOrder, orderTotalCents } from '../rest/orders.ts';
import { listSales } from '../rest/subscription-resource.ts';
import { approveSubscription } from '../rest/subscriptions.ts';
import type { Order, Subscription } from '../state.ts';
import type { SimulatorContext } from '../simulator-context.ts';
import { html } from 'hono/html';
import { formatUsd } from '../../../src/shared/money.ts';
import { page } from './layout.ts';

const choiceSchema = z.object({ email: z.email(), outcome: z.enum(['pay', 'decline', 'fail']) });

/** The pages of the approval window, and the calls of its script. */
export function approvalRoutes(context: SimulatorContext): Hono {
  const app = new Hono();

  app.get('/checkoutnow/wait', (c) => c.html(waitingPage()));

  function show(c: Context) {
    const purchase = findPurchase(context, c.req.query('token') ?? c.req.query('ba_token') ?? '');
    if (!purchase) return c.html(unknownPage(), 404);
    const bill = purchase.order ? orderBill(purchase.order) : subscriptionBill(purchase.subscription);
    return c.html(approvalPage(bill, c.req.query('restart') === 'true'));
  }
  app.get('/checkoutnow', show);
  app.get('/webapps/billing/subscriptions', show);

  app.get('/checkoutnow/:token/status', (c) => {
    const purchase = findPurchase(context, c.req.param('token'));
    if (!purchase) throw notFound('token');
    return c.json(purchaseStatus(context, purchase));
  });

  app.post('/checkoutnow/:token/choice', refuseOtherOrigins(context.url), async (c) => {
    const { email, outcome } = parseRequest(choiceSchema, await readJsonBody(c));
    const purchase = findPurchase(context, c.req.param('token'));
    if (!purchase) throw notFound('token');
    const { order, subscription } = purchase;
    if (order) approveOrder(context, order, email, outcome);
    else approveSubscription(context, subscription, email, outcome);
    return c.json({
      ...purchaseStatus(context, purchase),
      returnUrl: buildReturnUrl(purchase),
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
}

type Purchase = { order: Order; subscription?: never } | { order?: never; subscription: Subscription };

function findPurchase(context: SimulatorContext, token: string): Purchase | null {
  const order = context.state.orders[token];
  if (order) return { order };
  const subscription =
    context.state.subscriptions[token] ??
    Object.values(context.state.subscriptions).find(({ billingToken }) => billingToken === token);
  return subscription ? { subscription } : null;
}

function purchaseStatus(context: SimulatorContext, { order, subscription }: Purchase) {
  return {
    isApproved: order ? order.status !== 'CREATED' : subscription.status !== 'APPROVAL_PENDING',
    isPaid: order ? order.status === 'COMPLETED' : listSales(context, subscription).length > 0,
  };
}

function buildReturnUrl({ order, subscription }: Purchase): string | null {
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
}

interface Bill {
  id: string;
  kind: 'order' | 'subscription';
  names: string[];
  cents: number;
  every: string;
}

/** The page where a buyer approves a payment. `isRestart` is true after a declined card. */
export function approvalPage(bill: Bill, isRestart: boolean) {
  return page(
    'PayPal simulator: approve a payment',
    html`<main class="approval" data-token="${bill.id}" data-kind="${bill.kind}">
      <h1>PayPal simulator</h1>
      <p class="quiet">Nothing here is real money.</p>
      <p class="notice" role="status" ${isRestart ? '' : 'hidden'}>
        ${isRestart ? 'Your card was declined. Please choose another way to pay.' : ''}
      </p>
      <ul>
        ${bill.names.map((name) => html`<li>${name}</li>`)}
      </ul>
      <p class="price">${formatUsd(bill.cents)}${bill.every}</p>
      <form>
        <fieldset disabled>
          <label>
            Buyer's email
            <input name="email" type="email" value="buyer@example.com" required autocomplete="off" />
          </label>
          <button class="approve" type="submit" value="pay">Approve</button>
          <div class="row">
            <button type="submit" value="cancel" formnovalidate>Cancel</button>
            <button type="submit" value="decline">Decline</button>
            <button type="submit" value="fail">Capture fails</button>
          </div>
        </fieldset>
      </form>
      <p><button type="button" class="close" hidden>Close window</button></p>
    </main>`,
    'approval.js',
  );
}

export function orderBill(order: Order): Bill {
  return {
    id: order.id,
    kind: 'order',
    names: order.units.flatMap((unit) =>
      unit.items?.length ? unit.items.map(({ name }) => name) : [unit.description ?? 'Purchase'],
    ),
    cents: orderTotalCents(order),
    every: '',
  };
}

export function subscriptionBill(subscription: Subscription): Bill {
  return {
    id: subscription.id,
    kind: 'subscription',
    names: [`Yearly subscription, plan ${subscription.planId}`],
    cents: subscription.priceCents,
    every: ' per year',
  };
}

/** The page of the window until the site has created its order. */
export function waitingPage() {
  return page(
    'PayPal simulator',
    html`<main class="approval">
      <h1>PayPal simulator</h1>
      <p class="quiet" role="status">Waiting for the shop…</p>
    </main>`,
  );
}

/** The page for an unknown token. */
export function unknownPage() {
  return page(
    'PayPal simulator',
    html`<main class="approval">
      <h1>Things don't appear to be working</h1>
      <p>The simulator knows no order or subscription of this id.</p>
    </main>`,
  );
}
