import { confirmDialog, openSearch, rowButton, screenNotice, signInAdmin } from './admin-screen.ts';
import {
  failedEventName,
  insertPurchase,
  insertTwoAffiliates,
  ledgerCells,
  openReattribution,
  purchaseCells,
  purchasePanel,
  purchasesPath,
  reattributionForm,
} from './purchase-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

test('admin releases a hold, adjusts a commission and retries an event of a purchase', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const [affiliate] = await insertTwoAffiliates(rows);
  const a = await insertPurchase(rows, affiliate, 'a');
  const b = await insertPurchase(rows, affiliate, 'b');
  await signInAdmin(page);
  await openSearch(page, purchasesPath, affiliate.code);
  await test.step('another purchase asks before it drops a typed reason', async () => {
    await rowButton(page, 'Open', a.orderId).click();
    await openReattribution(page);
    const reason = reattributionForm(page).getByLabel('Reason');
    await reason.fill('The buyer wrote so');
    await rowButton(page, 'Open', b.orderId).click();
    await expect(confirmDialog(page)).toHaveAccessibleName('Open another purchase and discard your changes?');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rowButton(page, 'Open', b.orderId)).toBeFocused();
    await expect(reason).toHaveValue('The buyer wrote so');
    await rowButton(page, 'Open', b.orderId).click();
    await confirmDialog(page).getByRole('button', { name: 'Open' }).click();
    await expect(purchasePanel(page)).toHaveAccessibleName(`Purchase ${b.orderId}`);
    await expect(purchasePanel(page)).toBeFocused();
    await expect(reason).toHaveValue('');
  });
  await test.step('a hold is released, a commission adjusted, and a failed event tried again', async () => {
    await rowButton(page, 'Open', a.orderId).click();
    await expect(purchasePanel(page).getByRole('link', { name: 'Change history' })).toHaveAttribute(
      'href',
      `/audit-log?q=${a.id}`,
    );
    const onHold = 'The commission is on hold, since the buyer may be the affiliate.';
    await expect(purchasePanel(page)).toContainText(onHold);
    const release = purchasePanel(page).getByRole('button', { name: 'Release' });
    await release.click();
    await expect(purchasePanel(page).getByLabel('Reason for the release')).toBeFocused();
    await expect(purchasePanel(page).getByLabel('Reason for the release')).toHaveAccessibleDescription(
      'Enter a reason',
    );
    await purchasePanel(page).getByLabel('Reason for the release').fill('One household');
    await release.dblclick();
    await expect(screenNotice(page)).toHaveText('The hold was released.');
    await expect(screenNotice(page)).toBeFocused();
    await expect(purchasePanel(page)).toContainText('by an admin');
    await expect(purchasePanel(page)).not.toContainText(onHold);

    await purchasePanel(page).getByText('Adjust the commission').first().click();
    const adjustment = purchasePanel(page)
      .locator('details', { hasText: 'Adjust the commission' })
      .locator('form');
    await adjustment.getByLabel('Reason').fill('Refunded by mistake');
    await adjustment.getByLabel('Amount in dollars').fill('5.00');
    await adjustment.getByRole('button').dblclick();
    await expect(screenNotice(page)).toHaveText('The commission was adjusted.');
    await expect(ledgerCells(page, 'Entry').last()).toContainText('Added by an admin (payment on 9/1/2025)');

    await rowButton(page, 'Try again', failedEventName).dblclick();
    await expect(screenNotice(page)).toContainText('The event failed again.');
    await expect(screenNotice(page)).toContainText('does not know this order');
    const events = purchasePanel(page).getByRole('table', { name: 'Events' });
    await expect(events).toContainText('Tries: 21.');
    // An event type without any effect, and a refund that the list does not show yet.
    await rows('update payments set refunded_cents = 3000 where purchase_id = $1', [a.id]);
    await rows(`update webhook_events set body = body || '{"event_type": "UNKNOWN"}' where id = $1`, [
      a.eventId,
    ]);
    await rowButton(page, 'Try again', failedEventName).click();
    await expect(screenNotice(page)).toHaveText('The event was processed and changed nothing.');
    await expect(events).toContainText('Tries: 22.');
    await expect(purchaseCells(page, 'Paid')).toContainText(['$59.99, $30.00 back']);
  });
});
