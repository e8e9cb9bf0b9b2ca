import { html } from 'hono/html';
import { formatUsd } from '../../../src/shared/money.ts';
import { orderTotal } from '../rest/order-resource.ts';
import type { Order, Subscription } from '../state.ts';
import { page } from './layout.ts';

interface Bill {
  id: string;
  kind: 'order' | 'subscription';
  names: string[];
  cents: number;
  every: string;
}

/** What an order's buyer pays for. */
export const billOfOrder = (order: Order): Bill => ({
  id: order.id,
  kind: 'order',
  names: order.units.flatMap((unit) =>
    unit.items?.length ? unit.items.map(({ name }) => name) : [unit.description ?? 'Purchase'],
  ),
  cents: orderTotal(order),
  every: '',
});

/** What a subscription's buyer pays for. */
export const billOfSubscription = (subscription: Subscription): Bill => ({
  id: subscription.id,
  kind: 'subscription',
  names: [`Yearly subscription, plan ${subscription.planId}`],
  cents: subscription.priceCents,
  every: ' per year',
});

/** The small window where a buyer approves; `isRestart` says that a card was declined before. */
export const approvalPage = (bill: Bill, isRestart: boolean) =>
  page(
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

/** What the window shows until the site has created its order. */
export const waitingPage = () =>
  page(
    'PayPal simulator',
    html`<main class="approval">
      <h1>PayPal simulator</h1>
      <p class="quiet" role="status">Waiting for the shop…</p>
    </main>`,
  );

/** For a token that names nothing. */
export const unknownPage = () =>
  page(
    'PayPal simulator',
    html`<main class="approval">
      <h1>Things don't appear to be working</h1>
      <p>The simulator knows no order or subscription of this id.</p>
    </main>`,
  );
