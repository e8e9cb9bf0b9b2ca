import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { schemas } from '../../../src/copy/schemas/collections.ts';
import { site } from '../../../src/shared/site.ts';
import { inProject } from '../../../stack/paths.ts';
import { parseFrontmatter } from '../../../src/copy/parse-file.ts';
import { expect, test } from '../fixtures.ts';
import { copyContent, pickPrivateFolder, readFileOf } from './local-folder.ts';

// The editor is a large program, and the project's content is read into it.
test.slow();

/** The local stack packs two megabytes of script before it serves them for the first time. */
const entrance = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: `${site.product} content` })).toBeVisible({
    timeout: 60_000,
  });
};

/** Opens the editor on a copy of the project's content. */
const openContent = async (page: Page): Promise<void> => {
  await pickPrivateFolder(page);
  const response = await page.goto('/cms');
  expect(response?.status()).toBe(200);
  await entrance(page);
  const folder = site.repository.name.split('/')[1] ?? '';
  await expect(page.getByText('select the root directory').filter({ hasText: folder })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In Using Access Token' })).toBeEnabled();
  await copyContent(page);
  await page.getByRole('button', { name: 'Work with Local Repository' }).click();
  await expect(page.getByRole('treeitem', { name: 'Post templates' })).toBeVisible();
};

/** Saves what is open, and gives the file's fields and text once it is written. */
const save = async (page: Page, name: string, changed: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => readFileOf(page, name)).toContain(changed);
  return parseFrontmatter(await readFileOf(page, name));
};

test('without an account, a page and a new question are saved as files that the build accepts', async ({
  page,
}) => {
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

  const after = await save(page, name, 'One drawer for every list');
  expect(schemas.pages.parse(after.fields)).toEqual({
    ...schemas.pages.parse(before.fields),
    title: 'One drawer for every list',
  });
  expect(after.body.trim()).toBe(before.body.trim());

  await test.step('a new question; neither an incomplete one nor one with an unknown placeholder is saved', async () => {
    await page.evaluate(() => {
      location.hash = '#/collections/questions/new';
    });
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('May I lend it to my choir?');
    await page.getByRole('spinbutton', { name: 'Position in the list' }).fill('9');
    const answer = page.getByRole('textbox', { name: 'Answer', exact: true });
    await answer.fill('Yes, *all* of {prodct}.');
    await page.getByRole('checkbox', { name: 'buying' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = 'src/content/questions/may-i-lend-it-to-my-choir.md';
    await expect(page.getByText('Has an unknown placeholder, or HTML other than <br>')).toBeVisible();
    expect(await readFileOf(page, question)).toBe('');
    await page.getByRole('checkbox', { name: 'buying' }).click();
    await answer.fill('Yes, *all* of it.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await readFileOf(page, question)).toBe('');
    await page.getByRole('checkbox', { name: 'buying' }).click();

    const { fields, body } = await save(page, question, 'choir');
    expect(schemas.questions.parse(fields)).toEqual({
      question: 'May I lend it to my choir?',
      topics: ['buying'],
      order: 9,
      draft: false,
    });
    expect(body.trim()).toBe('Yes, *all* of it.');
  });
});
