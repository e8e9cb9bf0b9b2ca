import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseFrontmatter } from '../../../src/copy/parse-file.ts';
import { schemas } from '../../../src/copy/schemas/collections.ts';
import { site } from '../../../src/shared/site.ts';
import { inProject } from '../../../stack/paths.ts';
import { deep, expect, test } from '../fixtures.ts';

/** Waits for the editor. The local stack compresses two megabytes of script before the first answer. */
async function expectEntrance(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: `${site.product} content` })).toBeVisible({
    timeout: 60_000,
  });
}

/** Opens the editor on a copy of the project's content. */
async function openContent(page: Page): Promise<void> {
  await pickPrivateFolder(page);
  const response = await page.goto('/cms');
  expect(response?.status()).toBe(200);
  await expectEntrance(page);
  const folder = site.repository.name.split('/')[1] ?? '';
  await expect(page.getByText('select the root directory').filter({ hasText: folder })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In Using Access Token' })).toBeEnabled();
  await copyContent(page);
  await page.getByRole('button', { name: 'Work with Local Repository' }).click();
  await expect(page.getByRole('treeitem', { name: 'Post templates' })).toBeVisible();
}

/** Saves the open entry, and returns the file's fields and text once it is written. */
async function saveEntry(page: Page, name: string, changed: string) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => readPrivateFile(page, name)).toContain(changed);
  return parseFrontmatter(await readPrivateFile(page, name));
}

test('a marketer edits a page and adds a question in /cms without an account', deep, async ({ page }) => {
  await openContent(page);
  await expect(page.getByRole('treeitem')).toContainText([
    'Pages',
    'Releases',
    'Features',
    'Questions',
    'Post',
  ]);

  const name = 'src/content/pages/consolidate.md';
  const before = parseFrontmatter(readFileSync(inProject(name), 'utf8'));
  await page.evaluate(() => {
    location.hash = '#/collections/pages/entries/consolidate';
  });
  await expect(page.getByText('Hide from search engines')).toBeVisible();
  await expect(page.getByText('Sections', { exact: true })).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue(String(before.fields.title));
  await title.fill('One drawer for every list');

  const after = await saveEntry(page, name, 'One drawer for every list');
  expect(schemas.pages.parse(after.fields)).toEqual({
    ...schemas.pages.parse(before.fields),
    title: 'One drawer for every list',
  });
  expect(after.body.trim()).toBe(before.body.trim());

  await test.step('a new question is saved only when it is complete', async () => {
    await page.evaluate(() => {
      location.hash = '#/collections/questions/new';
    });
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('May I lend it to my choir?');
    await page.getByRole('spinbutton', { name: 'Position in the list' }).fill('9');
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Yes, *all* of it.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = 'src/content/questions/may-i-lend-it-to-my-choir.md';
    expect(await readPrivateFile(page, question)).toBe('');
    await page.getByRole('checkbox', { name: 'buying' }).click();

    const { fields, body } = await saveEntry(page, question, 'choir');
    expect(schemas.questions.parse(fields)).toEqual({
      question: 'May I lend it to my choir?',
      topics: ['buying'],
      order: 9,
      draft: false,
    });
    expect(body.trim()).toBe('Yes, *all* of it.');
  });
});

/** Replaces the folder picker by the browser's private folder, which has the same interface and no system dialog. */
function pickPrivateFolder(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
}

/** Runs in the page: writes files into its private folder. */
async function writeFiles(files: readonly (readonly [string, string])[]): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.getDirectoryHandle('.git', { create: true });
  for (const [name, text] of files) {
    const parts = name.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await folder.getFileHandle(parts.at(-1) ?? '', { create: true });
    const stream = await file.createWritable();
    await stream.write(text);
    await stream.close();
  }
}

/** Runs in the page: reads a file; empty while the file is missing or being written. */
async function readText(name: string): Promise<string> {
  try {
    const parts = name.split('/');
    let folder = await navigator.storage.getDirectory();
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
    return await (await (await folder.getFileHandle(parts.at(-1) ?? '')).getFile()).text();
  } catch {
    return '';
  }
}

/** Copies the project's content into the page's private folder. */
function copyContent(page: Page): Promise<void> {
  const names = readdirSync(inProject('src/content'), { recursive: true, encoding: 'utf8' });
  return page.evaluate(
    writeFiles,
    names
      .filter((name) => name.endsWith('.md'))
      .map((name) => `src/content/${name.replaceAll('\\', '/')}`)
      .map((name) => [name, readFileSync(inProject(name), 'utf8')] as const),
  );
}

/** Reads a file of the page's private folder; empty while the file is missing or being written. */
function readPrivateFile(page: Page, name: string): Promise<string> {
  return page.evaluate(readText, name);
}
