import { payoutReference } from '../../../src/shared/payout-file.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { settle } from '../month-rows.ts';
import { cellOf, confirm, dialogOf, saidOf, signInAdmin } from './admin-screen.ts';
import { chosen, countMoves, monthFor, open, propose, type Proposed, stateOf } from './payout-run.ts';

test('approved payouts are marked as paid, each by its own transaction: typed, pasted, or from a file', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const month = monthFor(2044);
  const all = await propose(rows, month, 4);
  const [one, two, three, four] = all as [Proposed, Proposed, Proposed, Proposed];
  for (const { id } of all) await settle(rows, id);
  const calls = countMoves(page);
  await signInAdmin(page);
  await open(page, month, 4);
  for (const { code } of [one, two]) await page.getByLabel(`Choose Minted (${code})`).check();
  await chosen(page).getByText('Mark 2 as paid').click();
  const mark = chosen(page).getByRole('button', { name: 'Mark as paid' });
  const field = ({ code }: Proposed) => chosen(page).getByLabel(`Transaction id for Minted (${code})`);
  await mark.click();
  await expect(chosen(page).locator('[aria-invalid=true]')).toHaveAccessibleDescription(
    'Enter the transaction id of at least one payout',
  );
  await field(one).fill('not one');
  await mark.click();
  await expect(dialogOf(page)).toContainText(
    'Are you sure you want to mark 1 payout, $100.00 in all, as paid?',
  );
  await expect(dialogOf(page)).toContainText('Payouts without a transaction id stay as they are: 1.');
  await confirm(page, 'Mark as paid');
  await expect(field(one)).toHaveAccessibleDescription('Not a transaction id');
  await expect(field(one)).toBeFocused();
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  calls.length = 0;
  await field(one).fill(`A${one.code}`);
  await mark.dblclick();
  await confirm(page, 'Mark as paid');
  await expect(saidOf(page)).toHaveText('1 payout marked as paid');
  expect(calls).toHaveLength(1);
  expect(await stateOf(rows, one)).toEqual({ state: 'paid', transaction_id: `A${one.code}`.toUpperCase() });
  expect((await stateOf(rows, two))?.state).toBe('approved');

  await page.getByText('Mark as paid from a list').click();
  const list = page.locator('details', { hasText: 'Mark as paid from a list' });
  const lines = list.getByLabel('Lines');
  const send = list.getByRole('button', { name: 'Mark as paid' });
  await send.click();
  await expect(lines).toBeFocused();
  await expect(lines).toHaveAccessibleDescription('Enter at least one line');
  await lines.fill(`${two.id},A${one.code}`);
  // In a window that does not hold the list and the box above it.
  await page.setViewportSize({ width: 1280, height: 400 });
  await send.scrollIntoViewIfNeeded();
  await expect(saidOf(page)).not.toBeInViewport();
  await send.click();
  await confirm(page, 'Mark as paid');
  await expect(saidOf(page)).toHaveText(
    'One of these transactions is already recorded for another payout. Nothing was changed.',
  );
  await expect(saidOf(page)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(lines).toHaveValue(`${two.id},A${one.code}`);
  await lines.fill(`reference,transaction id\n${two.id},A${two.code}\n${three.id},?`);
  await send.click();
  await confirm(page, 'Mark as paid');
  await expect(lines).toHaveAccessibleDescription('Payout 2 of the list: Not a transaction id.');
  const unknown = crypto.randomUUID();
  await lines.fill(`${unknown},A${two.code}`);
  await send.click();
  await confirm(page, 'Mark as paid');
  await expect(saidOf(page)).toContainText(
    `No payout has this id or reference: ${payoutReference(unknown)} (${unknown}).`,
  );
  await expect(lines).toHaveValue(`${unknown},A${two.code}`);
  await lines.fill(`${two.id},A${two.code}\n${payoutReference(three.id)},A${three.code}`);
  await send.dblclick();
  await confirm(page, 'Mark as paid');
  await expect(saidOf(page)).toHaveText('2 payouts marked as paid');
  await expect(lines).toHaveValue('');
  await list.getByLabel('File').setInputFiles({
    name: 'paid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `reference,transaction id\r\n${payoutReference(four.id)},A${four.code}\r\n${one.id},B${four.code}\r\n`,
    ),
  });
  await expect(lines).toHaveValue(/transaction id/);
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await send.click();
  await confirm(page, 'Mark as paid');
  await expect(saidOf(page)).toContainText('1 payout marked as paid');
  await expect(saidOf(page)).toContainText(
    `Left as they were, since they are in another state: Minted (${one.code})`,
  );
  for (const { code } of all)
    await expect(cellOf(page, code, 'State')).toHaveText(/^Paid \d+\/\d+\/\d{4}: by whom, .+\)Transaction A/);
});

test('what was typed for payouts stays while others are moved, files are read late or the choice changes, and goes only after a question', async ({
  page,
  rows,
}) => {
  await test.step('a file that is read late takes no line away', async () => {
    const month = monthFor(2051);
    await propose(rows, month, 1);
    await page.addInitScript(() => {
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        if (!(this instanceof File) || this.name !== 'late.csv') return arrayBuffer.call(this);
        const { dataset } = document.documentElement;
        dataset.late = 'reading';
        await new Promise((goOn) => {
          addEventListener('go-on', goOn, { once: true });
        });
        const read = await arrayBuffer.call(this);
        dataset.late = 'read';
        return read;
      };
    });
    await signInAdmin(page);
    await open(page, month, 1);
    await page.getByText('Mark as paid from a list').click();
    const list = page.locator('details', { hasText: 'Mark as paid from a list' });
    const lines = list.getByLabel('Lines');
    const choose = (name: string) =>
      list
        .getByLabel('File')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`lines of ${name}`) });
    const late = page.locator('html');
    for (const [change, left] of [
      [() => choose('early.csv'), 'lines of early.csv'],
      [() => lines.fill('typed'), 'typed'],
      [() => list.getByRole('button', { name: 'Mark as paid' }).click(), 'typed'],
    ] as const) {
      await choose('late.csv');
      await expect(late).toHaveAttribute('data-late', 'reading');
      await change();
      await expect(lines).toHaveValue(left);
      await page.evaluate(() => dispatchEvent(new Event('go-on')));
      await expect(late).toHaveAttribute('data-late', 'read');
      await expect(lines).toHaveValue(left);
    }
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await choose('late.csv');
    await page.evaluate(() => dispatchEvent(new Event('go-on')));
    await expect(lines).toHaveValue('lines of late.csv');
  });
  await test.step('it goes with the choice only after a question', async () => {
    await page.getByLabel('Lines').fill('');
    const month = monthFor(2050);
    const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
    await settle(rows, two.id);
    await open(page, month, 2);
    const choose = async () => {
      await page.getByLabel('Choose all on this page').check();
      await expect(chosen(page)).toContainText('2 payouts chosen');
    };
    const none = chosen(page).getByRole('button', { name: 'Choose none' });
    await choose();
    await chosen(page).getByText('Mark 1 as paid').click();
    const id = chosen(page).getByLabel(`Transaction id for Minted (${two.code})`);
    await id.fill('TYPED');
    for (const leave of [
      () => page.getByLabel('Month', { exact: true }).selectOption('All'),
      () => page.getByLabel('State', { exact: true }).selectOption('Approved'),
      () => page.getByLabel('Choose all on this page').click(),
      () => page.getByRole('checkbox', { name: two.code }).click(),
      () => none.click(),
    ]) {
      await leave();
      await expect(dialogOf(page)).toHaveAccessibleName('Leave these payouts without saving what you typed?');
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(id).toHaveValue('TYPED');
    }
    await expect(none).toBeFocused();
    // One that nothing was typed for goes unasked.
    await page.getByRole('checkbox', { name: one.code }).click();
    await expect(chosen(page)).toContainText('1 payout chosen');
    await expect(id).toHaveValue('TYPED');
    await page.getByRole('checkbox', { name: one.code }).click();
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue(month);
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('');
    await none.click();
    await dialogOf(page).getByRole('button', { name: 'Leave' }).click();
    await expect(chosen(page)).toHaveCount(0);

    await choose();
    await none.click();
    await expect(chosen(page)).toHaveCount(0);
    await expect(saidOf(page)).toHaveText('No payout is chosen any more.');
    await expect(saidOf(page)).toBeFocused();
    await choose();
    await chosen(page).getByText('Reject 2').click();
    await chosen(page).getByLabel('Reason').fill('Under review');
    await page.getByLabel('State', { exact: true }).selectOption('Approved');
    await dialogOf(page).getByRole('button', { name: 'Leave' }).click();
    await expect(chosen(page)).toHaveCount(0);
    await expect(cellOf(page, two.code, 'State')).toHaveText(/^Approved/);
    await expect(cellOf(page, one.code, 'State')).toHaveCount(0);
  });
  await test.step('what was typed stays while others are moved on', async () => {
    const month = monthFor(2049);
    const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
    await settle(rows, two.id);
    await open(page, month, 2);
    for (const { code } of [one, two]) await page.getByLabel(`Choose Minted (${code})`).check();
    await chosen(page).getByText('Mark 1 as paid').click();
    const id = chosen(page).getByLabel(`Transaction id for Minted (${two.code})`);
    await id.fill('TYPED');
    await chosen(page).getByRole('button', { name: 'Approve 1' }).click();
    await confirm(page, 'Approve');
    await expect(saidOf(page)).toHaveText('1 payout approved');
    await expect(chosen(page)).toContainText('1 payout chosen');
    await expect(id).toHaveValue('TYPED');
  });
});
