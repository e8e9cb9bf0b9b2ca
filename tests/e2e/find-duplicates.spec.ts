import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { errorNotice } from './page-helpers.ts';

const list = `Name;Email;Phone;Shoe size
Inês Carvalho;ines@mail.example;+351 21 555 0147;38
"Carvalho, Inês";INES@mail.example;;
Jonas Brandt;;030 5550188;44
J. Brandt;jonas@mail.example;+49 30 5550188;
Maeve Doyle;maeve@mail.example;+353 1 555 0133;
Ruairí Doyle;;+353 1 555 0133;
Ada Reed;ada@mail.example;;
`;

/** The list with Jonas Brandt's entries merged. */
const cleanList = `Name;Email;Phone;Shoe size;Notes
Inês Carvalho;ines@mail.example;+351 21 555 0147;38;
Carvalho, Inês;INES@mail.example;;;
J. Brandt;jonas@mail.example;+49 30 5550188;44;Also Name: Jonas Brandt
Maeve Doyle;maeve@mail.example;+353 1 555 0133;;
Ruairí Doyle;;+353 1 555 0133;;
Ada Reed;ada@mail.example;;;
`;

function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  return page
    .getByLabel('Choose a file, or drop it here')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test('without a network, a list is cleaned by keyboard; no request is sent', async ({ page, context }) => {
  await page.goto('/find-duplicates', { waitUntil: 'networkidle' });
  const requests: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith('blob:')) requests.push(request.url());
  });
  await context.setOffline(true);
  await chooseFile(page, 'people.csv', list);
  await test.step('the page counts people and shows the reasons', async () => {
    await expect(page.getByRole('heading', { name: '7 people, 3 possible duplicates' })).toBeFocused();
    await expect(page.getByText('Same email, same name')).toBeVisible();
    await expect(page.getByText('Same phone, similar name')).toBeVisible();
    await expect(page.getByText('Same phone', { exact: true })).toBeVisible();
  });
  await test.step('the obvious ones are merged in one press, which can be undone', async () => {
    const mergeObvious = page.getByRole('button', { name: 'Merge the 2 obvious ones' });
    await mergeObvious.press('Enter');
    await expect(page.getByRole('status').last()).toHaveText(
      /Merged 4 entries into 2\. 5 people, 1 possible duplicate left\./,
    );
    await page.locator('[data-part=undo-obvious]').press('Enter');
    await expect(page.getByRole('status').last()).toHaveText(
      /Undone\. 7 people, 3 possible duplicates left\./,
    );
  });
  await test.step('one group is merged with a chosen name, another is kept apart', async () => {
    const jonas = page.getByRole('listitem').filter({ hasText: 'J. Brandt' });
    await jonas.getByRole('radio', { name: 'J. Brandt' }).press('Space');
    await jonas.getByRole('button', { name: 'Merge 2 into one' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeFocused();
    const doyles = page.getByRole('listitem').filter({ hasText: 'Maeve Doyle' });
    await doyles.getByRole('button', { name: 'Not the same person' }).press('Enter');
    await expect(doyles.getByText('Kept as they are: not the same person.')).toBeVisible();
  });
  await test.step('the clean list is saved', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the clean list' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('people-without-duplicates.csv');
    expect(await readFile(await download.path(), 'utf8')).toBe(cleanList);
    await expect(page.getByText('Saved people-without-duplicates.csv with 6 people.')).toBeVisible();
  });
  expect(requests).toEqual([]);
  await test.step('the browser keeps nothing of the list', async () => {
    const { notes, stores } = await page.evaluate(async () => ({
      notes: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      stores: [...(await indexedDB.databases()), ...(await caches.keys())],
    }));
    expect(notes).not.toMatch(/carvalho|brandt|doyle/i);
    expect(stores).toEqual([]);
  });
});

test('a script on /find-duplicates can send nothing, nor can its worker', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/policy \(enforce\)|Content Security Policy|violates/i);
  await page.goto('/find-duplicates', { waitUntil: 'networkidle' });
  const sent: string[] = [];
  await page.route('**/leak**', (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  const blocked = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      directives.push(effectiveDirective);
    });
    await fetch('/leak?fetch').catch(() => undefined);
    navigator.sendBeacon('/leak?beacon');
    new Image().src = '/leak?image';
    try {
      new WebSocket(`ws://${location.host}/leak`);
    } catch {
      // Some browsers throw, others report an error later.
    }
    const form = document.createElement('form');
    form.action = '/leak?form';
    document.body.append(form);
    form.submit();
    const frame = document.createElement('iframe');
    frame.src = '/leak?frame';
    document.body.append(frame);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return directives.sort();
  });
  expect(blocked).toEqual([
    'connect-src',
    'connect-src',
    'connect-src',
    'form-action',
    'frame-src',
    'img-src',
  ]);
  const [worker] = page.workers();
  const loaded = await worker?.evaluate(async () => {
    const directives: string[] = [];
    addEventListener('securitypolicyviolation', (event) => {
      directives.push((event as SecurityPolicyViolationEvent).effectiveDirective);
    });
    const attempts = [
      fetch('/leak?worker'),
      import(`${location.origin}/leak?module`),
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/leak`);
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
      new Promise((resolve, reject) => {
        const nested = new Worker('/leak?nested', { type: 'module' });
        nested.onmessage = resolve;
        nested.onerror = reject;
      }),
    ];
    const results = await Promise.allSettled(attempts);
    return { states: results.map(({ status }) => status), directives: directives.sort() };
  });
  expect(loaded).toEqual({
    states: ['rejected', 'rejected', 'rejected', 'rejected'],
    directives: ['connect-src', 'connect-src', 'script-src-elem', 'worker-src'],
  });
  expect(sent).toEqual([]);
});

test('a wrong file, a list without duplicates and the sample list are answered', async ({ page }) => {
  await page.goto('/find-duplicates');
  await chooseFile(page, 'people.pdf', '%PDF-1.7');
  await expect(errorNotice(page)).toHaveText(
    'This is a PDF. Choose a list that was exported as CSV or vCard.',
  );
  await chooseFile(page, 'people.csv', 'Name\nAda Reed\nJonas Brandt\n');
  await expect(page.getByRole('heading', { name: '2 people, no duplicates found.' })).toBeFocused();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page.getByRole('button', { name: 'Try it with a sample list' }).click();
  await expect(page.getByRole('heading', { name: '14 people, 5 possible duplicates' })).toBeFocused();
  await expect(page.locator('.finder-group')).toHaveCount(5);
  await expectAccessible(page);
  await test.step('a double-click merges the obvious ones once, but for a group that the visitor has changed', async () => {
    await page.locator('.finder-group').first().getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: 'Merge the 2 obvious ones' }).dblclick();
    await expect(page.getByRole('status').last()).toHaveText(/^Merged 4 entries into 2\./);
    await page.locator('[data-part=undo-obvious]').click();
    await expect(page.getByRole('status').last()).toHaveText(/^Undone\./);
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Merge 2 into one' }).first().click();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  // A press acts after it is painted, so the click has returned before the question.
  await expect.poll(() => dialogs, 'a merge that is not saved').toEqual(['confirm']);
  await expect(page.getByText('Merged 2 entries into one.').filter({ visible: true }).first()).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogs, 'a page that is closed').toEqual(['confirm', 'beforeunload']);
});

/** Twelve pairs of entries. */
const pairs = [
  'Name,Email',
  ...[...'abcdefghijkl'].flatMap((one) => [`${one},${one}@mail.example`, `${one},${one}@mail.example`]),
];

/** Makes the worker's functions throw, or work again. */
async function setWorkerBroken(page: Page, isBroken: boolean): Promise<void> {
  await page.workers()[0]?.evaluate((broken) => {
    const global = globalThis as typeof globalThis & { trim?: () => string };
    global.trim ??= String.prototype.trim;
    String.prototype.trim = broken
      ? () => {
          throw new RangeError('out of memory');
        }
      : global.trim;
  }, isBroken);
}

test('when the worker fails, the page says so, and the merges stay', async ({ page }) => {
  await page.goto('/find-duplicates', { waitUntil: 'networkidle' });
  const failed = page.getByText('Your browser couldn’t do that. What you merged is still here.');
  const more = page.getByRole('button', { name: 'Show 2 more' });
  const save = page.getByRole('button', { name: 'Save the clean list' });
  await test.step('while it reads', async () => {
    await setWorkerBroken(page, true);
    await chooseFile(page, 'people.csv', pairs.join('\n'));
    await expect(errorNotice(page)).toContainText('Your browser couldn’t read this file.');
    await setWorkerBroken(page, false);
    await chooseFile(page, 'people.csv', pairs.join('\n'));
    await expect(page.getByRole('heading', { name: '24 people, 12 possible duplicates' })).toBeFocused();
  });
  await page.getByRole('button', { name: 'Merge 2 into one' }).first().click();
  await expect(more).toBeVisible();
  await setWorkerBroken(page, true);
  await test.step('while it describes more groups', async () => {
    await more.click();
    await expect(failed).toBeVisible();
  });
  await test.step('while it saves', async () => {
    await page.getByRole('button', { name: 'Not the same person' }).first().click();
    await expect(failed).toBeHidden();
    await save.click();
    await expect(failed).toBeVisible();
  });
  await test.step('then it works again', async () => {
    await setWorkerBroken(page, false);
    await more.click();
    await expect(page.locator('.finder-group h3').nth(10)).toBeFocused();
    await expect(page.locator('.finder-group')).toHaveCount(12);
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect((await readFile(await download.path(), 'utf8')).split('\n')).toHaveLength(pairs.length);
    await expect(page.getByText('Saved people-without-duplicates.csv with 23 people.')).toBeVisible();
  });
});

test('when the worker cannot be loaded, the page says so for every file', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|Failed to load/);
  let requests = 0;
  await page.route('**/FindDuplicatesScript*', (route) => {
    requests += 1;
    return requests === 1 ? route.continue() : route.abort();
  });
  await page.goto('/find-duplicates', { waitUntil: 'networkidle' });
  await expect(errorNotice(page)).toContainText('A part of this page could not be loaded.');
  expect(requests, 'the script, and its worker').toBe(2);
  await chooseFile(page, 'people.csv', list);
  await expect(errorNotice(page)).toContainText('A part of this page could not be loaded.');
  await expect(page.getByLabel('Choose a file, or drop it here')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('/find-duplicates says that it needs it', async ({ page }) => {
    await page.goto('/find-duplicates');
    await expect(page.locator('main noscript .notice')).toContainText('needs JavaScript');
  });
});
