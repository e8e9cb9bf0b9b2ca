import type { Page } from '@playwright/test';
import { site } from '../../../src/shared/site.ts';
import { newSubscription } from '../../api/newsletter-factories.ts';
import { expectAccessibleOnPhone, expectNoAxeViolations } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import {
  confirmDialog,
  runRowActionByKeyboard,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
  tabs,
} from './admin-screen.ts';

const subject = `${site.product} 1.0 is here`;

function letter(page: Page) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: subject }) });
}

function pressInLetter(page: Page, name: string | RegExp) {
  return letter(page).getByRole('button', { name }).press('Enter');
}

test.use({ viewport: { width: 320, height: 640 } });

test('an admin sends and pauses a letter and deletes a reader, all by keyboard', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  // The trace of a second attempt runs a script in the sandboxed frame of the preview.
  allowConsoleErrors(/Blocked script execution in 'blob:/);
  await rows("delete from mails where kind in ('letter', 'letter-test')");
  await rows('delete from letters');
  await newSubscription(rows, 'confirmed', { source: '/features' });
  const admin = await signInAdmin(page);
  await page.goto('/newsletter-admin');
  await expect(letter(page)).toContainText('Not sent');
  await expectAccessibleOnPhone(page);

  await pressInLetter(page, `Preview ${subject}`);
  const preview = page.getByRole('dialog');
  await expect(preview.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(subject);
  await expect(preview.frameLocator('iframe').locator('.card')).toHaveCSS('border-radius', '6px');
  await preview.getByText('Plain-text version').press('Enter');
  await expect(preview.locator('pre')).toContainText('Unsubscribe:');
  await expectNoAxeViolations(page, 'dialog');
  await preview.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(letter(page).getByRole('button', { name: 'Preview' })).toBeFocused();

  await pressInLetter(page, 'Send a test to me');
  await expect(screenNotice(page)).toHaveText(`A test is on its way to ${admin.email}.`);

  // Another test may confirm a reader between the press and the answer. The screen then shows the new number, and asks again.
  await expect(async () => {
    await pressInLetter(page, /^Send to \d+ confirmed/);
    await expect(confirmDialog(page)).toContainText(`Send “${subject}” to `);
    await confirmDialog(page)
      .getByRole('button', { name: /^Send to \d+ confirmed/ })
      .press('Enter');
    await expect(screenNotice(page)).not.toBeEmpty();
    await expect(screenNotice(page)).toHaveText(/^The letter is being sent to \d+ confirmed address/, {
      timeout: 1_000,
    });
  }).toPass();
  await expect(letter(page)).toContainText(/Sending: 0 of \d+ sent/);
  await expect(tabs(page).filter({ hasText: 'Newsletter' })).toContainText('1 waiting');

  await pressInLetter(page, 'Pause');
  await expect(letter(page)).toContainText('Paused');
  await expectNoAxeViolations(page);
  await pressInLetter(page, 'Resume');
  await expect(letter(page)).toContainText('Sending');
  await rows(
    "update mails set state = 'sent', data = null, finished_at = now() where kind = 'letter' and state = 'waiting'",
  );
  // The screen refreshes by itself.
  await expect(tableRow(page, subject)).toContainText(admin.email);
  await expect(letter(page)).toHaveCount(0);

  await test.step('an admin finds a reader with source and dates, and deletes the reader', async () => {
    const reader = await newSubscription(rows, 'asked', { name: 'Robin', source: '/why' });
    await page.getByLabel('State').press('n');
    await page.getByLabel('Search name, email or source').press('Control+a');
    await page.keyboard.type(reader.email);
    await expect(tableCell(page, reader.email, 'Source')).toHaveText('/why');
    await expect(tableRow(page, reader.email)).toHaveCount(1);
    await expect(tableCell(page, reader.email, 'State')).toHaveText('Not confirmed');
    await expect(tableCell(page, reader.email, 'Requested')).toHaveText('11/1/2026');
    await runRowActionByKeyboard(page, 'Delete', reader.email);
    await expect(screenNotice(page)).toHaveText('Subscription deleted successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(page.getByText('No readers found')).toBeVisible();
  });
});
