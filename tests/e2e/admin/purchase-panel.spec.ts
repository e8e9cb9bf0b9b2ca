import { openSearch, rowButton, screenNotice, signInAdmin } from './admin-screen.ts';
import {
  failedEventName,
  insertPurchase,
  insertTwoAffiliates,
  ledgerCells,
  purchaseCells,
  purchasePanel,
  purchasesPath,
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
  await signInAdmin(page);
  await openSearch(page, purchasesPath, affiliate.code);
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
    await expect(purchaseCells(page, 'Paid')).toContainText(['$59.99, $30.00 refunded']);
  });
});
