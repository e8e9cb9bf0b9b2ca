import type { Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { unique } from '../../api/factories.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { payOrder } from '../pay-order.ts';
import { confirmDialog, rowButton, screenNotice, searchFor, signInAdmin } from './admin-screen.ts';
import {
  insertPurchase,
  insertTwoAffiliates,
  purchaseCells,
  purchasePanel,
  reopenPurchase,
} from './purchase-screen.ts';

/** The refund form of the purchase's only payment. */
function refundForm(page: Page) {
  const box = purchasePanel(page).locator('details', { hasText: 'Refund…' });
  const form = box.locator('form[method=dialog].form');
  const submit = form.getByRole('button', { name: 'Refund', exact: true });
  return {
    open: () => box.locator('summary').click(),
    amount: form.getByLabel('Amount in dollars'),
    reason: form.getByLabel('Reason'),
    notice: form.locator('.notice'),
    submit,
    async confirm(amount: string): Promise<void> {
      await submit.click();
      await expect(confirmDialog(page)).toHaveAccessibleName(
        `Are you sure you want to refund ${amount} to the buyer?`,
      );
      await confirmDialog(page)
        .getByRole('button', { name: `Refund ${amount}` })
        .dblclick();
    },
  };
}

test('admin refunds a payment in the purchase panel, and nothing typed is lost', async ({
  page,
  rows,
  paypal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const email = `refund-${unique()}@mail.example`;
  const { orderId, captureId } = await payOrder(paypal, email);
  const purchases = () =>
    rows(
      `select purchases.id, payments.id as payment, refunded_cents from purchases
       join payments on purchase_id = purchases.id where purchases.provider_id = $1`,
      [orderId],
    );
  await expect.poll(purchases).toHaveLength(1);
  const [purchase] = await purchases();
  const actions = () =>
    rows('select state::text as state, amount_cents from paypal_actions where purchase_id = $1 order by id', [
      purchase?.id,
    ]);
  const admin = await signInAdmin(page);
  await reopenPurchase(page, { id: String(purchase?.id), orderId, email, eventId: '' });
  const { open, amount, reason, notice, submit, confirm } = refundForm(page);
  const requests = purchasePanel(page).getByRole('region', { name: 'Requests to PayPal' });

  await test.step('the form asks for an amount of the payment and a reason, then for a confirmation', async () => {
    await open();
    await expect(amount).toHaveValue('59.99');
    await submit.click();
    await expect(reason).toHaveAccessibleDescription('Enter a reason');
    await expect(reason).toBeFocused();
    await reason.fill('The buyer paid twice');
    await amount.fill('60');
    await submit.click();
    await expect(amount).toHaveAccessibleDescription(/Enter at most \$59\.99/);
    await amount.fill('20');
    await submit.click();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(reason).toHaveValue('The buyer paid twice');
    expect(await actions()).toEqual([]);
  });

  await test.step('a press after a lost answer is the same refund', async () => {
    await page.route(
      '**/refund',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await confirm('$20.00');
    await expect(notice).toContainText('The server cannot be reached.');
    await confirm('$20.00');
    await expect(screenNotice(page)).toHaveText('$20.00 was refunded.');
    await expect(screenNotice(page)).toBeFocused();
    expect(await actions()).toEqual([{ state: 'done', amount_cents: 20_00 }]);
    await expect(purchaseCells(page, 'Paid')).toHaveText('$59.99, $20.00 refunded');
    await expect(purchasePanel(page)).toContainText('Refund of $20.00, ');
    await expect(requests).toContainText('Refund of $20.00: done');
    await expect(requests).toContainText('Reason: The buyer paid twice');
    await expect(requests).toContainText(`UTC by ${admin.email}`);
  });

  await test.step('the refund of another admin is shown beside the form, and the panel is loaded again until PayPal answers', async () => {
    await open();
    await expect(amount).toHaveValue('39.99');
    await reason.fill('Withdrawal');
    const other = uuidv7();
    await rows(
      `insert into paypal_actions (id, kind, purchase_id, payment_id, amount_cents, reason, requested_by, due_at)
       values ($1, 'refund', $2, $3, 1000, 'Half of it', 'another-admin', '2099-01-01T00:00:00Z')`,
      [other, purchase?.id, purchase?.payment],
    );
    await confirm('$39.99');
    await expect(notice).toContainText('Another refund of this payment is on its way.');
    await expect(requests).toContainText('PayPal hasn’t answered yet. We’ll keep trying until it does.');
    await expect(reason).toHaveValue('Withdrawal');
    await rows(
      "update paypal_actions set state = 'refused', last_error = 'TRANSACTION_DISPUTED', finished_at = now() where id = $1",
      [other],
    );
    await requests.getByRole('button', { name: 'Check again' }).click();
    await expect(requests).toContainText(
      'The buyer disputes this payment, so it can only be refunded in full. (TRANSACTION_DISPUTED)',
    );
    await expect(requests.getByRole('button', { name: 'Check again' })).toBeHidden();
    await expect(reason).toHaveValue('Withdrawal');
  });

  await test.step('a refund on PayPal’s website leaves less, and the rest is refunded', async () => {
    await paypal(`captures/${captureId}/refund`, { amount: '30.00' });
    await expect.poll(purchases).toMatchObject([{ refunded_cents: 50_00 }]);
    await confirm('$39.99');
    await expect(amount).toHaveAccessibleDescription(/This is more than what is left of the payment\./);
    await expect(amount).toHaveAccessibleDescription(/Up to \$9\.99 can be refunded\./);
    await expect(reason).toHaveValue('Withdrawal');
    await amount.fill('9.99');
    await confirm('$9.99');
    await expect(screenNotice(page)).toHaveText('$9.99 was refunded.');
    await expect(purchasePanel(page).getByText('Refund…')).toBeHidden();
  });

  await test.step('PayPal’s refusal is shown at the form in words', async () => {
    const [affiliate] = await insertTwoAffiliates(rows);
    // PayPal has no such payment.
    const unknown = await insertPurchase(rows, affiliate);
    await searchFor(page, unknown.orderId);
    await rowButton(page, 'Open', unknown.orderId).click();
    await expect(purchasePanel(page)).toHaveAccessibleName(`Purchase ${unknown.orderId}`);
    await open();
    await reason.fill('Withdrawal');
    await confirm('$39.99');
    await expect(notice).toHaveText(
      'PayPal refused the refund. PayPal has no record of this payment or subscription. (INVALID_RESOURCE_ID)',
    );
    await expect(reason).toHaveValue('Withdrawal');
    await expect(requests).toContainText('Refund of $39.99: refused');
  });
});
