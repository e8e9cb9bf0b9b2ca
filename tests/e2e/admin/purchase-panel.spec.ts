import { expect, test } from '../fixtures.ts';
import { rowButton, saidOf } from './admin-screen.ts';
import { newPurchase } from './purchase-records.ts';
import { listed, newAffiliates, open } from './purchase-screen.ts';

test('what trying an event again changed is in the list, too', async ({ page, rows }) => {
  const [one] = await newAffiliates(rows);
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
  await rowButton(page, 'Try again', 'PAYMENT.CAPTURE.COMPLETED').click();
  await expect(saidOf(page)).toHaveText('The event was looked at, and changes nothing here.');
  await expect(listed(page, 'Paid')).toHaveText('$59.99, $30.00 back');
});
