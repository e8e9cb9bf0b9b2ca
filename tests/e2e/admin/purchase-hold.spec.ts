import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { rowButton, saidOf } from './admin-screen.ts';
import { failedEvent, newPurchase } from './purchase-records.ts';
import { entriesIn, newAffiliates, open, panel } from './purchase-screen.ts';

test('a hold is released and a commission adjusted with a reason, and a failed event is tried again', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const [one] = await newAffiliates(rows);
  const sold = await newPurchase(rows, one);
  await open(page, sold);
  const onHold = 'The commission is on hold, since the buyer may be the affiliate.';
  await expect(panel(page)).toContainText(onHold);
  const release = panel(page).getByRole('button', { name: 'Release' });
  await release.click();
  await expect(panel(page).getByLabel('Why it is released')).toBeFocused();
  await expect(panel(page).getByLabel('Why it is released')).toHaveAccessibleDescription('Enter a reason');
  await panel(page).getByLabel('Why it is released').fill('One household');
  await release.dblclick();
  await expect(saidOf(page)).toHaveText('The hold was released.');
  await expect(saidOf(page)).toBeFocused();
  await expect(panel(page)).toContainText('by an admin');
  await expect(panel(page)).not.toContainText(onHold);
  expect(await rows('select action, reason from audit_log where entity_id = $1', [sold.id])).toEqual([
    { action: 'purchase.release-hold', reason: 'One household' },
  ]);

  await panel(page).getByText('Adjust the commission').first().click();
  const adjustment = panel(page).locator('details form');
  await adjustment.getByLabel('Amount in dollars').fill('5.01');
  await adjustment.getByLabel('Reason').fill('Refunded by mistake');
  await adjustment.getByRole('button').click();
  await expect(adjustment.getByLabel('Amount in dollars')).toHaveAccessibleDescription(
    /Give back at most what refunds took/,
  );
  await adjustment.getByLabel('Amount in dollars').fill('5.00');
  await adjustment.getByRole('button').dblclick();
  await expect(saidOf(page)).toHaveText('The commission was adjusted.');
  await expect(entriesIn(page, 'How').last()).toHaveText('5.00 added by an admin, payment on 9/1/2025');

  await rowButton(page, 'Try again', failedEvent).dblclick();
  await expect(saidOf(page)).toContainText('The event failed again.');
  await expect(saidOf(page)).toContainText('does not know this order');
  const tries = panel(page).locator('[data-label="Tries"]');
  await expect(tries).toHaveText('21');
  // Of a kind that is not used here.
  await rows(`update webhook_events set body = body || '{"event_type": "UNKNOWN"}' where id = $1`, [
    sold.eventId,
  ]);
  await rowButton(page, 'Try again', failedEvent).click();
  await expect(saidOf(page)).toHaveText('The event was looked at and changes nothing here.');
  await expect(tries).toHaveText('22');
});

test('a hold that cannot be released, was released by another admin, or is released while the purchase is read shows its newest state', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const [one] = await newAffiliates(rows);
  await test.step('why a hold cannot be released stands at its form, and what was typed stays', async () => {
    const sold = await newPurchase(rows, one);
    await open(page, sold);
    const form = panel(page).locator('li form');
    await page.route('**/release-hold', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await form.getByLabel('Why it is released').fill('One household');
    await form.getByRole('button', { name: 'Release' }).click();
    await expect(form.locator('.notice')).toHaveText('Something went wrong on our side.');
    await expect(saidOf(page)).toBeEmpty();
    await page.unroute('**/release-hold');
    await form.getByRole('button', { name: 'Release' }).click();
    await expect(saidOf(page)).toHaveText('The hold was released.');
    expect(await rows('select reason from audit_log where entity_id = $1', [sold.id])).toEqual([
      { reason: 'One household' },
    ]);
  });
  await test.step('another admin released it meanwhile', async () => {
    const sold = await newPurchase(rows, one, 'b');
    await open(page, sold);
    await rows(
      `update commission_holds set released_at = '2025-09-03T10:00:00Z', released_by = 'another-admin'
     where payment_id in (select id from payments where purchase_id = $1)`,
      [sold.id],
    );
    await panel(page).getByLabel('Why it is released').fill('One household');
    await panel(page).getByRole('button', { name: 'Release' }).click();
    await expect(saidOf(page)).toHaveText(
      'This hold has already been released. Your reason was not recorded.',
    );
    await expect(panel(page)).toContainText('Released 9/3/2025 by an admin.');
    expect(await rows('select reason from audit_log where entity_id = $1', [sold.id])).toEqual([]);
  });
  await test.step('an answer to an earlier question does not undo the release', async () => {
    const sold = await newPurchase(rows, one, 'c');
    await open(page, sold);
    const { promise: wanted, resolve: goOn } = Promise.withResolvers<undefined>();
    const { promise: early, resolve: answered } = Promise.withResolvers<undefined>();
    await page.route(
      `**/api/purchases/${sold.id}`,
      async (route) => {
        const response = await route.fetch();
        answered(undefined);
        await wanted;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await rowButton(page, 'Try again', failedEvent).click();
    await early;
    const later = page.waitForResponse(`**/api/purchases/${sold.id}`);
    await panel(page).getByLabel('Why it is released').fill('One household');
    await panel(page).getByRole('button', { name: 'Release' }).click();
    await expect(panel(page)).toContainText('by an admin');
    await (await later).finished();
    goOn(undefined);
    await expect(rowButton(page, 'Try again', failedEvent)).not.toHaveAttribute('aria-busy', 'true');
    await expect(panel(page)).toContainText('by an admin');
  });
});
