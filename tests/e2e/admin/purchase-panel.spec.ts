import { expect, test } from '../fixtures.ts';
import { dialogOf, noAnswer, openSearch, rowButton, saidOf } from './admin-screen.ts';
import { failedEvent, newPurchase } from './purchase-records.ts';
import { listed, newAffiliates, open, panel, path, reattribution } from './purchase-screen.ts';

test('the panel of a purchase: an event tried again changes the list, a failed read is tried again, and a typed reason is asked about', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(noAnswer);
  const [one] = await newAffiliates(rows);
  await test.step('what trying an event again changed is in the list, too', async () => {
    const sold = await newPurchase(rows, one);
    await open(page, sold);
    await expect(listed(page, 'Paid')).toHaveText('$59.99, $20.00 back');
    await page.route(
      '**/retry',
      async (route) => {
        await rows('update payments set refunded_cents = 3000 where purchase_id = $1', [sold.id]);
        await rows(`update webhook_events set body = body || '{"event_type": "UNKNOWN"}' where id = $1`, [
          sold.eventId,
        ]);
        await route.continue();
      },
      { times: 1 },
    );
    await rowButton(page, 'Try again', failedEvent).click();
    await expect(saidOf(page)).toHaveText('The event was looked at and changes nothing here.');
    await expect(listed(page, 'Paid')).toHaveText('$59.99, $30.00 back');
  });
  await test.step('another try to read a purchase says that it is under way', async () => {
    const sold = await newPurchase(rows, one, 'c');
    await openSearch(page, path, sold.orderId);
    const call = `**/api/purchases/${sold.id}`;
    await page.route(call, (route) => route.abort());
    await rowButton(page, 'Open', sold.orderId).click();
    await expect(panel(page).getByRole('alert')).toContainText('The server cannot be reached.');
    await page.unroute(call);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    const retry = panel(page).getByRole('button', { name: /^Try/ });
    await retry.click();
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(panel(page).getByText('Events of the payment provider')).toBeVisible();
    await expect(panel(page)).toBeFocused();
  });
  await test.step('a reason that was typed goes with its purchase only after a question', async () => {
    const a = await newPurchase(rows, one, 'a');
    const b = await newPurchase(rows, one, 'b');
    await openSearch(page, path, one.code);
    await rowButton(page, 'Open', a.orderId).click();
    const reason = reattribution(page).getByLabel('Reason');
    await reason.fill('The buyer wrote so');
    await rowButton(page, 'Open', b.orderId).click();
    await expect(dialogOf(page)).toHaveAccessibleName('Open another purchase without saving what you typed?');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rowButton(page, 'Open', b.orderId)).toBeFocused();
    await expect(reason).toHaveValue('The buyer wrote so');
    await rowButton(page, 'Open', b.orderId).click();
    await dialogOf(page).getByRole('button', { name: 'Open' }).click();
    await expect(panel(page)).toHaveAccessibleName(`Purchase ${b.orderId}`);
    await expect(panel(page)).toBeFocused();
    await expect(reason).toHaveValue('');
    await rowButton(page, 'Open', a.orderId).click();
    await expect(panel(page)).toHaveAccessibleName(`Purchase ${a.orderId}`);
    await expect(panel(page).getByRole('link', { name: 'Change history' })).toHaveAttribute(
      'href',
      `/audit-log?q=${a.id}`,
    );
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(rowButton(page, 'Open', a.orderId)).toBeFocused();
  });
});
